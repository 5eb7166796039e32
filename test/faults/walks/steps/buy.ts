import { svcIdOf } from '../../../../lib/billing/identifiers.ts';
import type { Plan } from '../../../../lib/billing/plan.ts';
import { CARDS, comeBack, MINUTE } from '../../../support/world/shop.ts';
import { checkoutBody, GOOD_CARD, payForm } from '../../../support/world/tenant.ts';
import type { Answer } from '../../../support/world/world.ts';
import type { Dice } from '../../dice.ts';
import type { DirectTry, Form, Shop, Tried } from '../records.ts';
import type { Beside, Stage } from '../stage.ts';
import { person } from './people.ts';

/** Two purchases of one plan by one customer within this time could not be told apart where both outcomes are lost. */
const APART_MS = 20 * MINUTE;

/** A plan, named in one of the three ways that a checkout takes. */
const planNamed = (dice: Dice, plan: Plan) =>
  dice.pick([
    { pricingPlanReferenceCode: plan.reference },
    { pricingPlanReferenceCode: undefined, 'svc-plan-id': svcIdOf('plan', plan.id) },
    { pricingPlanReferenceCode: undefined, 'svc-plan-id': plan.id },
  ]);

/** A customer of the shop who did not just try to buy the same plan. */
function customerFor(stage: Stage, shop: Shop, dice: Dice, plan: Plan): { email: string; tried: Tried } {
  const usual = dice.pick(['ayse', 'berk', 'can']);
  for (let number = 0; ; number++) {
    const email = `${usual}${number === 0 ? '' : number}@shop${shop.number}.example`;
    const tried: Tried = { who: `${email} ${plan.id}`, at: -Infinity };
    if (mayTry(stage, shop, tried)) return { email, tried };
  }
}

/** Notes that a purchase is tried now, unless another of its plan by its customer was tried just before. */
function mayTry({ now }: Stage, { tries }: Shop, tried: Tried): boolean {
  const last = tries.get(tried.who) ?? -Infinity;
  if (last !== tried.at && now - last < APART_MS) return false;
  tries.set(tried.who, now);
  tried.at = now;
  return true;
}

/** The one card that other currencies can be charged on; every other is refused by the bank for them. */
export const FOREIGN_CARD = '5400010000000004';

const cardFor = (dice: Dice) =>
  dice.pick([CARDS.good, CARDS.good, FOREIGN_CARD, CARDS.refusedLater, CARDS.noMoney]);

/** `begins`: how what is bought begins, if not as drawn. */
export async function openForm(
  stage: Stage,
  shop: Shop,
  dice: Dice,
  begins?: 'ACTIVE' | 'PENDING',
): Promise<Form | undefined> {
  const plan = dice.pick(shop.plans);
  const { email, tried } = customerFor(stage, shop, dice, plan);
  const initial = begins ?? dice.pick([undefined, 'ACTIVE', 'ACTIVE', 'PENDING']);
  const body = checkoutBody(plan, {
    ...planNamed(dice, plan),
    ...person(shop, dice, email),
    subscriptionInitialStatus: initial,
  });
  const asked = stage.now;
  const { status, body: answer } = await stage.ask(shop, 'checkout/initialize', { body });
  if (status !== 200) return undefined;
  const token = String(answer.token);
  const form: Form = {
    kind: 'purchase',
    ...{ token, email },
    expiresFrom: asked + Number(answer.tokenExpireTime) * 1000,
    expiresAt: stage.now + Number(answer.tokenExpireTime) * 1000,
    clientReferenceId: String(answer.clientReferenceId),
    ...{ member: undefined, tried },
    pending: initial === 'PENDING',
    paid: false,
    returns: [],
  };
  shop.forms.push(form);
  return form;
}

/** The customer enters a card into the provider's form. */
export async function fillForm(stage: Stage, form: Form, card: string): Promise<void> {
  const answer = await payForm(stage.place, form.token, { cardNumber: card });
  const { status } = (await answer.json().catch(() => ({}))) as { status?: string };
  if (status === 'success') form.paid = true;
}

