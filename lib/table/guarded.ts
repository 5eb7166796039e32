import type { Footprint, GuardedUse } from '../footprint.ts';
import { key } from './schema.ts';

/** Any tenant's id, and any text, in the patterns by which IAM knows partition keys: a tenant's own texts never pass for one. */
const TENANT = '?'.repeat(32);
const ANY = '*';

/** The partitions that few functions touch, as patterns of their keys. */
export const GUARDED = {
  people: key.person(TENANT, { id: ANY }).pk,
  audit: key.auditEntry(TENANT, { id: ANY }).pk,
  challengeKey: key.challengeKey().pk,
  keyPairs: key.apiKey(ANY).pk,
  keyLists: key.apiKeysRevision(TENANT).pk,
  merchants: key.merchant(ANY).pk,
  tenantList: key.tenantListed(TENANT).pk,
} as const;

const { people, audit, challengeKey, keyPairs, keyLists, merchants, tenantList } = GUARDED;

/** What of a row decides about these partitions. */
export interface GuardedRow extends Pick<
  Footprint,
  'people' | 'audit' | 'challenges' | 'keyPairs' | 'encrypts'
> {
  readonly isRoute: boolean;
}

/** What a function is denied: all use of some partitions, writing to others, and ending what others hold. */
export interface Denied {
  readonly all: readonly string[];
  readonly writing: readonly string[];
  readonly deleting: readonly string[];
}

/** Partitions with what a row does with each. */
type Uses = readonly (readonly [partition: string, use: GuardedUse])[];

/**
 * What a row leaves denied. A route looks up the pair that somebody sends, and never the list of all tenants; who connects
 * a payment account sees who else has it. Nobody deletes an entry of the audit list, or the secret of challenges.
 */
export function deniedTo(row: GuardedRow): Denied {
  const makesKey = row.challenges ? row.people : 'none';
  const lookUp = row.isRoute && row.keyPairs === 'none' ? 'read' : row.keyPairs;
  const uses: Uses = [
    [people, row.people],
    [audit, row.audit],
    [challengeKey, makesKey],
    [keyLists, row.keyPairs],
    [keyPairs, lookUp],
    [merchants, row.encrypts.includes('pay') ? 'write' : 'none'],
    [tenantList, row.isRoute ? 'none' : 'read'],
  ];
  const partitions = (use: GuardedUse) =>
    uses.filter(([, one]) => one === use).map(([partition]) => partition);
  return {
    all: partitions('none'),
    writing: partitions('read'),
    deleting: partitions('write').filter((one) => one === audit || one === challengeKey || one === merchants),
  };
}
