import { accessOf } from '../../../../lib/access/person-access.ts';
import { idFrom } from '../../../../lib/billing/identifiers.ts';
import { readTenant } from '../../../../lib/table/tenants/tenants.ts';
import { accessAnswer } from '../../../../lib/wire/access.ts';
import type { Dice } from '../../dice.ts';
import type { Shop } from '../records.ts';
import type { ComparedBy, Stage } from '../stage.ts';
import { forTenant } from '../../../../lib/runtime/for-tenant.ts';

const SECOND = 1_000;
const DAY = 86_400_000;

interface Entry {
  readonly svcId: string;
  readonly access: boolean;
  readonly until: string | null;
  readonly because: string;
}

interface Said extends Omit<Entry, 'svcId'> {
  readonly changesAt: string | null;
  readonly validUntil: string;
  readonly plan: unknown;
  readonly features: unknown;
  readonly subscriptions: readonly Entry[];
}

/** A subscription as GET /subscribers has it. */
interface Shown {
  readonly subscriptionStatus: string;
  readonly cancelAtPeriodEnd: boolean;
  readonly accessUntil: string | null;
  readonly graceEndsAt: string | null;
  readonly currentPeriodEnd: string | null;
  readonly payReference: string;
}

/**
 * What is said of one person's access after a step, against what is shown of their subscriptions: the same by each
 * identifier, true a second before `changesAt`, and as the shown times foretell a second after it.
 */
export async function accessWrong(stage: Stage, dice: Dice): Promise<string[]> {
  if (stage.place.longestMs !== Infinity) return []; // where time runs by itself, it runs between two answers too
  const shop = dice.pick(stage.shops);
  if (shop.members.length === 0) return [];
  const { svcId } = dice.pick(shop.members);
  const found = await read(stage, shop, 'subscribers/get', { 'svc-id': svcId });
  if (found === undefined) return [];
  const said = (await read(stage, shop, 'access', { 'svc-id': svcId }))?.data as Said | undefined;
  if (said === undefined) return [`nothing is said of ${svcId}, which is shown`];
  const shown = new Map<string, Shown>();
  for (const one of said.subscriptions) {
    const got = await read(stage, shop, 'subscribers/get', { 'svc-id': one.svcId });
    if (got) shown.set(one.svcId, got.data as Shown);
  }
  stage.compared.moments++;
  const { now } = stage;
  const wrong = [
    ...boundsWrong(said, now),
    ...lateWrong(said, shown, now),
    ...entriesWrong(said, shown, now),
    ...(await namedOtherwise(stage, shop, found, said)),
    ...(await changesWrong(stage, shop, { svcId, said, shown })),
  ];
  return wrong.map((what) => `step ${stage.step}, shop ${shop.number}, ${svcId}: ${what}`);
}

async function read(
  { place }: Stage,
  shop: Shop,
  route: 'subscribers/get' | 'access',
  query: Record<string, string>,
): Promise<Record<string, unknown> | undefined> {
  const { status, body } = await place.call(route, { query, headers: shop.headers });
  return status === 200 ? body : undefined;
}

function boundsWrong({ access, changesAt, validUntil, subscriptions }: Said, now: number): string[] {
  const [changes, valid] = [changesAt === null ? Infinity : Date.parse(changesAt), Date.parse(validUntil)];
  const isUnion = access === subscriptions.some((one) => one.access);
  return [
    ...(changes <= now ? [`changesAt ${changesAt} is over`] : []),
    ...(valid <= now || valid > Math.min(changes, now + DAY) ? [`validUntil is ${validUntil}`] : []),
    ...(isUnion ? [] : [`access ${access} is not that of the subscriptions`]),
  ];
}

/** Whether `changesAt` is later than a shown time at which a running subscription's access may change. */
function lateWrong({ changesAt }: Said, shown: ReadonlyMap<string, Shown>, now: number): string[] {
  const changes = changesAt === null ? Infinity : Date.parse(changesAt);
  const times = [...shown.values()].flatMap((one) => {
    const { subscriptionStatus: status, cancelAtPeriodEnd, accessUntil, graceEndsAt } = one;
    if (status === 'PAYMENT_FAILED') return [graceEndsAt];
    return status === 'ACTIVE' ? [cancelAtPeriodEnd ? accessUntil : one.currentPeriodEnd] : [];
  });
  const first = Math.min(...times.map((at) => Date.parse(at ?? '')).filter((at) => at > now));
  return changes > first ? [`changesAt ${changesAt} is later than ${iso(first)}`] : [];
}

