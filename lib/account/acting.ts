import { API_KEY, isLive, type KeyActor } from '../billing/api-key.ts';
import type { CoreApp } from '../runtime/app.ts';
import { DECISIONS_MAX } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { apiKeyFrom } from '../table/tenants/keys.ts';
import { key } from '../table/schema.ts';
import {
  conflictOf,
  isSameKey,
  keyOfChange,
  tryWrite,
  type Change,
  type Check,
  type Condition,
  type Key,
} from '../table/table.ts';

/** What a key pair must be to change credentials or addresses: a leaked pair that was rotated must not outlive itself. */
const MAY_CHANGE: Condition = [API_KEY.is('status', 'ACTIVE'), API_KEY.is('expiresAt', null)];

/** Who acts: the tenant's key pair, one of its people, or an operator. */
export function actorOf({ actor, callerKey }: Pick<CoreApp, 'actor' | 'callerKey'>): KeyActor {
  if (actor?.by === 'person')
    return actor.isOperator === true
      ? { by: 'operator', who: actor.who, personId: null }
      : { by: 'person', who: actor.who, personId: actor.personId };
  return callerKey === undefined
    ? { by: 'operator', who: null, personId: null }
    : { by: 'key', who: callerKey, personId: null };
}

/**
 * Writes changes while the caller's key pair is active, or the person who acts still may; false if another condition did
 * not hold. Throws `key_not_allowed`, and what `stillAllowed` throws.
 */
export async function writeIfAllowed(app: CoreApp, changes: readonly Change[]): Promise<boolean> {
  const { callerKey, actor } = app;
  if (actor?.by === 'person') return writeWhile(app, changes, actor.stillAllowed);
  if (callerKey === undefined) return tryWrite(() => app.table.write(changes));
  const at = key.apiKey(callerKey);
  const isMade = await tryWrite(() => app.table.write(whileAllowed(at, changes)));
  if (!isMade) await refuseUnlessAllowed(app, at);
  return isMade;
}

/**
 * Writes changes under conditions that are made anew where they alone have failed; false if one of the changes' own did
 * not hold. Throws what `conditions` throws, and `concurrent_change`.
 */
export async function writeWhile(
  app: CoreApp,
  changes: readonly Change[],
  conditions: () => Promise<readonly Check[]>,
): Promise<boolean> {
  for (let tried = 1; tried <= DECISIONS_MAX; tried++) {
    const named = changes.map(keyOfChange);
    const own = (await conditions()).filter(({ check }) => !named.some((one) => isSameKey(one, check)));
    const conflict = await conflictOf(() => app.table.write([...changes, ...own]));
    if (!conflict) return true;
    if (conflict.failed.some((at) => at < changes.length)) return false;
  }
  throw new Refusal('concurrent_change');
}

/** A transaction names an item once: where it changes the caller's own pair, the condition is the change's. */
function whileAllowed(at: Key, changes: readonly Change[]): Change[] {
  const guarded = changes.map((change) =>
    'update' in change && change.update.pk === at.pk
      ? { ...change, if: [...(change.if ?? []), ...MAY_CHANGE] }
      : change,
  );
  const isNamed = changes.some((change) => 'update' in change && change.update.pk === at.pk);
  return isNamed ? guarded : [...guarded, { check: at, if: MAY_CHANGE }];
}

async function refuseUnlessAllowed(app: CoreApp, at: Key): Promise<void> {
  const item = await app.table.get(at, { consistent: true });
  const found = item && apiKeyFrom(item);
  if (!found || !isLive(found, app.clock()) || found.expiresAt !== null) throw new Refusal('key_not_allowed');
}
