import { behave, control } from '../../../support/world/shop.ts';
import type { Dice } from '../../dice.ts';
import type { Shop } from '../records.ts';
import type { Stage } from '../stage.ts';
import { WAYS } from '../trouble.ts';

/** By then the provider has sent its notification of a charge, signed with the key of that time, or not at all. */
const NOTIFIED_WITHIN_MS = 2 * 60 * 60_000;

/** The next calls to the provider go wrong, each in a way of its own. */
export function troubleNext(stage: Stage, shop: Shop, dice: Dice): void {
  const calls = dice.between(1, 4);
  for (let call = 0; call < calls; call++) shop.trouble.next.push(dice.pick(WAYS));
  shop.trouble.note(stage.now);
}

/** Every call goes wrong in one way, until that is lifted. */
export function troubleLasting(stage: Stage, shop: Shop, dice: Dice): void {
  shop.trouble.lasting = dice.pick(WAYS);
  shop.trouble.note(stage.now);
}

export function slowDown(_: Stage, shop: Shop, dice: Dice): void {
  shop.trouble.slowMs = dice.pick([0, 2_000, 9_000]);
}

/** The merchant changes its key at the provider, and tells us only later. */
export async function changeKey(stage: Stage, shop: Shop): Promise<void> {
  missNews(stage, shop); // from now on it is signed with a key that we do not have
  shop.trouble.wrongKey = true;
  shop.trouble.note(stage.now);
  await setKey(stage, shop, `changed-${stage.step}`);
}

/** What was charged at the panel just now, nobody tells us of. */
function missNews(stage: Stage, { panelCharges }: Shop): void {
  for (const charge of panelCharges) if (charge.at > stage.now - NOTIFIED_WITHIN_MS) charge.isUntold = true;
}

/** All that was wrong at the provider is right again. */
export async function mend(stage: Stage, shop: Shop): Promise<void> {
  shop.trouble.heal(stage.now);
  await setKey(stage, shop, shop.tenant.credentials.secretKey);
}

async function setKey(stage: Stage, shop: Shop, secretKey: string): Promise<void> {
  const { apiKey } = shop.tenant.credentials;
  await control(stage.place, '/merchants', { apiKey, secretKey });
}

/** Notifications are dropped, doubled, delayed or delivered as they should be. */
export async function disturbNotifications(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const how = dice.pick(['dropped', 'doubled', 'late', 'usual']);
  shop.unnotified = how === 'dropped';
  shop.keptSilent ||= shop.unnotified;
  if (shop.unnotified) missNews(stage, shop);
  await behave(stage.place, shop.tenant, {
    dropNotifications: how === 'dropped',
    duplicateNotifications: how === 'doubled',
    reorderNotifications: how === 'late',
  });
}

/** What the provider shows of a purchase lags behind. */
export async function lag(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const completionLagMs = dice.pick([0, 0, 30_000]);
  const searchLagMs = dice.pick([0, 60_000, 300_000]);
  shop.lags = completionLagMs > 0;
  shop.searchLagMs = searchLagMs;
  shop.lagged ||= searchLagMs > 0;
  await behave(stage.place, shop.tenant, { completionLagMs, searchLagMs });
}

export function switchReceiver(_: Stage, shop: Shop, dice: Dice): void {
  shop.receiver = dice.pick(['up', 'up', 'refusing', 'gone', 'moved', 'silent']);
}
