import { against } from '../../../bench/result.ts';
import { checkoutBody } from '../../flows/cloud/checkout-calls.ts';
import { GOOD_CARD } from '../../support/world/tenant.ts';
import { burst, forgetCalls, providerCalls, type Attack, type Ground } from './attack.ts';

const MINUTE = 60_000;
const LIMITS = { reads: 6_000, directCheckouts: 50, notifications: 600 };
/** So many customers of a buying tenant share an address; none of them is a neighbour's. */
const email = (nth: number) => `hostile.${nth}@example.com`;

const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;

/** Requests in numbers, of which no more are let through than a tenant may ask in the minutes that they took. */
const flood = (
  one: Pick<Attack, 'name' | 'modest' | 'full'> & { what: string; limit: number; atOnce: number },
  asked: (ground: Ground) => (nth: number) => Promise<{ status: number }>,
): Attack => ({
  ...one,
  async prepare(ground, size) {
    const ask = asked(ground);
    let ends = new Map<string, number>();
    let tookMs = 0;
    return {
      async strike() {
        const began = performance.now();
        ends = await burst(size, one.atOnce, (nth) => statusOf(ask(nth)));
        tookMs = performance.now() - began;
      },
      results() {
        const minutes = 1 + Math.floor(tookMs / MINUTE);
        const most = minutes * one.limit;
        return [
          against(one.name, `${one.what} let through in ${minutes} min`, ends.get('200') ?? 0, { most }),
        ];
      },
    };
  },
});

export function directBody({ cloud, hostile }: Ground, nth: number, more: Record<string, unknown> = {}) {
  const { callbackUrl: _, ...body } = checkoutBody(cloud.stack, hostile.plans.First?.reference ?? '', {
    email: email(nth),
    paymentCard: GOOD_CARD,
    ...more,
  });
  return body;
}

const askToBuy = (ground: Ground, nth: number) =>
  ground.cloud.api('POST', '/checkout/initialize-direct', directBody(ground, nth), ground.hostile);
/** What a purchase by a customer of its own is answered with: the status. */
export const buyDirect = (ground: Ground, nth: number) => statusOf(askToBuy(ground, nth));

/** A notification that the hostile tenant makes up. */
export const notify = ({ hostile }: Ground, about: Record<string, unknown>) =>
  fetch(hostile.notificationUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ iyziEventType: 'subscription.order.success', ...about }),
  });

const PATHS = ['/plans/list?pageSize=100', `/subscribers/check?email=${email(1)}`] as const;
const reads = flood(
  { name: 'reads in numbers', modest: 200, full: 8_000, what: 'reads', limit: LIMITS.reads, atOnce: 50 },
  ({ cloud, hostile }) =>
    (nth) =>
      cloud.api('GET', PATHS[nth % 2] ?? '', undefined, hostile),
);

const directCheckouts = flood(
  {
    ...{ name: 'direct checkouts at once', modest: 130, full: 130 },
    ...{ what: 'direct checkouts', limit: LIMITS.directCheckouts, atOnce: 130 },
  },
  (ground) => (nth) => askToBuy(ground, nth),
);

const callback: Attack = {
  name: 'callback and page hammered',
  modest: 90,
  full: 3_000,
  async prepare(ground, size) {
    const { cloud, hostile } = ground;
    const { baseUrl } = cloud.stack;
    const body = checkoutBody(cloud.stack, hostile.plans.First?.reference ?? '', { email: email(1) });
    const { body: opened } = await cloud.api('POST', '/checkout/initialize', body, hostile);
    const token = String(opened.token);
    let tookMs = 0;
    return {
      async strike() {
        await forgetCalls(ground);
        const began = performance.now();
        const paths = [`callback?token=${token}`, `page?token=${token}`, 'callback?token=nobody'];
        const open = (nth: number) =>
          statusOf(fetch(`${baseUrl}/checkout/${paths[nth % paths.length]}`, { redirect: 'manual' }));
        await burst(size, 30, open);
        tookMs = performance.now() - began;
      },
      async results() {
        const calls = await providerCalls(ground);
        const asked = calls.filter(({ function: name }) => name.startsWith('checkout/callback'));
        return [
          against(callback.name, 'times the provider was asked', asked.length, {
            most: 2 + Math.ceil(tookMs / 3_000),
          }),
        ];
      },
    };
  },
};

const notifications = flood(
  {
    ...{ name: 'notifications about nobody', modest: 120, full: 4_000 },
    ...{ what: 'notifications', limit: LIMITS.notifications, atOnce: 50 },
  },
  (ground) => (nth) =>
    notify(ground, { subscriptionReferenceCode: `nobody-${nth}`, orderReferenceCode: `order-${nth}` }),
);

export const BY_REQUESTS: readonly Attack[] = [reads, directCheckouts, callback, notifications];
