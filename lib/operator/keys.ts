import { DAY_MS } from '../limits.ts';
import { apiKeyItem, hashOf, type ApiKey } from '../table/keys.ts';
import { key, range } from '../table/schema.ts';
import { checksum, showTenant, Unable, type Operator } from './tenants.ts';

/** More pairs than this nobody can keep apart. */
export const KEY_PAIRS_MAX = 5;
/** How long the pair before still works after a rotation, unless told otherwise. */
export const ROTATION_OVERLAP_MS = DAY_MS;

/** A new key pair. The secret is shown now and never again. */
export interface IssuedKey {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** Issues a key pair. With `replaces`, that key works for `overlapMs` more. Throws Unable beyond five pairs. */
export async function issueKey(
  operator: Operator,
  tenant: string,
  wish: { mode: 'live' | 'test'; replaces?: string; overlapMs?: number },
): Promise<IssuedKey> {
  const { app, randomBytes } = operator;
  await showTenant(operator, tenant);
  const now = app.clock();
  const alive = (await listKeys(operator, tenant)).filter((one) => works(one, now));
  if (alive.length >= KEY_PAIRS_MAX && wish.replaces === undefined)
    throw new Unable(`the tenant has ${alive.length} key pairs already; revoke one first`);
  const apiKey = `svck_${wish.mode}_${tenant}_${randomBytes(12).toString('hex')}`;
  const random = `svcs_${randomBytes(32).toString('base64url')}`;
  const apiSecret = `${random}_${checksum(random)}`;
  const record: ApiKey = {
    apiKey,
    tenant,
    secretHash: hashOf(apiSecret),
    status: 'ACTIVE',
    expiresAt: null,
    createdAt: now,
  };
  await app.table.write([
    { put: apiKeyItem(record), if: [{ absent: true }] },
    { put: { ...key.apiKeyListed(tenant, apiKey), apiKey } },
  ]);
  if (wish.replaces !== undefined)
    await expire(operator, tenant, wish.replaces, {
      expiresAt: now + (wish.overlapMs ?? ROTATION_OVERLAP_MS),
    });
  return { apiKey, apiSecret };
}

/** From now on, at the latest a minute later, the key is refused. */
export function revokeKey(operator: Operator, tenant: string, apiKey: string): Promise<void> {
  return expire(operator, tenant, apiKey, { status: 'REVOKED' });
}

export async function listKeys({ app }: Operator, tenant: string): Promise<ApiKey[]> {
  const listed = await app.table.query({ ...range.apiKeys(tenant), consistent: true });
  const items = await app.table.getMany(
    listed.map(({ apiKey }) => key.apiKey(apiKey as string)),
    { consistent: true },
  );
  return items.filter((item) => item !== undefined).map((item) => item as unknown as ApiKey);
}

export function works(apiKey: ApiKey, now: number): boolean {
  return apiKey.status === 'ACTIVE' && (apiKey.expiresAt === null || apiKey.expiresAt > now);
}

async function expire(
  operator: Operator,
  tenant: string,
  apiKey: string,
  set: { status: 'REVOKED' } | { expiresAt: number },
): Promise<void> {
  const known = await listKeys(operator, tenant);
  if (!known.some((one) => one.apiKey === apiKey)) throw new Unable(`the tenant has no key ${apiKey}`);
  await operator.app.table.apply({ update: key.apiKey(apiKey), set, if: [{ present: true }] });
}
