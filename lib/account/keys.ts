import { createHash } from 'node:crypto';
import type { CoreApp } from '../app.ts';
import { DAY_MS } from '../limits.ts';
import { apiKeyItem, hashOf, type ApiKey } from '../table/keys.ts';
import { key, range } from '../table/schema.ts';
import type { Change } from '../table/table.ts';
import { OperatorError } from './operator-error.ts';
import { showTenant } from './tenants.ts';

/** More pairs than this nobody can keep apart. */
export const KEY_PAIRS_MAX = 5;
/** How long the pair before still works after a rotation, unless told otherwise. */
export const ROTATION_OVERLAP_MS = DAY_MS;

/** A key as operators see it: nothing of its secret. */
export type KeySeen = Omit<ApiKey, 'secretHash'>;

/** A new key pair. The secret is shown now and never again. */
export interface IssuedKey {
  readonly apiKey: string;
  readonly apiSecret: string;
  /** The pair it takes the place of, and until when (epoch ms) that one works. */
  readonly replaced: { readonly apiKey: string; readonly expiresAt: number } | undefined;
}

/**
 * Issues a key pair and forgets those that no longer work. With `replaces`, that key works for `overlapMs` more, and
 * never longer than it would have. Throws OperatorError beyond five pairs, and where there is nothing to replace.
 */
export async function issueKey(
  app: CoreApp,
  tenant: string,
  wish: { mode: 'live' | 'test'; replaces?: string; overlapMs?: number },
): Promise<IssuedKey> {
  await showTenant(app, tenant);
  const now = app.clock();
  const known = await listKeys(app, tenant);
  const alive = known.filter((one) => works(one, now));
  const old = wish.replaces === undefined ? undefined : alive.find((one) => one.apiKey === wish.replaces);
  if (wish.replaces !== undefined && !old)
    throw new OperatorError(`the tenant has no working key ${wish.replaces}`);
  const overlapMs = wish.overlapMs ?? ROTATION_OVERLAP_MS;
  const staying = alive.length - (old && overlapMs <= 0 ? 1 : 0);
  if (staying >= KEY_PAIRS_MAX)
    throw new OperatorError(`the tenant has ${KEY_PAIRS_MAX} working key pairs already; revoke one first`);

  const apiKey = `svck_${wish.mode}_${tenant}_${hashOf(app.newSecret()).slice(0, 24)}`;
  const apiSecret = withChecksum(`svcs_${app.newSecret()}`);
  const secretHash = hashOf(apiSecret);
  const record: ApiKey = { apiKey, tenant, secretHash, status: 'ACTIVE', expiresAt: null, createdAt: now };
  const expiresAt = Math.min(now + overlapMs, old?.expiresAt ?? Infinity);
  const dead = known.filter((one) => !works(one, now));
  await app.table.write([
    { put: apiKeyItem(record), if: [{ absent: true }] },
    { put: { ...key.apiKeyListed(tenant, apiKey), apiKey } },
    ...(old ? [{ update: key.apiKey(old.apiKey), set: { expiresAt }, if: STILL_THERE } as const] : []),
    ...dead.flatMap((one) => forgetting(tenant, one.apiKey)),
  ]);
  return { apiKey, apiSecret, replaced: old && { apiKey: old.apiKey, expiresAt } };
}

/** From now on, at the latest a minute later, the key is refused. Throws OperatorError where the tenant has no such key. */
export async function revokeKey(app: CoreApp, tenant: string, apiKey: string): Promise<KeySeen> {
  const known = (await listKeys(app, tenant)).find((one) => one.apiKey === apiKey);
  if (!known) throw new OperatorError(`the tenant has no key ${apiKey}`);
  await app.table.apply({
    update: key.apiKey(apiKey),
    set: { status: 'REVOKED' },
    if: STILL_THERE,
  });
  return { ...known, status: 'REVOKED' };
}

/** The tenant's keys, oldest first: all that work, and those that stopped working since the last one was issued. */
export async function listKeys(app: CoreApp, tenant: string): Promise<KeySeen[]> {
  const listed = await app.table.query({ ...range.apiKeys(tenant), consistent: true });
  const keys = listed.map(({ apiKey }) => key.apiKey(apiKey as string));
  const items = keys.length === 0 ? [] : await app.table.getMany(keys, { consistent: true });
  return items
    .filter((item) => item !== undefined)
    .map((item) => {
      const { apiKey, status, expiresAt, createdAt } = item as unknown as ApiKey;
      return { apiKey, tenant, status, expiresAt, createdAt };
    })
    .sort((a, b) => a.createdAt - b.createdAt);
}

export function works({ status, expiresAt }: KeySeen, now: number): boolean {
  return status === 'ACTIVE' && (expiresAt === null || expiresAt > now);
}

const STILL_THERE = [{ present: true }] as const;

function forgetting(tenant: string, apiKey: string): Change[] {
  return [{ delete: key.apiKey(apiKey) }, { delete: key.apiKeyListed(tenant, apiKey) }];
}

/** Eight hex digits of SHA-256 at the end of a secret: scanners and people can tell a mistyped one from a wrong one. */
function withChecksum(secret: string): string {
  return `${secret}_${createHash('sha256').update(secret).digest('hex').slice(0, 8)}`;
}
