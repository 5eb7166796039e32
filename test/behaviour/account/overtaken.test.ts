import { RIGHTS } from '../../../lib/billing/rights.ts';
import { describe, expect, it } from 'vitest';
import { createKey } from '../../../lib/account/keys.ts';
import { setWebhook } from '../../../lib/account/webhook.ts';
import { Conflict, type Table } from '../../../lib/table/table.ts';
import { withTenant } from './key-pairs.ts';
import { INBOX } from './operator.ts';

/** A table in which somebody else is faster so many times, whoever writes. */
function busy(table: Table, times: number): { readonly table: Table; readonly writes: () => number } {
  let writes = 0;
  return {
    table: {
      ...table,
      write: async (changes) => {
        if (++writes <= times) throw new Conflict([0], []);
        return table.write(changes);
      },
    },
    writes: () => writes,
  };
}

describe('settings that others change all the time', () => {
  it('are decided again up to six times', async () => {
    const { operator, id } = await withTenant();
    const key = { label: 'till', rights: RIGHTS };
    const app = (times: number) => ({ ...operator.app, table: busy(operator.app.table, times).table });
    expect((await createKey(app(5), id, key, RIGHTS)).key.label).toBe('till');
    const { webhook } = await setWebhook(app(5), id, `http://${INBOX}/hook`);
    expect(webhook.url).toContain(INBOX);
  });

  it('fail after that, and the caller is told to try again', async () => {
    const { operator, id } = await withTenant();
    const other = busy(operator.app.table, Infinity);
    const app = { ...operator.app, table: other.table };
    const asked = [
      () => createKey(app, id, { label: 'till', rights: RIGHTS }, RIGHTS),
      () => setWebhook(app, id, `http://${INBOX}/hook`),
    ];
    for (const [nth, ask] of asked.entries()) {
      await expect(ask()).rejects.toMatchObject({ code: 'concurrent_change' });
      expect(other.writes()).toBe(6 * (nth + 1));
    }
  });
});
