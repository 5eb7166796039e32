import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../lib/table/table.ts';
import { kept, KINDS, kindOf, readItem, readMessage, unkept } from './readers.ts';

interface Kept {
  readonly items: readonly { readonly item: Item; readonly read?: unknown }[];
  readonly messages: readonly { readonly queue: string; readonly body: unknown; readonly read?: unknown }[];
}

/** What `node test/promises/releases/keep.ts` kept of the release before this one. */
const before = unkept(readFileSync(new URL('written.json', import.meta.url), 'utf8')) as Kept;

const asKept = (value: unknown): unknown => (value === undefined ? undefined : unkept(kept(value)));

describe('a release reads what the one before wrote', () => {
  it('and understands of each item what that one did', () => {
    for (const { item, read } of before.items)
      if (read !== undefined) expect(asKept(readItem(item))).toMatchObject(read as object);
  });

  it('and of each message', () => {
    for (const { queue, body, read } of before.messages)
      if (read !== undefined) expect(asKept(readMessage(queue, body))).toMatchObject(read as object);
  });

  it('of which something of each kind is kept', () => {
    const kinds = before.items.map(({ item }) => kindOf(item)).filter((kind) => kind !== undefined);
    expect(new Set(kinds).size).toBe(KINDS);
    expect(new Set(before.messages.map(({ queue }) => queue)).size).toBeGreaterThanOrEqual(4);
  });

  it('goes wrong where an item has changed its form in one step', () => {
    const { item } = before.items.find(({ item: { sk } }) => sk === 'TENANT')!;
    const { status, ...others } = item;
    expect(() => readItem({ ...others, tenantStatus: status ?? null })).toThrow();
  });
});
