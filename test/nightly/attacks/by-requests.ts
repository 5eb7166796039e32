import { against, type Result } from '../../../bench/result.ts';
import { checkoutBody } from '../../flows/cloud/checkout-calls.ts';
import { GOOD_CARD } from '../../support/world/tenant.ts';
import { burst, forgetCalls, providerCalls, type Attack, type Ground } from './attack.ts';

const MINUTE = 60_000;
const LIMITS = { reads: 6_000, directCheckouts: 50, notifications: 600 };
/** So many customers of a buying tenant share an address; none of them is a neighbour's. */
const email = (nth: number) => `hostile.${nth}@example.com`;

const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;

/** How many requests were let through against what a tenant may ask in the minutes that they took. */
function letThrough(
  name: string,
  what: string,
  ends: ReadonlyMap<string, number>,
  tookMs: number,
  limit: number,
): Result {
  const minutes = 1 + Math.floor(tookMs / MINUTE);
  return against(name, `${what} let through in ${minutes} min`, ends.get('200') ?? 0, {
    most: minutes * limit,
  });
}

export function directBody({ cloud, hostile }: Ground, nth: number, more: Record<string, unknown> = {}) {
  const { callbackUrl: _, ...body } = checkoutBody(cloud.stack, hostile.plans.First?.reference ?? '', {
    email: email(nth),
    paymentCard: GOOD_CARD,
    ...more,
  });
  return body;
}

/** What a purchase by a customer of its own is answered with: the status. */
export const buyDirect = (ground: Ground, nth: number) =>
  statusOf(ground.cloud.api('POST', '/checkout/initialize-direct', directBody(ground, nth), ground.hostile));

const reads: Attack = {
  name: 'reads in numbers',
  modest: 200,
  full: 8_000,
  async prepare({ cloud, hostile }, size) {
    const paths = ['/plans/list?pageSize=100', `/subscribers/check?email=${email(1)}`];
    let ends = new Map<string, number>();
    let tookMs = 0;
    return {
      async strike() {
        const began = performance.now();
        const ask = (nth: number) => statusOf(cloud.api('GET', paths[nth % 2] ?? '', undefined, hostile));
        ends = await burst(size, 50, ask);
        tookMs = performance.now() - began;
      },
      results: () => [letThrough(this.name, 'reads', ends, tookMs, LIMITS.reads)],
    };
  },
};

const directCheckouts: Attack = {
  name: 'direct checkouts at once',
  modest: 130,
  full: 130,
  async prepare(ground, size) {
    let ends = new Map<string, number>();
    let tookMs = 0;
    return {
      async strike() {
        const began = performance.now();
        ends = await burst(size, size, (nth) => buyDirect(ground, nth));
        tookMs = performance.now() - began;
      },
      results: () => [letThrough(this.name, 'direct checkouts', ends, tookMs, LIMITS.directCheckouts)],
    };
  },
};

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

const notifications: Attack = {
  name: 'notifications about nobody',
  modest: 120,
  full: 4_000,
  async prepare({ hostile }, size) {
    let ends = new Map<string, number>();
    let tookMs = 0;
    return {
      async strike() {
        const began = performance.now();
        const send = (nth: number) =>
          statusOf(
            fetch(hostile.notificationUrl, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({
                iyziEventType: 'subscription.order.success',
                subscriptionReferenceCode: `nobody-${nth}`,
                orderReferenceCode: `order-${nth}`,
              }),
            }),
          );
        ends = await burst(size, 50, send);
        tookMs = performance.now() - began;
      },
      results: () => [letThrough(notifications.name, 'notifications', ends, tookMs, LIMITS.notifications)],
    };
  },
};

export const BY_REQUESTS: readonly Attack[] = [reads, directCheckouts, callback, notifications];
