import { createHash } from 'node:crypto';
import { KEY_ACTORS, type ApiKey, type KeyActor } from '../../billing/api-key.ts';
import { rightsIn } from '../../billing/rights.ts';
import { HOUR_MS } from '../../limits.ts';
import { fieldsOf, type Fields } from '../fields.ts';
import { key } from '../schema.ts';
import type { Item, Put } from '../table.ts';

function actorIn(of: Fields | null): KeyActor | null {
  return (
    of && {
      by: of.oneOf('by', KEY_ACTORS),
      who: of.textOrNull('who'),
      personId: of.textOrNull('personId'),
    }
  );
}

const API_KEY = /^svck_(live|test)_([0-9a-f]{32})_[0-9A-Za-z]{8,64}$/;

/** The tenant named in an API key: only a hint for the look-up, never a proof. */
export function tenantInKey(apiKey: string): string | undefined {
  return API_KEY.exec(apiKey)?.[2];
}

/** The SHA-256 (hex) of an API secret. Secrets are 32 random bytes, so no salt is needed. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Parses an API key. Without a label it is empty; without rights it reads. */
export function apiKeyFrom(item: Item): ApiKey {
  const of = fieldsOf(item);
  return {
    apiKey: of.text('apiKey'),
    tenant: of.text('tenant'),
    label: of.textOrNull('label') ?? '',
    rights: rightsIn(of.texts('rights') ?? []),
    secretHash: of.text('secretHash'),
    status: of.oneOf('status', ['ACTIVE', 'REVOKED']),
    expiresAt: of.numberOrNull('expiresAt'),
    createdAt: of.number('createdAt'),
    createdBy: actorIn(of.part('createdBy')),
    endedBy: actorIn(of.part('endedBy')),
  };
}

/** The item of a key pair. It is found by the key alone, and leads to the tenant. */
export function apiKeyItem(apiKey: Omit<ApiKey, 'label' | 'createdBy' | 'endedBy'> & Partial<ApiKey>): Item {
  const { createdBy = null, endedBy = null } = apiKey;
  return {
    ...key.apiKey(apiKey.apiKey),
    ...apiKey,
    rights: [...apiKey.rights],
    createdBy: createdBy && { ...createdBy },
    endedBy: endedBy && { ...endedBy },
  };
}

/** The hour of a key's last use (epoch ms); null if never used. */
export function lastUseFrom(item: Item | undefined): number | null {
  return item ? fieldsOf(item).number('lastUsedAt') : null;
}

/** Records the hour of a key's use; undefined if it is recorded already. A concurrent second write is a Conflict. */
export function lastUsePut(
  { tenant, apiKey }: Pick<ApiKey, 'tenant' | 'apiKey'>,
  lastUsedAt: number | null,
  now: number,
): Put | undefined {
  const hour = now - (now % HOUR_MS);
  if (lastUsedAt !== null && lastUsedAt >= hour) return undefined;
  return {
    put: { ...key.apiKeyUse(tenant, apiKey), lastUsedAt: hour },
    if: [lastUsedAt === null ? { absent: true } : { attribute: 'lastUsedAt', is: lastUsedAt }],
  };
}
