import { randomUUID } from 'node:crypto';
import { followRefreshes } from './refreshing.ts';
import type { Plan } from '../../../lib/billing/plan.ts';
import type { Behaviour } from '../../../sandbox/pay/behaviour.ts';
import type { LedgerEntry } from '../../../sandbox/pay/records.ts';
import type { Fetch } from '../../../sandbox/pay/world.ts';
import { checkoutBody, GOOD_CARD, payForm, type TestTenant } from './tenant.ts';
import { verifiedDelivery, type ReceivedEvent } from './verify.ts';
import type { Answer, World } from './world.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The provider's test cards. */
export const CARDS = {
  good: GOOD_CARD.cardNumber,
  noMoney: '4111111111111129',
  refusedLater: '4131111111111117',
} as const;

/** A subscriber as its customer's browser and the shop know it. */
export interface Member {
  readonly token: string;
  readonly svcId: string;
  readonly id: string;
  readonly reference: string;
  readonly customerReference: string;
  readonly email: string;
  readonly location: URL;
}

/** A subscription as a request names it by the provider's present reference. */
export const byPay = ({ reference }: Pick<Member, 'reference'>) => ({
  'pay-subscriber-reference-code': reference,
});

/** The same with another plan of the shop's, as a plan change names both. */
export const toPlan = (shop: TestTenant, member: Pick<Member, 'reference'>, plan: string) => ({
  ...byPay(member),
  'pay-plan-reference-code': shop.plans[plan]!.reference,
});

/** The sandbox provider, as a test reaches it. */
export interface Provider {
  readonly fetch: Fetch;
  readonly pay: { readonly url: string };
}

/** The service and its time, as a customer's browser reaches them. */
export interface Front {
  readonly call: World['call'];
  readonly clock: { now(): number; advanceTo(time: number): Promise<void> };
}

/** A customer nobody has met before. */
export const someone = () => `c${randomUUID().slice(0, 12)}@example.com`;

/** The browser comes back from the provider with its token, and again where it is asked to, until it is sent on. */
export async function comeBack(world: Front, token: string, language = 'en'): Promise<Answer> {
  const raw = new URLSearchParams({ token }).toString();
  const headers = { 'accept-language': language };
  const answer = await world.call('checkout/callback', { method: 'POST', raw, headers });
  return followRefreshes(answer, async ({ seconds, query }) => {
    await world.clock.advanceTo(world.clock.now() + seconds * 1000);
    return world.call('checkout/callback', { method: 'GET', query, headers });
  });
}

/** A customer subscribes by the hosted form, from initialize to the redirect. */
export async function subscribe(
  world: World,
  shop: TestTenant,
  options: { plan?: Plan; email?: string; card?: string; more?: Record<string, unknown> } = {},
): Promise<Member> {
  const email = options.email ?? someone();
  const body = checkoutBody(options.plan ?? shop.plans.basic!, { email, ...options.more });
  const token = String((await shop.call('checkout/initialize', { body })).body.token);
  await payForm(world, token, { cardNumber: options.card ?? CARDS.good });
  const location = new URL((await comeBack(world, token)).headers.location!);
  await world.settle();
  const parameter = (name: string) => location.searchParams.get(name)!;
  const svcId = parameter('svcSubscriptionId');
  return {
    token,
    svcId,
    id: svcId.replace(/^sub_(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    reference: parameter('subscriptionReference'),
    customerReference: parameter('customerReference'),
    email,
    location,
  };
}

export function directBody(plan: Plan, more: Record<string, unknown> = {}): Record<string, unknown> {
  const body = checkoutBody(plan, { callbackUrl: undefined });
  return { ...body, email: someone(), paymentCard: GOOD_CARD, ...more };
}

/** What the tenant's webhook has received, in the order of arrival, each delivery verified. */
export function receivedEvents(world: World, shop: TestTenant): ReceivedEvent[] {
  return world.receiver.arrivals
    .filter(({ path }) => path === shop.hook)
    .map((arrival) => verifiedDelivery(arrival, shop.webhookSecret));
}

/** What the webhook has received about a customer. */
export const eventsAbout = (world: World, shop: TestTenant, email: string): ReceivedEvent[] =>
  receivedEvents(world, shop).filter(({ data }) => (data.customer as { email: string }).email === email);

/** Where an answer sends the browser. */
export const locationOf = ({ headers }: Pick<Answer, 'headers'>): URL => new URL(headers.location!);

/** What the shop is told where a payment stays unknown, by the link of the page that says so. */
export function toldOfUnknown({ status, headers, text }: Answer): Record<string, string> {
  if (status !== 202 || headers.refresh) throw new Error(`not given up: ${status}`);
  const [, href = ''] = /<a class="button primary" href="([^"]+)"/.exec(text) ?? [];
  return Object.fromEntries(new URL(href.replaceAll('&amp;', '&')).searchParams);
}

