import { svcIdOf } from '../../../../lib/billing/identifiers.ts';
import type { RouteName } from '../../../../functions/routes.ts';
import { DAY, HOUR } from '../../../support/world/shop.ts';
import type { Answer, Ask } from '../../../support/world/world.ts';
import type { Dice } from '../../dice.ts';
import type { Form, Member, Shop } from '../records.ts';
import type { Beside, Stage } from '../stage.ts';
import { shorter } from './shorter.ts';

/** A request about one subscriber. */
export interface Act {
  readonly route: RouteName;
  readonly ask: Ask;
}

/** The bare UUID behind one of our ids. */
export const uuidOf = (svcId: string) =>
  svcId.replace(/^[a-z]+_(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const eitherId = (dice: Dice, { svcId }: Member) => dice.pick([svcId, uuidOf(svcId)]);
const anyReference = (dice: Dice, { references }: Member) =>
  dice.pick([references.at(-1)!, dice.pick(references)]);

const named = (dice: Dice, member: Member): Record<string, string> =>
  dice.chance(0.6)
    ? { 'pay-subscriber-reference-code': anyReference(dice, member) }
    : { 'svc-id': eitherId(dice, member) };

const read = (dice: Dice, member: Member, name: string): Record<string, string> => ({
  ...(dice.chance(0.6) && { [name]: anyReference(dice, member) }),
  ...(dice.chance(0.6) && { 'svc-id': eitherId(dice, member) }),
});

const orId = (query: Record<string, string>, { svcId }: Member) =>
  Object.keys(query).length === 0 ? { 'svc-id': svcId } : query;

export function getSubscriber(_: Shop, member: Member, dice: Dice): Act {
  return {
    route: 'subscribers/get',
    ask: { query: orId(read(dice, member, 'pay-subscriber-code'), member) },
  };
}

export function listInvoices(_: Shop, member: Member, dice: Dice): Act {
  const query = orId(read(dice, member, 'subscriber-id'), member);
  return {
    route: 'subscribers/invoices',
    ask: { query: { ...query, limit: dice.pick(['1', '10', '100']) } },
  };
}

export function cancel(_: Shop, member: Member, dice: Dice): Act {
  return { route: 'subscribers/cancel', ask: { body: named(dice, member) } };
}

export function undo(_: Shop, member: Member, dice: Dice): Act {
  return { route: 'subscribers/undo-cancel', ask: { body: named(dice, member) } };
}

export function retryPayment(_: Shop, member: Member, dice: Dice): Act {
  return { route: 'subscribers/retry-payment', ask: { body: named(dice, member) } };
}

export function changePlan(shop: Shop, member: Member, dice: Dice): Act {
  const plan = dice.pick(shop.plans);
  const pair = dice.chance(0.75)
    ? {
        'pay-subscriber-reference-code': anyReference(dice, member),
        'pay-plan-reference-code': plan.reference,
      }
    : {
        'svc-subscriber-id': eitherId(dice, member),
        'svc-plan-id': dice.pick([svcIdOf('plan', plan.id), plan.id]),
      };
  const upgradePeriod = dice.pick([undefined, 'NOW', 'NEXT_PERIOD']);
  const useTrial = dice.pick([undefined, false, true]);
  return { route: 'subscribers/change-plan', ask: { body: { ...pair, upgradePeriod, useTrial } } };
}

const ACTS = [getSubscriber, listInvoices, cancel, cancel, undo, undo, changePlan, changePlan] as const;

/** Any request about a subscriber. */
export const anyAct = (shop: Shop, member: Member, dice: Dice): Act => dice.pick(ACTS)(shop, member, dice);

export async function perform(
  stage: Stage,
  shop: Shop,
  member: Member,
  act: Act,
  beside: Beside = {},
): Promise<Answer> {
  const answer = await stage.ask(shop, act.route, act.ask, { ...beside, member });
  const { status, body } = answer;
  const { payReference } = (body.data ?? {}) as { payReference?: string };
  if (status === 200 && payReference !== undefined && !member.references.includes(payReference))
    member.references.push(payReference);
  return answer;
}

/** Two requests at once for one subscriber: the same one twice, or two that differ. */
export async function performTwo(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const member = dice.pick(shop.members);
  const first = anyAct(shop, member, dice);
  const second = dice.chance(0.5) ? first : anyAct(shop, member, dice);
  const atOnce = shop.trouble.slowMs === 0; // behind a slow provider the second is decided seconds later
  const beside = first !== second ? { contested: true } : atOnce ? { twin: stage.step } : {};
  await stage.together(
    dice,
    () => perform(stage, shop, member, first, beside),
    () => perform(stage, shop, member, second, beside),
  );
}

/** A plan's trial is taken and cancelled while it runs: it must never be charged for. */
export async function cancelTrial(stage: Stage, shop: Shop, dice: Dice): Promise<boolean> {
  const plan = shop.plans.find(({ trialDays }) => trialDays > 0);
  if (!plan) return false;
  const member = dice.pick(shop.members);
  const { references } = member;
  const who = () => ({ 'pay-subscriber-reference-code': references.at(-1)! });
  const body = { ...who(), 'pay-plan-reference-code': plan.reference, useTrial: true, upgradePeriod: 'NOW' };
  await perform(stage, shop, member, { route: 'subscribers/change-plan', ask: { body } });
  const until = dice.between(0, plan.trialDays * DAY - HOUR);
  await stage.place.advance(shorter(stage, until));
  await perform(stage, shop, member, { route: 'subscribers/cancel', ask: { body: who() } });
  return true;
}

/** Opens a form for another card, by the provider's pair or by our id. */
export async function openCardForm(
  stage: Stage,
  shop: Shop,
  dice: Dice,
  member = dice.pick(shop.members),
): Promise<Form | undefined> {
  const pair = {
    subscriptionReferenceCode: anyReference(dice, member),
    customerReferenceCode: member.customerReference,
  };
  const who = dice.chance(0.5) ? pair : { 'svc-id': eitherId(dice, member) };
  const body = { callbackUrl: 'https://shop.example/card', ...who };
  const asked = stage.now;
  const { status, body: answer } = await stage.ask(shop, 'checkout/update-card', { body }, { member });
  if (status !== 200) return undefined;
  const form: Form = {
    kind: 'card',
    clientReferenceId: String(answer.clientReferenceId),
    token: String(answer.token),
    expiresFrom: asked + Number(answer.tokenExpireTime) * 1000,
    expiresAt: stage.now + Number(answer.tokenExpireTime) * 1000,
    member,
    tried: undefined,
    pending: false,
    paid: false,
    returns: [],
  };
  shop.forms.push(form);
  return form;
}

/** What a shop asks besides: its plans, and a customer by e-mail. */
export async function browse(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const size = dice.pick(['1', '2', '100']);
  await stage.ask(shop, 'plans/list', { query: { page: dice.pick(['1', '2']), pageSize: size } });
  const email = `${dice.pick(['ayse', 'berk', 'can', 'nobody'])}@shop${shop.number}.example`;
  await stage.ask(shop, 'subscribers/check', { query: { email } });
}
