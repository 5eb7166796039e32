import type { Footprint } from '../footprint.ts';
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
} as const;

const { people, audit, challengeKey, keyPairs, keyLists } = GUARDED;

/** What a function is denied: all use of some partitions, writing to others, and ending what others hold. */
export interface Denied {
  readonly all: readonly string[];
  readonly writing: readonly string[];
  readonly deleting: readonly string[];
}

/**
 * What a row leaves denied. A route looks up the pair that somebody sends; nobody deletes an entry of the audit list, or the
 * secret of challenges.
 */
export function deniedTo(
  row: Pick<Footprint, 'people' | 'keyPairs'> & { readonly isRoute: boolean },
): Denied {
  const ofPeople = [people, audit, challengeKey];
  const mayLookUp = row.isRoute || row.keyPairs !== 'none';
  return {
    all: [
      ...(row.people === 'none' ? ofPeople : []),
      ...(row.keyPairs === 'none' ? [keyLists] : []),
      ...(mayLookUp ? [] : [keyPairs]),
    ],
    writing: [
      ...(row.people === 'read' ? ofPeople : []),
      ...(row.keyPairs === 'read' ? [keyLists] : []),
      ...(mayLookUp && row.keyPairs !== 'write' ? [keyPairs] : []),
    ],
    deleting: row.people === 'write' ? [audit, challengeKey] : [],
  };
}
