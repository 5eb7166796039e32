import type { LedgerEntry } from '../../../sandbox/pay/records.ts';
import { comeBack, control, DAY, ledger, MINUTE, type Member } from './shop.ts';
import { payForm, type TestTenant } from './tenant.ts';
import type { World } from './world.ts';

/** The customer enters another card by the form that the shop opens for it. */
export async function enterCard(
  world: World,
  shop: TestTenant,
  { svcId }: Pick<Member, 'svcId'>,
  cardNumber: string,
): Promise<void> {
  const body = { 'svc-id': svcId, callbackUrl: 'https://shop.example/card' };
  const token = String((await shop.call('checkout/update-card', { body })).body.token);
  await payForm(world, token, { cardNumber });
  await comeBack(world, token);
  await world.settle();
}

/** The bank has another card behind a subscription from now on, without a word. */
export const swapCard = (world: World, { reference }: Pick<Member, 'reference'>, cardNumber: string) =>
  control(world, `/subscriptions/${reference}/card`, { cardNumber });

/** What the provider tried to charge for a subscription, oldest first. */
export async function triesOf(
  world: World,
  shop: TestTenant,
  { reference }: Pick<Member, 'reference'>,
): Promise<LedgerEntry[]> {
  const all = await ledger(world, shop);
  return all
    .filter(({ subscriptionReferenceCode }) => subscriptionReferenceCode === reference)
    .sort((a, b) => a.time - b.time);
}

/** When we asked the provider to try a subscription's order again, as its timeline says. */
export async function retriesOf(shop: TestTenant, { svcId }: Pick<Member, 'svcId'>): Promise<number[]> {
  const { body } = await shop.call('subscribers/timeline', { query: { 'svc-id': svcId, limit: '100' } });
  const entries = body.data as { what: string; at: string }[];
  return entries.filter(({ what }) => what === 'payment_retried').map(({ at }) => Date.parse(at));
}

/** What is wrong with retries that were asked for at these times, beside what was tried: a day lies between, and seven are the most in 30 days. */
export function tooManyTries(asked: readonly number[], tried: readonly LedgerEntry[]): string[] {
  return asked.flatMap((at) => {
    const before = tried
      .filter(({ time, status }) => time <= at && status === 'FAILED')
      .map(({ time }) => time);
    const last = before.at(-1) ?? 0;
    const recent = before.filter((time) => time > at - 30 * DAY);
    return [
      ...(at - last < DAY - MINUTE ? [`asked ${at - last} ms after the try before`] : []),
      ...(recent.length > 6 ? [`asked for after ${recent.length} tries in 30 days`] : []),
    ];
  });
}

/** Orders that were paid more than once. */
export function paidTwice(tried: readonly LedgerEntry[]): string[] {
  const paid = tried
    .filter(({ status }) => status === 'SUCCESS')
    .map((one) => String(one.orderReferenceCode));
  return paid.filter((order, at) => paid.indexOf(order) !== at);
}
