import type { ShopEvidence } from '../evidence.ts';
import { bodyOf } from '../../posts.ts';
import type { Family } from './families.ts';

/** A delivery that was under way when a customer was erased arrives within this time. */
const UNDER_WAY_MS = 1_000;

/**
 * Personal data that was erased stays so: neither deliveries nor answers name the customer of a subscription that was on
 * record then. A purchase recorded only afterwards, because nobody came back from its form, is a customer anew.
 */
export function erasureViolations(shop: ShopEvidence, families: readonly Family[]): string[] {
  return shop.erased.flatMap(({ email, at }) => {
    const before = families.filter(({ here }) => createdAt(here.got.body) < at);
    const ids = new Set(before.map(({ id }) => id));
    const deliveries = shop.posts
      .filter((post) => post.at > at + UNDER_WAY_MS)
      .map((post) => bodyOf(post).data)
      .filter(({ customer, subscriptionId }) => isOf(customer, email) && ids.has(String(subscriptionId)));
    const answers = before.filter(({ here }) => isOf(here.got.body.customer, email));
    return [
      ...deliveries.map(() => `a delivery names ${email}, who was erased`),
      ...answers.map(() => `GET /subscribers names ${email}, who was erased`),
    ];
  });
}

const isOf = (customer: unknown, email: string) =>
  (customer as { email?: string } | null | undefined)?.email?.toLowerCase() === email;

const createdAt = ({ data }: Readonly<Record<string, unknown>>) =>
  Date.parse((data as { createdAt?: string } | undefined)?.createdAt ?? '');