function entriesWrong({ subscriptions }: Said, shown: ReadonlyMap<string, Shown>, at: number): string[] {
  return subscriptions.flatMap(({ svcId, access, until, because }) => {
    const one = shown.get(svcId);
    if (!one) return [`${svcId} is said and not shown`];
    const want = wanted(one, at);
    const isSo = want.because.includes(because) && access === want.access && until === want.until;
    return isSo ? [] : [`${because} until ${until}, wanted ${JSON.stringify(want)} at ${iso(at)}`];
  });
}

/** Whether a subscription that is shown so lets its customer in at a moment, without news. */
function wanted(one: Shown, at: number) {
  const { subscriptionStatus: status, cancelAtPeriodEnd, accessUntil, graceEndsAt } = one;
  const end = cancelAtPeriodEnd && accessUntil !== null ? Date.parse(accessUntil) : Infinity;
  const out = (because: string) => ({ access: false, until: null, because: [because] });
  if (status === 'CANCELLED' || status === 'EXPIRED' || at >= end) return out('ended');
  if (status === 'PENDING') return out('waiting');
  if (status === 'PAYMENT_FAILED' && (graceEndsAt === null || at >= Date.parse(graceEndsAt)))
    return out('not_paid');
  if (status === 'PAYMENT_FAILED') return { access: true, until: graceEndsAt, because: ['grace'] };
  return cancelAtPeriodEnd
    ? { access: true, until: accessUntil, because: ['cancelled_still_paid'] }
    : { access: true, until: null, because: ['paid', 'trial'] };
}

/** The answers by the provider's reference, the tenant's own id and, where nobody else has bought with it, the address. */
async function namedOtherwise(
  stage: Stage,
  shop: Shop,
  found: Record<string, unknown>,
  said: Said,
): Promise<string[]> {
  const { payReference } = found.data as Shown;
  const customer = found.customer as { email: string; externalId: string | null } | null;
  const names: (readonly [ComparedBy, Record<string, string>])[] = [
    ['provider', { 'pay-subscriber-code': payReference }],
    ...(customer?.externalId ? [['ownId', { 'external-id': customer.externalId }] as const] : []),
    ...(customer?.email.includes('@') ? [['email', { email: customer.email }] as const] : []),
  ];
  const wrong: string[] = [];
  for (const [by, query] of names) {
    stage.compared[by]++;
    const other = (await read(stage, shop, 'access', query))?.data as Said | undefined;
    const isAll = said.subscriptions.every(({ svcId }) =>
      other?.subscriptions.some((one) => one.svcId === svcId),
    );
    const hasMore =
      query.email !== undefined && (other?.subscriptions.length ?? 0) > said.subscriptions.length;
    if (!isAll || (!hasMore && JSON.stringify(other) !== JSON.stringify(said)))
      wrong.push(`by ${JSON.stringify(query)} it is ${JSON.stringify(other)}, not ${JSON.stringify(said)}`);
  }
  return wrong;
}

/** What would be said a second before and after `changesAt`, if nothing happened until then. */
async function changesWrong(
  { place, now }: Stage,
  shop: Shop,
  { svcId, said, shown }: { svcId: string; said: Said; shown: ReadonlyMap<string, Shown> },
): Promise<string[]> {
  if (said.changesAt === null) return [];
  const changes = Date.parse(said.changesAt);
  const tenant = await readTenant(forTenant(place.app, shop.tenant.tenantId));
  const id = idFrom('subscription', svcId);
  if (id === undefined) return [`${svcId} is no svcId`];
  const sayAt = async (at: number): Promise<Said> => {
    const ref = { by: 'svc', id } as const;
    const { person, planNow } = await accessOf(forTenant(place.app, tenant), ref, at);
    return accessAnswer(person, planNow, undefined).data;
  };
  const before = changes - SECOND > now ? same(said, await sayAt(changes - SECOND)) : [];
  const after = await sayAt(changes + SECOND);
  return [...before, ...entriesWrong(after, shown, changes + SECOND)];
}

function same(said: Said, later: Said): string[] {
  const what = ({ access, until, because, plan, features, subscriptions }: Said) =>
    JSON.stringify({ access, until, because, plan, features, subscriptions });
  return what(said) === what(later) ? [] : [`before changesAt it is ${what(later)}, not ${what(said)}`];
}

const iso = (at: number) => new Date(at).toISOString();
