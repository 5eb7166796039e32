import { describe, expect } from 'vitest';
import { it as test } from './fixtures.ts';
import type { Bulletins } from '../../../lib/rates/rates.ts';
import type { Issuing } from './issuing.ts';
import { DAY, MINUTE, type InvoicingWorld } from './world.ts';

/** Tuesday, 14:00 in Istanbul: Monday's bulletin is in force. */
const TUESDAY = Date.parse('2026-01-20T11:00:00Z');
const it = test.extend('begins', TUESDAY);

const paid = ({ toIssue }: Issuing, date: string, currency = 'USD') =>
  toIssue({ currency, date: Date.parse(date) });

/** Reads bulletins through the sandbox and notes of which days. */
function watched(invoicing: InvoicingWorld): { bulletins: Bulletins; asked: string[] } {
  const asked: string[] = [];
  const { bulletins } = invoicing.world.app;
  const of: Bulletins['of'] = (day, limit) => (asked.push(day), bulletins.of(day, limit));
  return { asked, bulletins: { ...bulletins, of } };
}

const rateOf = (invoicing: InvoicingWorld, order: string) =>
  Number(invoicing.world.acct.invoices().find(({ order_no }) => order_no === order)?.exchange_rate);

/** Switches the central bank's sandbox. */
async function behave(invoicing: InvoicingWorld, settings: object): Promise<void> {
  const url = `${invoicing.world.acct.url}/sandbox/rates`;
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(settings) });
  expect(answer.status).toBe(200);
}

async function buying(invoicing: InvoicingWorld, day: string, currency: 'USD' | 'EUR'): Promise<number> {
  const answer = await invoicing.world.app.bulletins.of(day, 1_000);
  return answer.is === 'published' ? Number(answer.buying[currency]) : NaN;
}

describe('A document in a foreign currency', () => {
  it.for(['USD', 'EUR'] as const)(
    'states the rate in force on the day of the payment: %s',
    async (currency, { invoicing, issuing }) => {
      const invoice = await paid(issuing, '2026-01-20T10:00:00Z', currency);
      await issuing.consume(invoice);
      await invoicing.world.advance(3 * MINUTE);
      expect(await issuing.onRecord(invoice)).toMatchObject({ document: 'ISSUED' });
      const [made] = invoicing.world.acct.invoices();
      expect(made).toMatchObject({ currency, net_total: '120.0' });
      expect(rateOf(invoicing, invoice.order)).toBe(await buying(invoicing, '2026-01-19', currency));
    },
  );

  it('of a payment dated ahead is today’s, and none is stored for the coming day', async ({
    invoicing,
    issuing,
  }) => {
    await issuing.consume(await paid(issuing, '2026-01-22T10:00:00Z'));
    await invoicing.world.advance(2 * DAY);
    const invoice = await paid(issuing, '2026-01-22T10:30:00Z');
    await issuing.consume(invoice);
    await invoicing.world.advance(3 * MINUTE);
    expect(rateOf(invoicing, invoice.order)).toBe(await buying(invoicing, '2026-01-21', 'USD'));
  });

  it.for<[string, string, string]>([
    ['after the day’s bulletin came out', '2026-01-20T14:00:00Z', '2026-01-19'],
    ['on a Sunday', '2026-01-18T10:00:00Z', '2026-01-16'],
    ['on a Monday, the last one being Friday’s', '2026-01-19T15:00:00Z', '2026-01-16'],
    ['a minute before midnight in Istanbul', '2026-01-15T20:59:00Z', '2026-01-14'],
    ['at midnight in Istanbul', '2026-01-15T21:00:00Z', '2026-01-15'],
    ['after holidays', '2026-01-02T10:00:00Z', '2025-12-31'],
  ])(
    'that was paid %s takes the last bulletin before that day',
    async ([_, date, bulletin], { invoicing, issuing }) => {
      const invoice = await paid(issuing, date);
      await invoicing.world.clock.advanceTo(TUESDAY + 6 * 60 * MINUTE);
      await issuing.consume(invoice);
      expect(rateOf(invoicing, invoice.order)).toBe(await buying(invoicing, bulletin, 'USD'));
    },
  );

  it('costs one read a day for all tenants: the rate is stored', async ({ invoicing, issuing }) => {
    const first = watched(invoicing);
    for (let time = 0; time < 3; time++)
      await issuing.consume(await paid(issuing, '2026-01-20T10:00:00Z'), first);
    expect(first.asked).toEqual(['2026-01-19']);
    const other = watched(invoicing);
    const invoice = await paid(issuing, '2026-01-20T10:05:00Z', 'EUR');
    await issuing.consume(invoice, { ...other, memory: {} });
    expect(other.asked).toEqual([]);
  });

  it.for<[string, object]>([
    ['fails', { failNext: 1_000 }],
    ['answers nonsense', { nonsenseNext: 1_000 }],
    ['has no bulletin for weeks', { missing: lastDays(30) }],
  ])(
    'waits while the central bank %s, and is made as soon as there is a rate',
    async ([_, wrong], { invoicing, issuing }) => {
      await behave(invoicing, wrong);
      const invoice = await paid(issuing, '2026-01-20T10:00:00Z');
      await issuing.consume(invoice);
      await invoicing.world.advance(60 * MINUTE);
      expect(await issuing.onRecord(invoice)).toMatchObject({ document: 'MAKING' });
      expect(invoicing.calls).toEqual([]);
      expect(invoicing.world.log.join()).toContain('"DocumentRuns":1');
      await behave(invoicing, { failNext: 0, nonsenseNext: 0, missing: [] });
      await invoicing.world.advance(30 * MINUTE);
      expect(await issuing.onRecord(invoice)).toMatchObject({ document: 'ISSUED' });
    },
  );
});

function lastDays(many: number): string[] {
  return Array.from({ length: many }, (_, back) => new Date(TUESDAY - back * DAY).toISOString().slice(0, 10));
}