/** The names of the events received about one subscriber, as `TYPE` or `TYPE/SUBTYPE`. */
export function eventNamesOf(world: World, shop: TestTenant, { id }: Pick<Member, 'id'>): string[] {
  return receivedEvents(world, shop)
    .filter(({ data }) => data.subscriptionId === id)
    .map(nameOf);
}

export const nameOf = ({ type, subtype }: ReceivedEvent) =>
  subtype === undefined ? type : `${type}/${subtype}`;

/** The subscriber as GET /subscribers answers it. */
export async function read(shop: TestTenant, { svcId }: Pick<Member, 'svcId'>) {
  const { body } = await shop.call('subscribers/get', { query: { 'svc-id': svcId } });
  return body as {
    data: Record<string, unknown>;
    customer: Record<string, unknown>;
    latestInvoice: Record<string, unknown> | null;
  };
}

export const statusOf = async (shop: TestTenant, member: Pick<Member, 'svcId'>) =>
  (await read(shop, member)).data.subscriptionStatus;

/** The check endpoint's view of a customer's subscription. */
export async function check(shop: TestTenant, email: string) {
  const { body } = await shop.call('subscribers/check', { query: { email } });
  return body as {
    exists: boolean;
    hasActiveSubscription: boolean;
    data: { customer: Record<string, unknown>; subscription: Record<string, unknown> | null } | null;
  };
}

/** A control call of the sandbox provider. */
export async function control(
  world: Provider,
  path: string,
  body?: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const sent =
    body === undefined
      ? {}
      : {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        };
  const answer = await world.fetch(`${world.pay.url}/sandbox${path}`, sent);
  return (await answer.json()) as Record<string, unknown>;
}

/** How the provider misbehaves towards one tenant from now on. */
export async function behave(
  world: Provider,
  shop: Pick<TestTenant, 'credentials'>,
  how: Partial<Behaviour>,
): Promise<void> {
  await control(world, '/behaviour', { merchantId: shop.credentials.merchantId, ...how });
}

/** Settles the waiting or failed order at once. */
export async function charge(world: World, reference: string, outcome: 'success' | 'failure'): Promise<void> {
  await control(world, `/subscriptions/${reference}/charge`, { outcome });
}

/** What the provider really charged the tenant's customers, card checks left out. */
export async function ledger(world: Provider, shop: Pick<TestTenant, 'credentials'>): Promise<LedgerEntry[]> {
  const all = await control(world, `/ledger?merchantId=${shop.credentials.merchantId}`);
  return (all as unknown as LedgerEntry[]).filter(({ kind }) => kind === 'order');
}

export const paidIn = (entries: readonly LedgerEntry[]) =>
  entries.filter(({ status }) => status === 'SUCCESS');

/** The order that the provider will charge next. */
export async function nextOrder(
  world: World,
  reference: string,
): Promise<{ startPeriod: number; endPeriod: number }> {
  const { orders } = await control(world, `/subscriptions/${reference}`);
  const all = orders as { orderStatus: string; startPeriod: number; endPeriod: number }[];
  return all.find(({ orderStatus }) => orderStatus === 'WAITING')!;
}

/** Changes a member's plan with the provider's identifiers, for now; answers the new reference. */
export async function moveToPlan(shop: TestTenant, member: Member, plan: string): Promise<string> {
  const answer = await shop.call('subscribers/change-plan', { body: toPlan(shop, member, plan) });
  return (answer.body.data as { payReference: string }).payReference;
}

/** Moves time to just when the provider charges next, before anybody has heard of it. */
export async function advanceToRenewal(world: World, reference: string): Promise<{ endPeriod: number }> {
  const order = await nextOrder(world, reference);
  await world.advance(order.startPeriod - world.clock.now());
  return order;
}
