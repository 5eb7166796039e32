import { createHash } from 'node:crypto';
import type { Mode } from '../billing/mode.ts';
import { API_KEY, isLive, type ApiKey, type KeyInfo } from '../billing/api-key.ts';
import { areAllRights, rightsLacking, type Right } from '../billing/rights.ts';
import type { CoreApp, NotesForRestore, OfTenant } from '../runtime/app.ts';
import { API_KEYS, HOUR_MS, DECISIONS_MAX } from '../limits.ts';
import { keyLacks, Refusal } from '../refusal.ts';
import { apiKeyItem, secretHashOf, apiKeyFrom, lastUseFrom } from '../table/tenants/keys.ts';
import { key } from '../table/schema.ts';
import type { Change, Item } from '../table/table.ts';
import { readTenant } from '../table/tenants/tenants.ts';
import { actorOf, writeIfAllowed } from './acting.ts';
import { noteKeyEnd } from './restore-notes.ts';
import { fieldsOf } from '../table/fields.ts';
import { range } from '../table/ranges.ts';

/** The label and rights of a new key pair. */
export interface NewPair {
  readonly label: string;
  readonly rights: readonly Right[];
}

/** A new key pair. The secret is shown now and never again. */
export interface IssuedKey {
  readonly key: KeyInfo;
  readonly apiSecret: string;
}

/** A new pair and the replaced one, which works until its `expiresAt`. */
export interface RotatedKey extends IssuedKey {
  readonly replaced: KeyInfo & { readonly expiresAt: number };
}

/** The tenant's keys, newest first: all live ones, and the last dead ones. */
export function listKeys(app: CoreApp & OfTenant): Promise<KeyInfo[]> {
  return readKeys(app);
}

/** No pair may more than who makes it, by creating or rotating. Throws `key_not_allowed`. */
function keepWithin(held: readonly Right[], { rights }: Pick<NewPair, 'rights'>): void {
  const lacking = rightsLacking(rights, held);
  if (lacking.length > 0) throw keyLacks(lacking);
}

/**
 * Creates a key pair for somebody who has the rights `held`. Throws `too_many_keys` for a sixth live one, and
 * `key_not_allowed` for rights that they lack.
 */
export async function createKey(
  app: CoreApp & OfTenant,
  ask: NewPair,
  held: readonly Right[],
): Promise<IssuedKey> {
  keepWithin(held, ask);
  const { mode } = await readTenant(app);
  return changeKeys(app, (keys, now) => {
    if (liveOf(keys, now).length >= API_KEYS.liveMax) throw new Refusal('too_many_keys');
    const { made, apiSecret, changes } = newPair(app, { ...ask, mode }, now);
    return {
      result: { key: made, apiSecret },
      changes: [...changes, ...endedKeyDeletes(app.tenantId, keys, now)],
    };
  });
}

/**
 * Creates a pair that replaces another, which works for `overlapHours` more at most. Throws as `createKey` does, and
 * `key_not_found`.
 */
export async function rotateKey(
  app: CoreApp & NotesForRestore & OfTenant,
  ask: { readonly apiKey: string; readonly overlapHours: number },
  held: readonly Right[],
): Promise<RotatedKey> {
  const { mode } = await readTenant(app);
  const rotated = await changeKeys(app, (keys, now) => {
    const live = liveOf(keys, now);
    const old = live.find(({ apiKey }) => apiKey === ask.apiKey);
    if (!old) throw new Refusal('key_not_found');
    keepWithin(held, old);
    const remaining = ask.overlapHours > 0 ? live.length : live.length - 1;
    if (remaining >= API_KEYS.liveMax) throw new Refusal('too_many_keys');
    const { made, apiSecret, changes } = newPair(app, { ...old, mode }, now);
    const expiresAt = Math.min(now + ask.overlapHours * HOUR_MS, old.expiresAt ?? Infinity);
    return {
      result: { key: made, apiSecret, replaced: { ...old, expiresAt, endedBy: actorOf(app) } },
      changes: [
        ...changes,
        {
          update: key.apiKey(old.apiKey),
          ...API_KEY.change({ expiresAt, endedBy: actorOf(app) }),
          if: [{ present: true }],
        },
        ...endedKeyDeletes(app.tenantId, keys, now),
      ],
    };
  });
  const { apiKey, expiresAt } = rotated.replaced;
  await noteKeyEnd(app, { apiKey, endsAt: expiresAt });
  return rotated;
}

/**
 * Revokes a key, everywhere within a minute; idempotent. Throws `key_not_found`, or `last_key` if no other lasting pair
 * remains.
 */
