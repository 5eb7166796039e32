import type { ShopEvidence } from '../evidence.ts';
import { bodyOf } from '../../posts.ts';
import type { Family } from './families.ts';

/** A delivery that was under way when a customer was erased arrives within this time. */
const UNDER_WAY_MS = 1_000;

/**
 * Personal data that was erased stays so: neither deliveries nor answers name the customer of a subscription that was on
 * record then. An event of somebody who had the address before keeps it as it was. A purchase recorded only afterwards, because nobody came back from its form, is a customer anew; and an
 * address that is free again may be another customer's, whom the tenant corrects to it afterwards.
 */
export function erasureViolations(shop: ShopEvidence, families: readonly Family[]): string[] {
  return shop.erased.flatMap(({ email, at, svcIds }) => {
    const before = families.filter(({ here }) => createdAt(here.got.body) < at);
    const taken = before.filter(({ svcId }) => svcId !== undefined && svcIds.includes(svcId));
    const others = before.filter((one) => !taken.includes(one));
    const givenAt = (one: Family) => correctedTo(shop, families, { one, email, at });
    const mayName = new Map(others.map((one) => [one.id, givenAt(one)] as const));
    const ids = new Set(before.map(({ id }) => id));
    const moved = others.filter(({ here }) => !isOf(here.got.body.customer, email));
    const formerly = new Set(moved.map(({ id }) => id));
    const deliveries = shop.posts
      .filter((post) => post.at > at + UNDER_WAY_MS)
      .filter((post) => {
        const { customer, subscriptionId: id } = bodyOf(post).data;
        if (!isOf(customer, email) || !ids.has(String(id)) || formerly.has(String(id))) return false;
        return post.at < (mayName.get(String(id)) ?? Infinity);
      });
    const answers = before.filter(
      (one) => isOf(one.here.got.body.customer, email) && mayName.get(one.id) === undefined,
    );
    const again = taken.filter(({ here }) => isSomebody(here.got.body.customer));
    return [
      ...deliveries.map(() => `a delivery names ${email}, who was erased`),
      ...answers.map(() => `GET /subscribers names ${email}, who was erased`),
      ...again.map(({ name }) => `GET /subscribers names somebody of ${name}, who was erased with ${email}`),
    ];
  });
}

/** When the tenant first asked, after an erasure, to have the customer of a subscription corrected to that address. */
function correctedTo(
  { corrections }: ShopEvidence,
  families: readonly Family[],
  { one, email, at }: { readonly one: Family; readonly email: string; readonly at: number },
): number | undefined {
  const own = new Set(
    families.filter((each) => customerOf(each) === customerOf(one)).map(({ svcId }) => svcId),
  );
  const times = corrections
    .filter(({ kind, value, svcId }) => kind === 'email' && value.toLowerCase() === email && own.has(svcId))
    .flatMap(({ askedAt }) => askedAt.filter((time) => time >= at));
  return times.length === 0 ? undefined : Math.min(...times);
}

const customerOf = ({ here }: Family) => (here.got.body.customer as { id?: string } | null | undefined)?.id;

/** Whether a customer shows anything of a person. */
function isSomebody(customer: unknown): boolean {
  const { email, name, surname, gsmNumber } = (customer ?? {}) as Record<string, unknown>;
  return gsmNumber !== null || [email, name, surname].some((text) => text !== 'erased');
}

const isOf = (customer: unknown, email: string) =>
  (customer as { email?: string } | null | undefined)?.email?.toLowerCase() === email;

const createdAt = ({ data }: Readonly<Record<string, unknown>>) =>
  Date.parse((data as { createdAt?: string } | undefined)?.createdAt ?? '');
