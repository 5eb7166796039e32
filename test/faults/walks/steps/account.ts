import { HOUR, MINUTE } from '../../../world/shop.ts';
import { reconcileSubscriber } from '../../../../lib/reconciliation/reconcile.ts';
import type { Dice } from '../../delivery/dice.ts';
import { bodyOf, eventIdsOf } from '../received.ts';
import type { Shop } from '../records.ts';
import type { Stage } from '../stage.ts';
import { uuidOf } from './manage.ts';

const BY_OPERATOR = { by: 'operator', id: null } as const;
/** A key is refused everywhere within a minute of its end. */
const CACHED_MS = MINUTE;
const PAGES_MAX = 4;

/** The tenant's key pair is rotated; the old one goes on working for some hours. */
export async function rotateKey(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const overlapHours = dice.pick([0, 1, 24]);
  const old = shop.headers;
  const asked = { body: { apiKey: old['x-api-key'], overlapHours } };
  const { status, body } = await stage.ask(shop, 'account/rotate-key', asked);
  if (status !== 200) return;
  const { apiKey, apiSecret } = body.data as { apiKey: string; apiSecret: string };
  shop.oldKeys.push({ headers: old, until: stage.now + overlapHours * HOUR });
  shop.headers = { 'x-api-key': apiKey, 'x-api-secret': apiSecret };
}

/** Somebody still calls with a pair that was rotated: as long as it lives, and when it is certain to be dead. */
export async function useOldKey(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const { headers, until } = dice.pick(shop.oldKeys);
  const isDead = stage.now > until + CACHED_MS;
  if (!isDead && stage.now > until - MINUTE) return;
  await stage.ask(shop, 'plans/list', {}, { headers, expected: isDead ? 401 : 200 });
}

/** The webhook's secret is rotated, or a rotation finished before its time. */
export async function rotateSecret(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const last = shop.secrets.at(-1)!;
  const isRunning = last.from > stage.now;
  if (isRunning && dice.chance(0.5)) {
    const { status } = await stage.ask(shop, 'account/finish-rotation', {}, { expected: 200 });
    if (status === 200) last.from = stage.now;
    return;
  }
  const overlapHours = dice.pick([0, 1, 24]);
  const beside = { expected: isRunning ? 409 : 200 };
  const { status, body } = await stage.ask(
    shop,
    'account/rotate-webhook-secret',
    { body: { overlapHours } },
    beside,
  );
  if (status !== 200) return;
  const { secret } = body.data as { secret: string };
  shop.secrets.push({ secret, since: stage.now, from: stage.now + overlapHours * HOUR });
}

/** An event that the receiver has got, or should have, is asked for once more. */
export async function replay(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  await stage.place.hear(shop);
  const ids = eventIdsOf(shop.posts);
  if (ids.length === 0) return;
  const eventId = dice.pick(ids);
  const after = shop.posts.filter((post) => bodyOf(post).eventId === eventId).length;
  const { status } = await stage.ask(shop, 'events/replay', { body: { eventId } });
  if (status === 200) shop.replayed.push({ eventId, after });
}

/** A receiver reads on in the feed, from where it stopped the last time. */
export async function readFeed(stage: Stage, shop: Shop, dice: Dice, pagesMax = PAGES_MAX): Promise<void> {
  const limit = dice.pick(['1', '3', '100']);
  for (let page = 0; page < pagesMax; page++) {
    const { next: after } = shop.feed;
    const query = { limit, ...(after !== undefined && { after }) };
    const { status, body } = await stage.ask(shop, 'events/feed', { query }, { expected: 200 });
    if (status !== 200) return;
    const { events, next, atEnd } = body as {
      events: { eventId: string }[];
      next: string | null;
      atEnd: boolean;
    };
    shop.feed.eventIds.push(...events.map(({ eventId }) => eventId));
    shop.feed.next = next ?? undefined;
    if (atEnd) return;
  }
}

/** An operator has a subscriber compared with the provider right now, while others may be at it. */
export async function reconcileByHand(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const { svcId } = dice.pick(shop.members);
  const named = { tenantId: shop.tenant.tenantId, subscriberId: uuidOf(svcId) };
  await stage.together(
    dice,
    () => reconcileSubscriber(stage.place.app, named, BY_OPERATOR),
    () => stage.place.settle(),
  );
}

/** What an account page shows. */
export async function readAccount(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const limit = dice.pick(['1', '10', '100']);
  await stage.ask(shop, 'account/get', {}, { expected: 200 });
  await stage.ask(shop, 'account/list-keys', { query: { limit } }, { expected: 200 });
  await stage.ask(shop, 'events/list', { query: { limit } }, { expected: 200 });
  await stage.ask(shop, 'subscribers/list', { query: { limit } }, { expected: 200 });
  await stage.ask(shop, 'reports/differences', { query: { limit } }, { expected: 200 });
}