/** The customer's browser comes back with the form's token. */
export async function returnFrom(
  stage: Stage,
  shop: Shop,
  form: Form,
  { contested = false, by = stage.place.call }: Beside = {},
): Promise<Answer> {
  const { clock } = stage.place;
  const call = stage.hearing(shop, by);
  const { answer, ...when } = await stage.watched(shop, () => comeBack({ call, clock }, form.token));
  const location = answer.headers.location;
  const said: Record<string, string> =
    location === undefined ? {} : Object.fromEntries(new URL(location).searchParams);
  const code = said.errorCode ?? (answer.body.error as string | undefined) ?? '';
  if (said.status === 'success' || (stage.isStruck && location === undefined))
    form.returns.push({ from: when.at, to: stage.now });
  stage.journal.push({
    ...{ ...when, isStruck: stage.isStruck },
    provoked: when.provoked || shop.lags,
    shop: shop.number,
    route: 'checkout/callback',
    sent: { token: form.token, kind: form.kind, paid: form.paid && !form.pending, entered: form.paid },
    status: answer.status,
    code,
    body: said,
    contested,
  });
  if (said.status === 'success' && form.kind === 'purchase')
    stage.meet(shop, {
      svcId: String(said.svcSubscriptionId),
      reference: String(said.subscriptionReference),
      customerReference: String(said.customerReference),
      email: form.email ?? '',
    });
  return answer;
}

/** From initialize to the redirect, with nothing in between. */
export async function buyHosted(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const form = await openForm(stage, shop, dice);
  if (!form) return;
  await fillForm(stage, form, cardFor(dice));
  if (dice.chance(0.8)) await returnFrom(stage, shop, form);
}

export async function fillSome(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const form = dice.pick(shop.forms);
  if (form.tried && !mayTry(stage, shop, form.tried)) return;
  await fillForm(stage, form, cardFor(dice));
}

/** A look at a form, and one return from it, or two at the same moment. */
export async function returnSome(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const form = dice.pick(shop.forms.slice(-6));
  const call = stage.hearing(shop, stage.place.call, form);
  await stage.watched(shop, () => call('checkout/page', { method: 'GET', query: { token: form.token } }));
  const once = () => returnFrom(stage, shop, form);
  if (dice.chance(0.7)) await once();
  else await stage.together(dice, once, once);
}

/** A purchase by card: once, twice at once, or with its reference repeated after an unknown outcome. */
export async function buyDirect(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const made = newPurchase(stage, shop, dice);
  const once = () => tryDirect(stage, shop, made);
  if (dice.chance(0.8)) await once();
  else await stage.together(dice, once, once);
}

/** A purchase by card in special circumstances. */
export async function buyDirectOnce(stage: Stage, shop: Shop, dice: Dice, beside: Beside): Promise<void> {
  await tryDirect(stage, shop, newPurchase(stage, shop, dice), beside);
}

export function newPurchase(
  stage: Stage,
  shop: Shop,
  dice: Dice,
  cardNumber = cardFor(dice),
  more: object = {},
): DirectTry {
  const plan = dice.pick(shop.plans);
  const { email, tried } = customerFor(stage, shop, dice, plan);
  const body = {
    ...checkoutBody(plan, { callbackUrl: undefined, ...planNamed(dice, plan) }),
    ...person(shop, dice, email),
    subscriptionInitialStatus: dice.pick([undefined, 'ACTIVE', 'ACTIVE', 'PENDING']),
    paymentCard: { ...GOOD_CARD, cardNumber },
    clientReferenceId: `order-${shop.number}-${stage.step}`,
    ...more,
  };
  const made: DirectTry = { tried, body, reference: undefined, open: true };
  shop.directs.push(made);
  return made;
}

/** A purchase by card, or the same one again. */
export async function tryDirect(
  stage: Stage,
  shop: Shop,
  made: DirectTry,
  beside: Beside = {},
): Promise<Answer> {
  const answer = await stage.ask(shop, 'checkout/initialize-direct', { body: made.body }, beside);
  const { status, body } = answer;
  if (status === 402 || status === 400) made.open = false;
  if (status !== 200) return answer;
  made.open = false;
  const data = body.data as { referenceCode: string; customerReferenceCode: string };
  made.reference = data.referenceCode;
  stage.meet(shop, {
    svcId: String(body.svcSubscriptionId),
    reference: data.referenceCode,
    customerReference: data.customerReferenceCode,
    email: String(made.body.email).trim().toLowerCase(),
  });
  return answer;
}

/** Something that was bought by card and whose outcome is not known is asked for again. */
export async function repeatDirect(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const open = shop.directs.filter((made) => made.open || made.reference !== undefined);
  const made = dice.pick(open);
  if (mayTry(stage, shop, made.tried)) await tryDirect(stage, shop, made);
}
