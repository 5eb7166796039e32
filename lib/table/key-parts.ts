import type { Key } from './table.ts';

/** The id of an event, or of another entry of a history, by its key. */
export function eventIdIn({ sk }: Key): string {
  return sk.slice('E#'.length);
}

/** The id of a subscriber by its key. */
export function subscriberIdIn({ sk }: Key): string {
  return sk.slice('SUB#'.length);
}

/** The tenant in whose partition a key lies; undefined for what is found without knowing one. */
export function tenantIn({ pk }: Key): string | undefined {
  const [head, tenant] = partsOf(pk);
  return head === 'T' && tenant !== '' ? tenant : undefined;
}

/** The parts of a partition key, the last one whole whatever is in it. */
export function partsOf(pk: string): string[] {
  const [head = '', second = '', third = '', ...rest] = pk.split('#');
  return [head, second, third, rest.join('#')];
}
