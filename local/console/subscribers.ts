import type { DemoTenant } from '../demo-tenant.ts';
import type { Charge, ConsoleSubscriber, GivenBack, Happening } from './shapes.ts';
import type { ConsoleSources } from './sources.ts';

interface ProviderSubscription {
  readonly referenceCode: string;
  readonly parentReferenceCode: string;
  readonly pricingPlanName: string;
  readonly customerEmail: string;
  readonly subscriptionStatus: string;
  readonly createdDate: number;
  readonly orders: readonly { readonly orderStatus: string; readonly startPeriod: number }[];
}

interface ServiceHappening {
  readonly at: string;
  readonly what: string;
  readonly from?: unknown;
  readonly to?: unknown;
  readonly cause?: { readonly by?: string } | null;
}

const TIMELINE_ROUTE = 'GET /subscribers/timeline';
/** The endpoint's maximum. */
const TIMELINE_MAX = 100;
const LIVE = ['ACTIVE', 'UNPAID'];

/** A tenant's subscribers, newest first, from the provider's own records, so that reading changes nothing. */
export async function subscribersOf(
  { urls, call }: ConsoleSources,
  { pay }: DemoTenant,
): Promise<ConsoleSubscriber[]> {
  const all = await call<ProviderSubscription[]>(
    'GET',
    `${urls.pay}/sandbox/subscriptions?merchantId=${pay.merchantId}`,
  );
  const families = Map.groupBy(all, ({ parentReferenceCode }) => parentReferenceCode);
  return [...families]
    .map(([id, family]) => subscriberOf(id, family))
    .reverse()
    .sort((a, b) => b.startedAt - a.startedAt);
}

function subscriberOf(id: string, family: readonly ProviderSubscription[]): ConsoleSubscriber {
  const [first] = family;
  const newest =
    family.findLast(({ subscriptionStatus }) => subscriptionStatus !== 'UPGRADED') ?? family.at(-1);
  if (!first || !newest) throw new Error('a family has a member');
  const waiting = LIVE.includes(newest.subscriptionStatus)
    ? newest.orders
        .filter(({ orderStatus }) => orderStatus === 'WAITING')
        .map(({ startPeriod }) => startPeriod)
    : [];
  return {
    id,
    references: family.map(({ referenceCode }) => referenceCode),
    email: newest.customerEmail,
    plan: newest.pricingPlanName,
    status: newest.subscriptionStatus,
    startedAt: first.createdDate,
    nextChargeAt: waiting.length === 0 ? null : Math.min(...waiting),
  };
}

/** A subscriber's history, newest first, from the provider, the service and its webhooks. */
export async function timelineOf(
  sources: ConsoleSources,
  tenant: DemoTenant,
  id: string,
): Promise<Happening[]> {
  const subscriber = (await subscribersOf(sources, tenant)).find((each) => each.id === id);
  if (!subscriber) return [];
  const result = await Promise.all([
    charges(sources, tenant, subscriber),
    fromService(sources, tenant, subscriber),
  ]);
  return [...result.flat(), ...webhooks(sources, tenant, subscriber)].sort((a, b) => (a.at < b.at ? 1 : -1));
}

/** What the provider charged, tried again and gave back. */
async function charges(
  { urls, call }: ConsoleSources,
  { pay }: DemoTenant,
  { references }: ConsoleSubscriber,
): Promise<Happening[]> {
  const book = (name: string) => `${urls.pay}/sandbox/${name}?merchantId=${pay.merchantId}`;
  const [ledger, givenBack] = await Promise.all([
    call<Charge[]>('GET', book('ledger')),
    call<GivenBack[]>('GET', book('refunds')),
  ]);
  const own = ledger.filter(({ subscriptionReferenceCode: of }) => of !== null && references.includes(of));
  const payments = new Set(own.map(({ paymentId }) => paymentId));
  const tried = new Set<string>();
  return [
    ...own.map((one) => {
      const isAgain = one.orderReferenceCode !== null && tried.has(one.orderReferenceCode);
      if (one.orderReferenceCode !== null) tried.add(one.orderReferenceCode);
      return charged(one, isAgain);
    }),
    ...givenBack.filter(({ paymentId }) => payments.has(paymentId)).map(refunded),
  ];
}

function charged({ kind, amount, currency, status, errorCode, time }: Charge, isAgain: boolean): Happening {
  const what = kind === 'order' ? 'charge' : 'card check';
  return {
    at: new Date(time).toISOString(),
    by: 'provider',
    what: `${what} ${status === 'SUCCESS' ? 'paid' : 'refused'}${isAgain ? ', tried again' : ''}`,
    detail: `${amount} ${currency}${errorCode === null ? '' : ` (${errorCode})`}`,
    good: status === 'SUCCESS',
  };
}

function refunded({ amount, currency, status, errorCode, by, createdDate }: GivenBack): Happening {
  return {
    at: new Date(createdDate).toISOString(),
    by: 'provider',
    what: status === 1 ? 'given back' : 'refund refused',
    detail: `${amount} ${currency}${by === 'panel' ? ' in the panel' : ''}${errorCode === null ? '' : ` (${errorCode})`}`,
    good: status === 1,
  };
}

function webhooks(
  { arrivals }: ConsoleSources,
  { webhookUrl }: DemoTenant,
  { references }: ConsoleSubscriber,
): Happening[] {
  if (webhookUrl === null) return [];
  return arrivals.list({ path: new URL(webhookUrl).pathname }).flatMap(({ receivedAt, body, status }) => {
    const { notificationType, subtype, attempt, data } = payloadIn(body);
    if (!references.includes(data?.subscriptionReference ?? '')) return [];
    return {
      at: receivedAt,
      by: 'webhook' as const,
      what: [notificationType, subtype].filter(Boolean).join(' / '),
      detail: `attempt ${attempt ?? '?'}, answered ${status || 'nothing'}`,
      good: status >= 200 && status < 300,
    };
  });
}

/** The service's own timeline; empty for a subscriber it does not know (yet). */
async function fromService(
  { urls, call, serves }: ConsoleSources,
  { apiKey, apiSecret, plans }: DemoTenant,
  { references }: ConsoleSubscriber,
): Promise<Happening[]> {
  const named = (value: string) => plans.find(({ referenceCode }) => referenceCode === value)?.name ?? value;
  if (!serves(TIMELINE_ROUTE)) return [];
  const query = `subscriber-id=${references.at(-1) ?? ''}&limit=${TIMELINE_MAX}`;
  const headers = { 'x-api-key': apiKey, 'x-api-secret': apiSecret };
  const { data } = await call<{ data: ServiceHappening[] }>(
    'GET',
    `${urls.api}/subscribers/timeline?${query}`,
    undefined,
    headers,
  ).catch(() => ({ data: [] }));
  return data.map(({ at, what, from, to, cause }) => ({
    at,
    by: 'service',
    what: what.replaceAll('_', ' '),
    detail: [
      typeof from === 'string' && typeof to === 'string' && from !== to
        ? `${named(from)} → ${named(to)}`
        : '',
      cause?.by ? `by ${cause.by}` : '',
    ]
      .filter(Boolean)
      .join(', '),
    good: true,
  }));
}

interface Payload {
  readonly notificationType?: string;
  readonly subtype?: string;
  readonly attempt?: number;
  readonly data?: { readonly subscriptionReference?: string };
}

function payloadIn(body: string): Payload {
  try {
    return (JSON.parse(body) ?? {}) as Payload;
  } catch {
    return {};
  }
}
