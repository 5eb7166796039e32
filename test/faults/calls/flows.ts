import { behave, CARDS, control, HOUR, MINUTE } from '../../support/world/shop.ts';
import type { World } from '../../support/world/world.ts';
import type { Dice } from '../dice.ts';
import type { Offer } from '../walks/places/plans.ts';
import type { Member, Shop } from '../walks/records.ts';
import type { Stage } from '../walks/stage.ts';
import { fillForm, newPurchase, openForm, returnFrom, tryDirect } from '../walks/steps/buy.ts';
import { openCardForm, perform, type Act } from '../walks/steps/manage.ts';
import { chargeAtPanel } from '../walks/steps/panel.ts';

/** Where a flow plays, and with whom. */
export interface Cast {
  readonly stage: Stage;
  readonly shop: Shop;
  readonly world: World;
  readonly dice: Dice;
  /** Asks, and asks again as the client does, until the answer is definite. */
  readonly insist: (ask: () => Promise<unknown>) => Promise<void>;
  /** What is asked once more in the end, when nothing goes wrong any more. */
  readonly again: (() => Promise<unknown>)[];
}

/** One way in which money moves. `prepare` meets no faults; what it answers is played under faults. */
export interface Flow {
  readonly name: string;
  readonly prepare: (cast: Cast) => Promise<() => Promise<void>>;
  /** What is sold; plans of a day unless given. */
  readonly offer?: Offer;
  /** What else is wrong in the end. */
  readonly wrong?: (cast: Cast) => Promise<string[]>;
  /** How long after the client has finished everything must be told and on record. */
  readonly settlesMs: number;
}

/** Plans of a day: a period ends after 24 hours, its cancellation can be undone until 2.4 hours before. */
export const OFFER = {
  plans: [
    { name: 'basic', price: '100.00', interval: 'DAILY' },
    { name: 'plus', price: '200.00', interval: 'DAILY' },
  ],
  invoicing: false,
} as const;
const UNDO_CLOSES_MS = 21.6 * HOUR;

const BASIC = ({ plans }: Shop) => ({
  pricingPlanReferenceCode: plans[0]!.reference,
  'svc-plan-id': undefined,
  subscriptionInitialStatus: 'ACTIVE',
});
const named = ({ references }: Member) => ({ 'pay-subscriber-reference-code': references.at(-1)! });

/** Somebody who has bought the first plan. */
export async function subscribed({ stage, shop, dice }: Cast, card: string = CARDS.good): Promise<Member> {
  await tryDirect(stage, shop, newPurchase(stage, shop, dice, card, BASIC(shop)));
  await stage.place.settle();
  return shop.members.at(-1)!;
}

const orderOf = async ({ stage, shop }: Cast, { references }: Member) =>
  (await stage.panel(shop)).find(({ referenceCode }) => references.includes(referenceCode))!;

/** To a second before the next charge. */
export async function meetCharge(cast: Cast, member: Member): Promise<void> {
  const { orders } = await orderOf(cast, member);
  const { startPeriod } = orders.find(({ orderStatus }) => orderStatus === 'WAITING')!;
  await cast.stage.place.advance(startPeriod - 1000 - cast.stage.now);
}

function direct(name: string, card: string, searchLagMs: number, by: 'reference' | 'key'): Flow {
  return {
    name,
    // Not found is believed after 15 minutes; the first look and the sweep's beat come on top.
    settlesMs: 20 * MINUTE,
    prepare: async ({ stage, shop, dice, insist, again }) => {
      await behave(stage.place, shop.tenant, { searchLagMs });
      const more = { ...BASIC(shop), ...(by === 'key' && { clientReferenceId: undefined }) };
      const made = newPurchase(stage, shop, dice, card, more);
      const headers = { ...shop.headers, ...(by === 'key' && { 'idempotency-key': 'order-1' }) };
      const ask = () => tryDirect(stage, shop, made, { headers });
      again.push(async () => made.open && ask());
      return () => insist(ask);
    },
  };
}

function callback(name: string, begins: 'ACTIVE' | 'PENDING', refusals = 0): Flow {
  return {
    name,
    settlesMs: 33 * MINUTE, // the third look at an unfinished checkout is half an hour on
    prepare: async ({ stage, shop, world, dice, insist, again }) => {
      const form = (await openForm(stage, shop, dice, begins))!;
      await fillForm(stage, form, CARDS.good);
      const ask = () => returnFrom(stage, shop, form);
      again.push(ask);
      return async () => {
        if (refusals > 0) shop.receiver = 'refusing';
        world.clock.at(stage.now + refusals * MINUTE, () => (shop.receiver = 'up'));
        await insist(ask);
      };
    },
  };
}

