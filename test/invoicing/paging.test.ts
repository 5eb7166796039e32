import { describe, expect, it } from 'vitest';
import { svcIdOf } from '../../lib/billing/identifiers.ts';
import { invoiced, subscribed } from './world.ts';
import { openSubscriber } from './opened.ts';

const { invoicing, subscription, invoices } = await openSubscriber(500);

interface Page {
  readonly has_more: boolean;
  readonly data: readonly { readonly id: string }[];
}

const list = (query: Record<string, string>) => invoicing.shop.call('subscribers/invoices', { query });
async function page(query: Record<string, string>): Promise<Page> {
  const { status, body } = await list({ 'svc-id': subscription.id, ...query });
  expect(status).toBe(200);
  return body as unknown as Page;
}
const idsOf = ({ data }: Page) => data.map(({ id }) => id);
const newestFirst = (ids: readonly string[]) => [...ids].sort().reverse();

describe('GET /subscribers/invoices', () => {
  it('answers a list, newest first, of ten unless asked otherwise', async () => {
    const { body } = await list({ 'svc-id': svcIdOf('subscription', subscription.id) });
    const newest = invoices.at(-1)!;
    expect(body).toMatchObject({
      status: 'success',
      object: 'list',
      url: '/subscribers/invoices',
      has_more: true,
      limit: 10,
      starting_after: null,
      ending_before: null,
      subscriber: {
        id: subscription.id,
        svcId: svcIdOf('subscription', subscription.id),
        subscriberId: subscription.payReference,
      },
    });
    const { data } = body as { data: Record<string, unknown>[] };
    expect(data).toHaveLength(10);
    expect(data[0]).toEqual({
      id: newest.id,
      svcId: svcIdOf('invoice', newest.id),
      invoiceNumber: 'INV-2026-0000500',
      status: 'PAID',
      amount: '120.00',
      currency: 'TRY',
      refundedAmount: '0.00',
      date: new Date(newest.date).toISOString(),
      pdfUrl: null,
      signedPdf: null,
      pdfStatus: 'unavailable',
      pdfMessage: expect.any(String) as string,
    });
  });

  it('shows each invoice once from the newest to the oldest, while new ones are added', async () => {
    const own = await subscribed(invoicing.world, invoicing.shop);
    const before: string[] = [];
    for (let nth = 1; nth <= 500; nth++)
      before.push((await invoiced(invoicing.world, invoicing.shop, own, nth)).id);
    const seen: string[] = [];
    let more = true;
    for (let nth = 501; more; nth++) {
      const at = seen.at(-1);
      const next = await page({ 'svc-id': own.id, limit: '37', ...(at && { starting_after: at }) });
      seen.push(...idsOf(next));
      more = next.has_more;
      await invoiced(invoicing.world, invoicing.shop, own, nth);
    }
    expect(seen).toEqual(newestFirst(before));
  });

  it('shows each invoice once from the oldest to the newest, the added ones too', async () => {
    const own = await subscribed(invoicing.world, invoicing.shop);
    const all: string[] = [];
    for (let nth = 1; nth <= 500; nth++)
      all.push((await invoiced(invoicing.world, invoicing.shop, own, nth)).id);
    const seen = [all[0]!];
    let more = true;
    for (let nth = 501; more; nth++) {
      all.push((await invoiced(invoicing.world, invoicing.shop, own, nth)).id);
      const next = await page({ 'svc-id': own.id, limit: '37', ending_before: seen[0]! });
      seen.unshift(...idsOf(next));
      more = next.has_more;
    }
    expect(all).toHaveLength(514);
    expect(seen).toEqual(newestFirst(all));
  });

  it('gives with ending_before the page directly before the cursor, newest first', async () => {
    const ids = newestFirst(invoices.map(({ id }) => id));
    const cursor = ids[200]!;
    const { body } = await list({ 'svc-id': subscription.id, limit: '5', ending_before: cursor });
    expect(body).toMatchObject({ has_more: true, limit: 5, starting_after: null, ending_before: cursor });
    expect(idsOf(body as unknown as Page)).toEqual(ids.slice(195, 200));
  });

  it('has no more after the oldest and before the newest', async () => {
    const [oldest, newest] = [invoices[0]!.id, invoices.at(-1)!.id];
    expect(await page({ starting_after: oldest })).toMatchObject({ data: [], has_more: false });
    expect(await page({ ending_before: newest })).toMatchObject({ data: [], has_more: false });
    const last = await page({ starting_after: invoices[10]!.id });
    expect([last.data.length, last.has_more]).toEqual([10, false]);
  });

  it('takes the provider reference, and both identifiers where they name one subscriber', async () => {
    const reference = subscription.payReference;
    const other = await subscribed(invoicing.world, invoicing.shop);
    const byReference = await list({ 'subscriber-id': reference });
    expect(byReference.body).toMatchObject({ subscriber: { id: subscription.id } });
    expect((await list({ 'subscriber-id': reference, 'svc-id': subscription.id })).status).toBe(200);
    const differ = await list({ 'subscriber-id': reference, 'svc-id': other.id });
    expect([differ.status, differ.body.error]).toEqual([400, 'identifiers_differ']);
  });
});

describe('GET /subscribers/invoices refuses', () => {
  it('two cursors', async () => {
    const id = invoices[3]!.id;
    const { status, body } = await list({ 'svc-id': subscription.id, starting_after: id, ending_before: id });
    expect([status, body.error]).toEqual([400, 'mutually_exclusive_parameters']);
  });

  it.each(['nonsense', '0198a000-0000-7000-8000-000000000000', 'a sibling', 'a stranger'])(
    'a cursor that is %s',
    async (which) => {
      const stranger = await invoicing.withoutProvider();
      const owner = which === 'a stranger' ? stranger : invoicing.shop;
      const foreign = await invoiced(
        invoicing.world,
        owner,
        await subscribed(invoicing.world, owner),
        which.length,
      );
      const cursor = which.startsWith('a ') ? foreign.id : which;
      for (const name of ['starting_after', 'ending_before']) {
        const { status, body } = await list({ 'svc-id': subscription.id, [name]: cursor });
        expect([status, body.error]).toEqual([400, 'invalid_cursor']);
      }
    },
  );

  it.each(['0', '101', '-1', '1.5', 'ten'])('a limit of "%s"', async (limit) => {
    const { status, body } = await list({ 'svc-id': subscription.id, limit });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  it('no identifier, and those of nobody or of another tenant', async () => {
    expect((await list({})).body.error).toBe('missing_identifier');
    const stranger = await invoicing.withoutProvider();
    const theirs = await subscribed(invoicing.world, stranger);
    const asked: Record<string, string>[] = [
      { 'svc-id': theirs.id },
      { 'svc-id': 'sub_x' },
      { 'subscriber-id': theirs.payReference },
    ];
    for (const query of asked) {
      const { status, body } = await list(query);
      expect([status, body.error]).toEqual([404, 'subscriber_not_found']);
    }
  });
});
