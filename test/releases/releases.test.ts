import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import * as current from './readers.ts';
import { written, type Written } from './scenario.ts';

/** What `node test/releases/keep.ts` kept of the release before this one. */
const KEPT = new URL('kept/', import.meta.url);

let previous: typeof current;
let earlier: Written;
let now: Written;

beforeAll(async () => {
  previous = (await import(new URL('readers.mjs', KEPT).href)) as typeof current;
  earlier = JSON.parse(readFileSync(new URL('written.json', KEPT), 'utf8')) as Written;
  now = await written();
});

type Readers = Pick<typeof current, 'readItem' | 'readMessage'>;

/** What was read of each item and message; a reading that failed fails the test. */
function allRead({ readItem, readMessage }: Readers, { items, messages }: Written): unknown[] {
  const read = [...items.map(readItem), ...messages.map(({ queue, body }) => readMessage(queue, body))];
  return read.filter((one) => one !== undefined);
}

describe('readers before writers', () => {
  it.each(['this release', 'the release before'])('have something of each kind to read of %s', (which) => {
    const { items, messages } = which === 'this release' ? now : earlier;
    expect(new Set(items.map(current.kindOf).filter((kind) => kind !== undefined)).size).toBe(current.KINDS);
    expect(new Set(messages.map(({ queue }) => queue)).size).toBeGreaterThanOrEqual(4);
  });

  it('the release before reads what this one writes, and understands the same by what it knows', () => {
    const [theirs, ours] = [allRead(previous, now), allRead(current, now)];
    expect(theirs.length).toBeGreaterThan(50);
    expect(ours).toHaveLength(theirs.length);
    for (const [at, mine] of ours.entries()) expect(mine).toMatchObject(theirs[at] as object);
  });

  it('this release reads what the one before has written', () => {
    const [theirs, ours] = [allRead(previous, earlier), allRead(current, earlier)];
    expect(ours).toHaveLength(theirs.length);
    for (const [at, mine] of ours.entries()) expect(mine).toMatchObject(theirs[at] as object);
  });

  it('goes wrong where an item has changed its form in one step', () => {
    const changed = now.items.map(({ status, ...item }) => ({ ...item, subscriptionStatus: status ?? null }));
    expect(() => allRead(previous, { ...now, items: changed })).toThrow();
  });
});
