import { cardRefusedLater } from '../../../../sandbox/pay/cards.ts';
import { CARDS, control, DAY, HOUR, ledger, MINUTE } from '../../../support/world/shop.ts';
import type { Dice } from '../../dice.ts';
import type { Charge } from '../evidence.ts';
import type { Member, Shop } from '../records.ts';
import type { Stage } from '../stage.ts';
import type { PanelSubscription } from '../../panel.ts';
import { perform } from './manage.ts';
import { shorter } from './shorter.ts';

const MONTH_MS = 32 * DAY;
/** The provider charges a plan change a moment later. */
const CHARGED_WITHIN_MS = 5 * MINUTE;
/** Codes of each class: never again, only once the customer has acted, a mistake of ours, on a schedule, and one that nobody knows. */
const CODES = ['10041', '10054', '10034', '10093', '10212', '10058', '10051', '10005', '10214', '19999'];

/** The bank refuses a card from now on, with some code, or takes it again. */
export async function turnCard(stage: Stage, shop: Shop, dice: Dice): Promise<boolean> {
  const live = (await stage.panel(shop)).filter(({ subscriptionStatus }) =>
    ['ACTIVE', 'UNPAID'].includes(subscriptionStatus),
  );
  if (live.length === 0) return false;
  const { referenceCode: reference, orders } = dice.pick(live);
  const isRefused = dice.chance(0.6);
  const cardNumber = isRefused ? cardRefusedLater(dice.pick(CODES)) : CARDS.good;
  await control(stage.place, `/subscriptions/${reference}/card`, { cardNumber });
  if (isRefused && dice.chance(0.5)) await meetRefusal(stage, shop, reference, orders);
  return true;
}

/** Until the next order is refused, and a day later somebody asks for it to be tried again. */
async function meetRefusal(
  stage: Stage,
  shop: Shop,
  reference: string,
  orders: PanelSubscription['orders'],
): Promise<void> {
  const next = orders.find(({ orderStatus }) => orderStatus === 'WAITING');
  const ahead = (next?.startPeriod ?? stage.now) + HOUR - stage.now;
  if (ahead > MONTH_MS || shorter(stage, ahead) !== ahead) return;
  await stage.place.advance(Math.max(0, ahead));
  await stage.place.advance(shorter(stage, DAY + HOUR));
  const member = shop.members.find(({ references }) => references.includes(reference));
  const body = { 'pay-subscriber-reference-code': reference };
  if (member) await perform(stage, shop, member, { route: 'subscribers/retry-payment', ask: { body } });
}

/** An invoice that was paid of some subscriber, if there is one. */
async function paidInvoice(stage: Stage, shop: Shop, dice: Dice) {
  const member = dice.pick(shop.members);
  const query = { 'svc-id': member.svcId, limit: '100' };
  const { body } = await stage.ask(shop, 'subscribers/invoices', { query }, { member });
  const paid = ((body.data ?? []) as Record<string, unknown>[]).filter(({ status }) => status === 'PAID');
  return paid.length === 0 ? undefined : { member, invoice: dice.pick(paid) };
}

/** Money is given back of an invoice: all that is left or a part, once or, with a reference of its own, twice. */
export async function refund(stage: Stage, shop: Shop, dice: Dice): Promise<boolean> {
  const found = await paidInvoice(stage, shop, dice);
  if (!found) return false;
  const { member, invoice } = found;
  const part = (Number(invoice.amount) / dice.pick([2, 3, 7])).toFixed(2);
  const named = dice.chance(0.5) && { clientReferenceId: `refund ${dice.between(0, 9)}` };
  const body = {
    'invoice-id': dice.pick([String(invoice.id), String(invoice.svcId)]),
    ...(dice.chance(0.6) && { amount: part }),
    ...named,
  };
  const ask = () => stage.ask(shop, 'invoices/refund', { body }, { member, contested: true });
  if (dice.chance(0.3)) await stage.together(dice, ask, ask);
  else await ask();
  if (named && dice.chance(0.3)) await ask();
  return true;
}

