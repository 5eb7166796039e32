import { CARDS, charge, directBody, someone } from '../../support/world/shop.ts';
import { payForm } from '../../support/world/tenant.ts';
import { back, cancel, insist, join, open, settledBy, swapCard } from './customers.ts';
import { HOUR, type Stage } from './stage.ts';

/** The plans' period. */
const PERIOD_MS = 24 * HOUR;
/** So long before the end of a period a cancellation goes out: a tenth of it. */
const SENT_BEFORE_MS = 2.4 * HOUR;

/** Something of every kind, so timed that it happens shortly before, during or at the end of the outage. */
export function letThingsHappen(stage: Stage): void {
  const times = (count: number, act: (stage: Stage) => void) => {
    for (let i = 0; i < count; i++) act(stage);
  };
  times(3, renews);
  times(1, failsAndRecovers);
  times(2, isToBeCancelledAtTheProvider);
  times(1, ends);
  times(3, buysByForm);
  times(3, buysDirectly);
  times(2, changesPlan);
  times(2, cancels);
  times(1, undoes);
  times(1, cancelsUnpaid);
  times(1, entersNewCard);
}

/** An instant from some minutes before the beginning of the outage to shortly after its end, to the second. */
const around = ({ begins, dice }: Stage, fromMinutes: number, toMinutes: number) =>
  begins + 1_000 * dice.between(fromMinutes * 60, toMinutes * 60);

/** Renews, by a good card or one that is refused now; a refused one may be charged with success a little later. */
function renews(stage: Stage): void {
  const [who, at] = [someone(), around(stage, -6, 33)];
  const refused = stage.dice.chance(0.4);
  stage.at(at - PERIOD_MS, async () => {
    const reference = await join(stage, who);
    if (refused) await swapCard(stage, reference, CARDS.refusedLater);
  });
}

function failsAndRecovers(stage: Stage): void {
  const [who, at] = [someone(), around(stage, -6, 25)];
  const recovers = at + 1_000 * stage.dice.between(60, 900);
  stage.at(at - PERIOD_MS, async () => {
    const reference = await join(stage, who);
    await swapCard(stage, reference, CARDS.refusedLater);
    stage.at(recovers, () => charge(stage.world, reference, 'success'));
  });
}

/** Has cancelled before; the time to undo it ends now. */
function isToBeCancelledAtTheProvider(stage: Stage): void {
  const [who, at] = [someone(), around(stage, -4, 33)];
  stage.at(at + SENT_BEFORE_MS - PERIOD_MS, async () => {
    const reference = await join(stage, who);
    stage.at(stage.begins - 3 * HOUR, () => cancel(stage, who, reference).then());
  });
}

/** Has cancelled before; the paid period ends now. */
function ends(stage: Stage): void {
  const [who, at] = [someone(), around(stage, -4, 33)];
  stage.at(at - PERIOD_MS, async () => {
    const reference = await join(stage, who);
    stage.at(stage.begins - 20 * HOUR, () => cancel(stage, who, reference).then());
  });
}

/** Opens a form, pays it a little later, and mostly comes back, sometimes twice. */
function buysByForm(stage: Stage): void {
  const { dice } = stage;
  const who = someone();
  const paysAfter = 1_000 * dice.between(20, 480);
  const [returns, reloads] = [dice.chance(0.75), dice.chance(0.4)];
  insist(stage, around(stage, -9, 32), async () => {
    const token = await open(stage, who);
    if (token === '') return false;
    insist(stage, stage.now + paysAfter, async () => {
      if (!(await payForm(stage.world, token)).ok) return false;
      const at = stage.now;
      if (returns) stage.at(at + 5_000, () => back(stage, who, token).then());
      if (returns && reloads)
        stage.at(at + 1_000 * dice.between(60, 900), () => back(stage, who, token).then());
      return true;
    });
    return true;
  });
}

/** Buys by card data; the tenant asks again under the same reference until there is an outcome. */
function buysDirectly(stage: Stage): void {
  const who = someone();
  const body = directBody(stage.shop.plans.basic!, { email: who, clientReferenceId: `order of ${who}` });
  insist(stage, around(stage, -2, 32), async () => {
    const { status } = await stage.ask(who, 'checkout/initialize-direct', { body });
    return status === 200;
  });
}

function changesPlan(stage: Stage): void {
  const [who, at] = [someone(), around(stage, -2, 32)];
  const up = stage.dice.chance(0.6);
  stage.at(stage.begins - 12 * HOUR, async () => {
    const reference = await join(stage, who);
    const plan = up ? stage.shop.plans.plus! : stage.shop.plans.small!;
    const body = {
      'pay-subscriber-reference-code': reference,
      'pay-plan-reference-code': plan.reference,
      upgradePeriod: up ? 'NOW' : 'NEXT_PERIOD',
    };
    insist(stage, at, async () =>
      settledBy(await stage.ask(who, 'subscribers/change-plan', { body }), 'same_plan'),
    );
  });
}

function cancels(stage: Stage): void {
  const [who, at] = [someone(), around(stage, -2, 32)];
  const local = stage.dice.chance(0.3);
  stage.at(stage.begins - 12 * HOUR, async () => {
    const reference = await join(stage, who);
    insist(stage, at, () => cancel(stage, who, reference, local));
  });
}

function undoes(stage: Stage): void {
  const [who, at] = [someone(), around(stage, -2, 32)];
  stage.at(stage.begins - 12 * HOUR, async () => {
    const reference = await join(stage, who);
    await cancel(stage, who, reference);
    const body = { 'pay-subscriber-reference-code': reference };
    insist(stage, at, async () =>
      settledBy(await stage.ask(who, 'subscribers/undo-cancel', { body }), 'not_cancelled'),
    );
  });
}

/** Its renewal failed; the tenant cancels, which ends it at once, here and at the provider. */
function cancelsUnpaid(stage: Stage): void {
  const [who, failed] = [someone(), around(stage, -40, -10)];
  const at = around(stage, -2, 32);
  stage.at(failed - PERIOD_MS, async () => {
    const reference = await join(stage, who);
    await swapCard(stage, reference, CARDS.refusedLater);
    insist(stage, at, () => cancel(stage, who, reference));
  });
}

/** Its renewal failed; the customer opens the form for a new card before the outage and pays and returns meanwhile. */
function entersNewCard(stage: Stage): void {
  const [who, failed] = [someone(), around(stage, -30, -5)];
  const returns = around(stage, 0, 26);
  stage.at(failed - PERIOD_MS, async () => {
    const reference = await join(stage, who);
    await swapCard(stage, reference, CARDS.refusedLater);
    stage.at(stage.begins - 60_000, async () => {
      const { status, body } = await stage.ask(who, 'subscribers/get', {
        method: 'GET',
        query: { 'pay-subscriber-code': reference },
      });
      const { customerReference } = (status === 200 ? body.data : {}) as { customerReference?: string };
      const form = await stage.ask(who, 'checkout/update-card', {
        body: {
          callbackUrl: 'https://shop.example/card',
          subscriptionReferenceCode: reference,
          customerReferenceCode: customerReference,
        },
      });
      const token = String(form.body.token);
      insist(stage, returns, async () => {
        if (!(await payForm(stage.world, token)).ok) return false;
        await back(stage, who, token);
        return true;
      });
    });
  });
}
