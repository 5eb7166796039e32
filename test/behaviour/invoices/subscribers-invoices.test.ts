import { beforeAll, describe, expect, it } from 'vitest';
import { like, SVC_ID, TIME, UUID } from '../../support/world/expecting.ts';
import {
  advanceToRenewal,
  CARDS,
  charge,
  DAY,
  MINUTE,
  paidIn,
  ledger,
  subscribe,
  type Member,
} from '../../support/world/shop.ts';
import { openShop } from '../../support/world/opened.ts';

const { world, shop } = await openShop({ plans: [{ name: 'basic', interval: 'DAILY', price: '9.99' }] });
let member: Member;
beforeAll(async () => {
  member = await subscribe(world, shop);
  await world.advance(11 * DAY + MINUTE);
});

interface Page {
  readonly has_more: boolean;
  readonly data: {
    readonly id: string;
    readonly date: string;
    readonly amount: string;
    readonly status: string;
  }[];
}
const ask = (query: Record<string, string> = {}, svcId = member.svcId) =>
  shop.call('subscribers/invoices', { query: { 'svc-id': svcId, ...query } });
const page = async (query: Record<string, string> = {}) => (await ask(query)).body as unknown as Page;
const ids = ({ data }: Page) => data.map(({ id }) => id);

describe('spec: GET /subscribers/invoices', () => {
  it('answers a list with exactly the fields of the specification', async () => {
    const { body } = await ask({ limit: '1' });
    expect(body).toEqual({
      status: 'success',
      object: 'list',
      url: '/subscribers/invoices',
      has_more: true,
      limit: 1,
      starting_after: null,
      ending_before: null,
      subscriber: { id: member.id, svcId: member.svcId, subscriberId: member.reference },
      data: [
        {
          id: UUID,
          svcId: SVC_ID.invoice,
          invoiceNumber: like(/^INV-2026-\d{7}$/),
          status: 'PAID',
          amount: '9.99',
          currency: 'TRY',
          refundedAmount: '0.00',
          date: TIME,
          pdfUrl: null,
          signedPdf: null,
          pdfStatus: 'unavailable',
          pdfMessage: like(/\S/),
        },
      ],
    });
  });

  it('our choice: newest first, ten unless asked otherwise, one per order of the provider, numbered without a gap', async () => {
    const first = await page();
    expect(first.data).toHaveLength(10);
    const all = await page({ limit: '100' });
    expect(all.has_more).toBe(false);
    const dates = all.data.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort().reverse());
    const paid = paidIn(await ledger(world, shop));
    expect(all.data.map(({ date }) => Date.parse(date)).reverse()).toEqual(paid.map(({ time }) => time));
    const numbers = (all.data as unknown as { invoiceNumber: string }[]).map(
      ({ invoiceNumber }) => invoiceNumber,
    );
    expect(numbers.reverse()).toEqual(paid.map((_, i) => `INV-2026-${String(i + 1).padStart(7, '0')}`));
  });

  it('starting_after answers the results after it, ending_before those directly before it; the cursor is echoed', async () => {
    const all = ids(await page({ limit: '100' }));
    const after = await ask({ starting_after: all[3]!, limit: '4' });
    expect(ids(after.body as unknown as Page)).toEqual(all.slice(4, 8));
    expect(after.body).toMatchObject({ starting_after: all[3], ending_before: null, has_more: true });
    const before = await ask({ ending_before: all[6]!, limit: '4' });
    expect(ids(before.body as unknown as Page)).toEqual(all.slice(2, 6));
    expect(before.body).toMatchObject({ starting_after: null, ending_before: all[6], has_more: true });
    expect(await page({ ending_before: all[2]!, limit: '2' })).toMatchObject({ has_more: false });
    expect(await page({ starting_after: all.at(-1)! })).toMatchObject({ data: [], has_more: false });
    expect(await page({ ending_before: all[0]! })).toMatchObject({ data: [], has_more: false });
    for (const cursor of [all[3]!.toUpperCase(), `inv_${all[3]!.replaceAll('-', '')}`]) {
      const found = await page({ starting_after: cursor, limit: '4' });
      expect(found).toMatchObject({ starting_after: cursor, ending_before: null });
      expect(ids(found)).toEqual(all.slice(4, 8));
    }
  });

  it('our choice: another subscriber’s cursor is a 400', async () => {
    const other = await subscribe(world, shop);
    const theirs = ((await ask({}, other.svcId)).body as unknown as Page).data[0]!.id;
    for (const name of ['starting_after', 'ending_before'])
      expect(await ask({ [name]: theirs })).toMatchObject({ status: 400, body: { error: 'invalid_cursor' } });
  });

  it('the provider reference names the subscriber too; one of the two is required', async () => {
    const query = { 'subscriber-id': member.reference };
    expect((await shop.call('subscribers/invoices', { query })).body).toMatchObject({
      subscriber: { svcId: member.svcId },
    });
    expect(await shop.call('subscribers/invoices')).toMatchObject({
      status: 400,
      body: { error: 'missing_identifier' },
    });
    const other = await subscribe(world, shop);
    const both = async (svcId: string) =>
      (await shop.call('subscribers/invoices', { query: { ...query, 'svc-id': svcId } })).body;
    expect(await both(member.svcId)).toMatchObject({ status: 'success' });
    expect(await both(other.svcId)).toMatchObject({ error: 'identifiers_differ' });
  });

  it('our choice: an order that failed is a FAILED invoice, and the same one becomes PAID', async () => {
    const failing = await subscribe(world, shop, { card: CARDS.refusedLater });
    await advanceToRenewal(world, failing.reference);
    await world.advance(MINUTE);
    const newest = async () => ((await ask({}, failing.svcId)).body as unknown as Page).data[0]!;
    const failed = await newest();
    expect(failed.status).toBe('FAILED');
    await charge(world, failing.reference, 'success');
    await world.advance(MINUTE);
    expect(await newest()).toMatchObject({ id: failed.id, status: 'PAID' });
  });
});