/** A request about somebody who subscribed so long ago. */
function request(
  name: string,
  { afterMs = 0, ...how }: { readonly afterMs?: number; readonly dropNotifications?: boolean },
  act: (shop: Shop, member: Member) => Act,
  before?: Flow['prepare'],
): Flow {
  return {
    name,
    settlesMs: 30 * HOUR, // with no notifications a lost change is found when the period is looked at
    prepare: async (cast) => {
      const { stage, shop, insist, again } = cast;
      const member = await subscribed(cast);
      const begun = stage.now;
      if (act === change) again.push(() => preview(cast, member));
      if (before) await (await before(cast))();
      await behave(stage.place, shop.tenant, how);
      await stage.place.advance(Math.min(afterMs, UNDO_CLOSES_MS - 1000));
      return async () => {
        await stage.place.advance(begun + afterMs - stage.now);
        await insist(() => perform(stage, shop, member, act(shop, member)));
      };
    },
  };
}

/** Looks at another change of plan: nothing of an earlier one is under way any more, so it is answered. */
const preview = ({ stage, shop }: Cast, member: Member) =>
  perform(stage, shop, member, {
    route: 'subscribers/preview-change',
    ask: { body: { ...named(member), 'pay-plan-reference-code': shop.plans[0]!.reference } },
  });

const change = (shop: Shop, member: Member): Act => ({
  route: 'subscribers/change-plan',
  ask: { body: { ...named(member), 'pay-plan-reference-code': shop.plans[1]!.reference } },
});
const cancel = (_: Shop, member: Member): Act => ({
  route: 'subscribers/cancel',
  ask: { body: named(member) },
});

const undo = (name: string, afterMs: number, by: 'pay' | 'svc'): Flow =>
  request(
    name,
    { afterMs },
    (_, member) => ({
      route: 'subscribers/undo-cancel',
      ask: { body: by === 'pay' ? named(member) : { 'svc-id': member.svcId } },
    }),
    async ({ stage, shop }) =>
      async () => {
        const member = shop.members.at(-1)!;
        await perform(stage, shop, member, cancel(shop, member));
      },
  );

function renewal(name: string, how: { duplicateNotifications?: boolean; dropNotifications?: boolean }): Flow {
  return {
    name,
    settlesMs: 3 * HOUR, // an order nobody told of is looked for two hours after its time
    prepare: async (cast) => {
      const member = await subscribed(cast);
      await behave(cast.stage.place, cast.shop.tenant, how);
      await meetCharge(cast, member);
      return () => cast.stage.place.advance(HOUR);
    },
  };
}

/** A renewal fails; then the customer enters a new card, or the bank changes its mind. */
function recovery(name: string, by: 'card' | 'bank'): Flow {
  return {
    name,
    settlesMs: 26 * HOUR,
    prepare: async (cast) => {
      const { stage, shop, dice, insist } = cast;
      const member = await subscribed(cast);
      const [reference] = member.references;
      const useCard = (cardNumber: string) =>
        control(stage.place, `/subscriptions/${reference}/card`, { cardNumber });
      await useCard(CARDS.noMoney);
      await meetCharge(cast, member);
      if (by === 'card') await stage.place.advance(10 * MINUTE);
      return async () => {
        if (by === 'bank') {
          await stage.place.advance(10 * MINUTE);
          await useCard(CARDS.good);
          return chargeAtPanel(stage, shop, await orderOf(cast, member), 'success');
        }
        await insist(() => openCardForm(stage, shop, dice, member));
        const form = shop.forms.at(-1);
        if (!form) return;
        await fillForm(stage, form, CARDS.good);
        await insist(() => returnFrom(stage, shop, form));
      };
    },
  };
}

export const PURCHASES: readonly Flow[] = [
  direct('direct', CARDS.good, 0, 'reference'),
  direct('direct, search 90 s late', CARDS.good, 90_000, 'reference'),
  direct('direct, search 600 s late', CARDS.good, 600_000, 'reference'),
  direct('direct by idempotency key', CARDS.good, 90_000, 'key'),
  direct('direct, declined', CARDS.noMoney, 0, 'reference'),
  callback('callback', 'ACTIVE'),
  callback('callback, to be activated', 'PENDING'),
  callback('callback, told to a receiver that refuses twice', 'ACTIVE', 2),
  request('plan change', {}, change),
  request('plan change, no notifications', { dropNotifications: true }, change),
];

export const RENEWALS: readonly Flow[] = [
  request('cancel', { afterMs: HOUR }, cancel),
  request('cancel, too late to undo', { afterMs: 23 * HOUR }, cancel),
  undo('undo', HOUR, 'pay'),
  undo('undo, just in time', UNDO_CLOSES_MS - 30_000, 'pay'),
  undo('undo, just too late', UNDO_CLOSES_MS + 90_000, 'svc'),
  renewal('renewal', { duplicateNotifications: true }),
  renewal('renewal, no notifications', { dropNotifications: true }),
  recovery('failed renewal, paid by the bank', 'bank'),
  recovery('failed renewal, new card', 'card'),
];
