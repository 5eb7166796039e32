import { describe, expect } from 'vitest';
import { IDEMPOTENCY_RETENTION_MS } from '../../../lib/limits.ts';
import { key } from '../../../lib/table/schema.ts';
import { type Table, type Update } from '../../../lib/table/table.ts';
import { it as test } from './fixtures.ts';
import { keyed, type Keyed } from './keyed.ts';
import { START, type Shop, type Stage } from './stage.ts';

/** Changes what is stored under the key, as another process would. */
const store = ({ table }: Stage, shop: Shop, change: Pick<Update, 'set' | 'remove'>) =>
  table.apply({ update: key.idempotency(shop.id, 'one'), ...change });

/** `died` has begun a request whose process died. */
const it = test.extend('died', async ({ on, shop, one }) => {
  await one.ask({});
  await store(on, shop, { set: { state: 'RUNNING' } });
  return one;
});

describe('While a request is in progress', () => {
  it('the same request is refused also where the first attempt was a day ago', async ({ on, died }) => {
    let meanwhile = 0;
    died.does = async () => {
      on.clock.now = START + IDEMPOTENCY_RETENTION_MS;
      meanwhile = (await died.ask({})).status;
      return {};
    };
    on.clock.now = START + IDEMPOTENCY_RETENTION_MS - 1;
    expect((await died.ask({})).status).toBe(200);
    expect(meanwhile).toBe(409);
  });
});

describe('A request that died', () => {
  it('is resumed by exactly one of two concurrent retries, whose answer both get', async ({ on, died }) => {
    on.clock.now = START + 60_000;
    const answers = await Promise.all([died.ask({}), died.ask({})]);
    for (const { status, body } of answers)
      expect({ status, time: body.time }).toEqual({ status: 200, time: 2 });
    expect(died.references).toHaveLength(2);
  });
});

describe('A write that the SDK client retries', () => {
  /** The table takes the write and its answer is lost, so that the client sends it again. */
  const repeating = (on: Stage, shop: Shop): Keyed => {
    const inner = on.app.table;
    const apply: Table['apply'] = async (change) => {
      await inner.apply(change);
      return inner.apply(change);
    };
    return keyed({ ...on, app: { ...on.app, table: { ...inner, apply } } }, shop);
  };

  it('is recognised as our own when it begins a request', async ({ on, shop }) => {
    const one = repeating(on, shop);
    expect(await one.ask({})).toMatchObject({ status: 200, body: { time: 1 } });
    expect(await one.stored()).toMatchObject({ state: 'DONE', tries: 1 });
  });

  it('is recognised as our own when it resumes a request that died', async ({ on, shop, died }) => {
    on.clock.now = START + 60_000;
    expect((await repeating(on, shop).ask({})).status).toBe(200);
    expect(await died.stored()).toMatchObject({ state: 'DONE', tries: 2, writer: 'nonce-2' });
  });
});