/** Somebody gives money back in the provider's panel. */
export async function refundAtPanel(stage: Stage, shop: Shop, dice: Dice): Promise<boolean> {
  const all = (await ledger(stage.place, shop.tenant)) as readonly Charge[];
  const paid = all.filter(
    ({ status, orderReferenceCode }) => status === 'SUCCESS' && orderReferenceCode !== null,
  );
  if (paid.length === 0) return false;
  const { paymentId, amount } = dice.pick(paid);
  const cents = Math.max(1, Math.floor((Number(amount) * 100) / dice.pick([3, 10])));
  const { error } = await control(stage.place, `/payments/${paymentId}/refund`, { cents }).catch(
    (refused: unknown) => ({ error: refused }),
  );
  return error === undefined;
}

/**
 * A plan change is previewed and made as previewed; what the provider charges then is compared where nothing is in the way
 * of knowing it: trouble, another charge that is due, or work of ours.
 */
export async function changeAsPreviewed(stage: Stage, shop: Shop, dice: Dice): Promise<boolean> {
  const member = dice.pick(shop.members);
  const body = {
    'pay-subscriber-reference-code': member.references.at(-1)!,
    'pay-plan-reference-code': dice.pick(shop.plans).reference,
    upgradePeriod: dice.pick(['NOW', 'NEXT_PERIOD']),
    useTrial: dice.chance(0.2),
  };
  const said = await stage.ask(shop, 'subscribers/preview-change', { body }, { member });
  const preview = said.body.data as
    { charge: Payment | null; exact: boolean; previewId: string | null } | undefined;
  if (said.status !== 200 || !preview?.previewId) return false;
  const { previewId } = preview;
  const before = await entriesOf(stage, shop, member);
  const wasDue = await isDueBeside(stage, shop, member, 0);
  const asked = shop.trouble.struck;
  await perform(stage, shop, member, {
    route: 'subscribers/change-plan',
    ask: { body: { ...body, previewId } },
  });
  const made = stage.journal.at(-1)!;
  const isAlone = !wasDue && !(await isDueBeside(stage, shop, member, stage.now));
  await stage.place.advance(CHARGED_WITHIN_MS);
  const isQuiet = !shop.trouble.isOn && shop.trouble.struck === asked;
  if (made.status !== 200 || !preview.exact || !isAlone || !isQuiet) return true;
  const fresh = (await entriesOf(stage, shop, member)).slice(before.length);
  shop.previews.push({
    at: made.at,
    said: preview.charge ? [`${preview.charge.amount} ${preview.charge.currency}`] : [],
    charged: firstAttempts(fresh).map(({ amount, currency }) => `${amount} ${currency}`),
  });
  return true;
}

/** An order that is refused may be tried again. */
const firstAttempts = (charges: readonly Charge[]): readonly Charge[] => [
  ...new Map(charges.toReversed().map((one) => [one.orderReferenceCode, one])).values(),
];

interface Payment {
  readonly amount: string;
  readonly currency: string;
}

async function entriesOf(stage: Stage, shop: Shop, { references }: Member): Promise<readonly Charge[]> {
  const all = (await ledger(stage.place, shop.tenant)) as readonly Charge[];
  return all.filter(
    (one) => one.orderReferenceCode !== null && references.includes(String(one.subscriptionReferenceCode)),
  );
}

/** Whether an order of the subscriber that begins after an instant is due, or being tried again, while a change is charged. */
async function isDueBeside(
  stage: Stage,
  shop: Shop,
  { references }: Member,
  after: number,
): Promise<boolean> {
  const own = (await stage.panel(shop)).filter(({ referenceCode }) => references.includes(referenceCode));
  const until = stage.now + CHARGED_WITHIN_MS;
  return own.some(
    ({ subscriptionStatus, orders }) =>
      subscriptionStatus === 'UNPAID' ||
      orders.some(
        ({ orderStatus, startPeriod }) =>
          orderStatus === 'WAITING' && startPeriod <= until && startPeriod > after,
      ),
  );
}
