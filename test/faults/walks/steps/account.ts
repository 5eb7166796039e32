import { HOUR, MINUTE } from '../../../support/world/shop.ts';
import type { Dice } from '../../dice.ts';
import type { Shop } from '../records.ts';
import type { Stage } from '../stage.ts';

/** A key is refused everywhere within a minute of its end. */
const CACHED_MS = MINUTE;

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
export async function useOldKey(stage: Stage, shop: Shop, dice: Dice): Promise<boolean> {
  if (shop.oldKeys.length === 0) await rotateKey(stage, shop, dice);
  const certain = shop.oldKeys.filter(({ until }) => Math.abs(stage.now - until) > CACHED_MS);
  if (certain.length === 0) return false;
  const { headers, until } = dice.pick(certain);
  const isDead = stage.now > until;
  await stage.ask(shop, 'plans/list', {}, { headers, expected: isDead ? 401 : 200 });
  return true;
}

/** The plans are read at the provider now. */
export async function syncPlans(stage: Stage, shop: Shop): Promise<void> {
  await stage.ask(shop, 'plans/sync', {}, { expected: 200 });
}

/** What an account page shows. */
/** How failed renewals are tried again from now on: not at all, or on some days, and what follows. */
export async function setRecovery(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const retryDays = dice.pick([[], [1, 3, 6], [1, 3, 6, 10, 16, 24]]);
  const body = { retryDays, then: dice.pick(['cancel', 'keep']) };
  await stage.ask(shop, 'account/set-recovery', { body }, { expected: 200 });
}

export async function readAccount(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const limit = dice.pick(['1', '10', '100']);
  await stage.ask(shop, 'account/get', {}, { expected: 200 });
  await stage.ask(shop, 'account/list-keys', { query: { limit } }, { expected: 200 });
  await stage.ask(shop, 'events/list', { query: { limit } }, { expected: 200 });
  await stage.ask(shop, 'subscribers/list', { query: { limit } }, { expected: 200 });
  await stage.ask(shop, 'reports/differences', { query: { limit } }, { expected: 200 });
}
