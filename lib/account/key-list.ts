import { isLive, type KeyInfo } from '../billing/api-key.ts';
import type { CoreApp } from '../runtime/app.ts';
import { API_KEYS, DECISIONS_MAX } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { writeIfAllowed } from './acting.ts';
import { apiKeyFrom, lastUseFrom } from '../table/tenants/keys.ts';
import { fieldsOf } from '../table/fields.ts';
import { key } from '../table/schema.ts';
import { range } from '../table/ranges.ts';
import type { Change, Item } from '../table/table.ts';

/** All keys of a tenant, newest first. Two round trips. */
export async function readKeys(app: CoreApp, tenant: string): Promise<KeyInfo[]> {
  const listed = await app.table.query({ ...range.apiKeys(tenant), consistent: true });
  const names = listed.map((item) => fieldsOf(item).text('apiKey'));
  const items = await app.table.getMany(
    names.flatMap((name) => [key.apiKey(name), key.apiKeyUse(tenant, name)]),
    { consistent: true },
  );
  const known = names.flatMap((_, at) => {
    const item = items[2 * at];
    return item ? [infoFrom(item, items[2 * at + 1])] : [];
  });
  return known.sort((a, b) => b.createdAt - a.createdAt || (a.apiKey < b.apiKey ? 1 : -1));
}

/** The revision of a tenant's list of keys, which every change raises; undefined before the first. */
async function readRevision(app: CoreApp, tenant: string): Promise<number | undefined> {
  const counter = await app.table.get(key.apiKeysRevision(tenant), { consistent: true });
  return counter && fieldsOf(counter).number('revision');
}

/**
 * Changes a tenant's keys by their current state, with optimistic locking: concurrent changes run one after the other,
 * so that they cannot exceed a limit together. Throws `key_not_allowed` if the caller's own pair has ended or expires.
 */
export async function changeKeys<T>(
  app: CoreApp,
  tenant: string,
  decide: (keys: readonly KeyInfo[], now: number) => { result: T; changes: readonly Change[] },
): Promise<T> {
  for (let tried = 1; ; tried++) {
    const revision = await readRevision(app, tenant); // before the keys: what changes from here on fails the write
    const { result, changes } = decide(await readKeys(app, tenant), app.clock());
    if (changes.length === 0) return result;
    if (await writeIfAllowed(app, [...changes, revisionUpdate(tenant, revision)])) return result;
    if (tried === DECISIONS_MAX) throw new Refusal('concurrent_change');
  }
}

function revisionUpdate(tenant: string, revision: number | undefined): Change {
  return {
    update: key.apiKeysRevision(tenant),
    set: { revision: (revision ?? 0) + 1 },
    if: [revision === undefined ? { absent: true } : { attribute: 'revision', is: revision }],
  };
}

/** Deletes expired and revoked keys, except for the newest ones, which are still listed. */
export function endedKeyDeletes(tenant: string, keys: readonly KeyInfo[], now: number): Change[] {
  const ended = keys.filter((one) => !isLive(one, now)).slice(API_KEYS.endedShown);
  return ended.flatMap(({ apiKey }) => [
    { delete: key.apiKey(apiKey) },
    { delete: key.apiKeyListed(tenant, apiKey) },
    { delete: key.apiKeyUse(tenant, apiKey) },
  ]);
}

function infoFrom(item: Item, use: Item | undefined): KeyInfo {
  const { secretHash: _hash, ...info } = apiKeyFrom(item);
  return { ...info, lastUsedAt: lastUseFrom(use) };
}
