import type { Running } from '../../flows/cloud/running.ts';
import type { LoadShop, Subject } from './load-shops.ts';

export interface Publication {
  /** Changes of plan that were answered yes: each of them has made an event. */
  readonly published: number;
  /** The same by the number of the shop. */
  readonly publishedOf: readonly number[];
  /** Answers other than yes, by status and error. */
  readonly refused: ReadonlyMap<string, number>;
  /** What the service was asked a second. */
  readonly perSecond: number;
}

/**
 * Changes plans at a steady rate, each at its own time whether the ones before have been answered or not. Subscribers
 * take turns; where all of them still wait for an answer the publisher waits too, and its rate tells.
 */
export async function publish(
  running: Running,
  shops: readonly LoadShop[],
  subjects: readonly Subject[],
  profile: { readonly events: number; readonly perSecond: number },
): Promise<Publication> {
  const publishedOf = shops.map(() => 0);
  const refused = new Map<string, number>();
  const free = [...subjects];
  const underWay = new Set<Promise<void>>();
  const began = performance.now();
  for (let i = 0; i < profile.events; i++) {
    const wait = began + (i * 1_000) / profile.perSecond - performance.now();
    if (wait > 1) await new Promise((done) => setTimeout(done, wait));
    while (free.length === 0) await Promise.race(underWay);
    const subject = free.shift()!;
    const one = change(subject, shops[subject.shop]!).finally(() => {
      underWay.delete(one);
      free.push(subject);
    });
    underWay.add(one);
  }
  const perSecond = (profile.events * 1_000) / (performance.now() - began);
  await Promise.all(underWay);
  const published = publishedOf.reduce((sum, count) => sum + count, 0);
  return { published, publishedOf, refused, perSecond };

  async function change(subject: Subject, shop: LoadShop): Promise<void> {
    const plan = (subject.plan + 1) % shop.planIds.length;
    const ids = { 'svc-subscriber-id': subject.svcId, 'svc-plan-id': shop.planIds[plan] };
    const { status, body } = await running.api('PUT', '/subscribers', ids, shop);
    if (status !== 200) {
      const why = `${status} ${String(body.error)}`;
      refused.set(why, (refused.get(why) ?? 0) + 1);
      return;
    }
    subject.plan = plan;
    publishedOf[subject.shop]! += 1;
  }
}