export async function revokeKey(app: CoreApp & NotesForRestore & OfTenant, apiKey: string): Promise<KeyInfo> {
  const revoked = await changeKeys<KeyInfo>(app, (keys, now) => {
    const known = keys.find((one) => one.apiKey === apiKey);
    if (!known) throw new Refusal('key_not_found');
    if (!isLive(known, now)) return { result: { ...known, status: 'REVOKED' }, changes: [] };
    const result = { ...known, status: 'REVOKED', endedBy: actorOf(app) } as const;
    const remaining = liveOf(keys, now).filter((one) => one !== known);
    if (!remaining.some(({ rights, expiresAt }) => areAllRights(rights) && expiresAt === null))
      throw new Refusal('last_key');
    const change = {
      update: key.apiKey(apiKey),
      ...API_KEY.change({ status: 'REVOKED', endedBy: actorOf(app) }),
      if: [{ present: true }],
    } as const;
    return { result, changes: [change] };
  });
  await noteKeyEnd(app, { apiKey, endsAt: app.clock() });
  return revoked;
}

/**
 * Ends a pair at the moment (epoch ms) noted before a restore, even the last one; whether there was anything to end.
 */
export function endKeyAgain(
  app: CoreApp & OfTenant,
  { apiKey, endsAt }: { readonly apiKey: string; readonly endsAt: number },
): Promise<boolean> {
  return changeKeys<boolean>(app, (keys, now) => {
    const known = keys.find((one) => one.apiKey === apiKey);
    const endsBefore = known && known.expiresAt !== null && known.expiresAt <= endsAt;
    if (!known || !isLive(known, now) || endsBefore) return { result: false, changes: [] };
    const end = endsAt <= now ? ({ status: 'REVOKED' } as const) : { expiresAt: endsAt };
    const change = {
      update: key.apiKey(apiKey),
      ...API_KEY.change({ ...end, endedBy: actorOf(app) }),
      if: [{ present: true }],
    } as const;
    return { result: true, changes: [change] };
  });
}

const liveOf = (keys: readonly KeyInfo[], now: number) => keys.filter((one) => isLive(one, now));

function newPair(
  app: CoreApp & OfTenant,
  { mode, label, rights }: NewPair & { readonly mode: Mode },
  now: number,
): { made: KeyInfo; apiSecret: string; changes: Change[] } {
  const apiKey = `svck_${mode}_${app.tenantId}_${secretHashOf(app.newSecret()).slice(0, 24)}`;
  const apiSecret = withChecksum(`svcs_${app.newSecret()}`);
  const made: KeyInfo = {
    apiKey,
    tenant: app.tenantId,
    label,
    rights,
    status: 'ACTIVE',
    expiresAt: null,
    createdAt: now,
    createdBy: actorOf(app),
    endedBy: null,
    lastUsedAt: null,
  };
  const { lastUsedAt: _unused, ...shown } = made;
  const stored: ApiKey = { ...shown, secretHash: secretHashOf(apiSecret) };
  return {
    made,
    apiSecret,
    changes: [
      { put: apiKeyItem(stored), if: [{ absent: true }] },
      { put: { ...key.apiKeyListed(app.tenantId, apiKey), apiKey } },
    ],
  };
}

/** Appends eight hex digits of SHA-256, by which scanners and people recognise a mistyped secret. */
function withChecksum(secret: string): string {
  return `${secret}_${createHash('sha256').update(secret).digest('hex').slice(0, 8)}`;
}

/** All keys of a tenant, newest first. Two round trips. */
export async function readKeys(app: CoreApp & OfTenant): Promise<KeyInfo[]> {
  const listed = await app.table.query({ ...range.apiKeys(app.tenantId), consistent: true });
  const names = listed.map((item) => fieldsOf(item).text('apiKey'));
  const items = await app.table.getMany(
    names.flatMap((name) => [key.apiKey(name), key.apiKeyUse(app.tenantId, name)]),
    { consistent: true },
  );
  const known = names.flatMap((_, at) => {
    const item = items[2 * at];
    return item ? [infoFrom(item, items[2 * at + 1])] : [];
  });
  return known.sort((a, b) => b.createdAt - a.createdAt || (a.apiKey < b.apiKey ? 1 : -1));
}

/** The revision of a tenant's list of keys, which every change raises; undefined before the first. */
async function readRevision(app: CoreApp & OfTenant): Promise<number | undefined> {
  const counter = await app.table.get(key.apiKeysRevision(app.tenantId), { consistent: true });
  return counter && fieldsOf(counter).number('revision');
}

/**
 * Changes a tenant's keys with optimistic locking. Throws `key_not_allowed` if the caller's own pair has ended or
 * expires.
 */
export async function changeKeys<T>(
  app: CoreApp & OfTenant,
  decide: (keys: readonly KeyInfo[], now: number) => { result: T; changes: readonly Change[] },
): Promise<T> {
  for (let tried = 1; ; tried++) {
    const revision = await readRevision(app); // before the keys: what changes from here on fails the write
    const { result, changes } = decide(await readKeys(app), app.clock());
    if (changes.length === 0) return result;
    if (await writeIfAllowed(app, [...changes, revisionUpdate(app.tenantId, revision)])) return result;
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
