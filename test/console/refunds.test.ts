import { describe, expect, it } from 'vitest';
import { NO_AMOUNTS, NOTHING } from '../world/amounts.ts';
import { openWorld } from '../world/opened.ts';
import { ledger, subscribe } from '../world/shop.ts';
import { makeTenant, type TestTenant } from '../world/tenant.ts';
import { openDesk } from './desk.ts';

const world = await openWorld();

async function paidInvoice() {
  const shop = await makeTenant(world);
  const { svcId } = await subscribe(world, shop);
  const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } });
  const [invoice] = body.data as [{ svcId: string; invoiceNumber: string }];
  return { shop, svcId, id: invoice.svcId, number: invoice.invoiceNumber };
}

const refundsOf = async (shop: TestTenant) =>
  (await shop.call('invoices/refunds')).body.data as { amount: string; by: string; note: string }[];

describe('refunds in the console', () => {
  it('are said before they are made, and made once however often the form is sent', async () => {
    const { shop, svcId, id, number } = await paidInvoice();
    const desk = await openDesk(world, shop, 'finance');
    expect((await desk.get('subscriber', { id: svcId })).text).toContain(`invoice?id=${id}">${number}</a>`);
    const asked = { id, amount: '30', reason: 'OTHER', note: 'Late' };
    const { text } = await desk.get('refund', asked);
    expect(text).toContain('Refund ₺30.00</button>');
    const once = /name="once" value="([^"]+)"/.exec(text)![1]!;
    const first = await desk.act('refund', { ...asked, once });
    const second = await desk.act('refund', { ...asked, once });
    expect([first.headers.location, second.headers.location]).toEqual(
      Array(2).fill(`/console/invoice?id=${id}&done=refunded`),
    );
    expect(await refundsOf(shop)).toMatchObject([{ amount: '30.00', by: 'person', note: 'Late' }]);
    const shown = (await desk.get('invoice', { id })).text;
    expect(shown).toContain('<dt>Refunded</dt><dd>₺30.00</dd>');
    expect(shown).toContain('all that is left, ₺70.00');
  });

  it('are refused in words where there is less left', async () => {
    const { shop, id } = await paidInvoice();
    const desk = await openDesk(world, shop, 'finance');
    const { status, text } = await desk.get('refund', { id, amount: '100.01' });
    expect(status).toBe(400);
    expect(text).not.toContain('Refund ₺100.01</button>');
    await desk.act('refund', { id, reason: 'BUYER_REQUEST', once: 'a' });
    expect((await desk.get('invoice', { id })).text).not.toContain('See what this does');
  });

  it('take the amounts that the API takes, on the screen and in what it sends, and an empty one as all on the first alone', async () => {
    const { shop, id } = await paidInvoice();
    const desk = await openDesk(world, shop, 'finance');
    for (const amount of [...NO_AMOUNTS, ...NOTHING]) {
      const isEmpty = amount.trim() === '';
      expect([amount, (await desk.get('refund', { id, amount })).status]).toEqual([
        amount,
        isEmpty ? 200 : 400,
      ]);
      await desk.act('refund', { id, amount, reason: 'OTHER' });
    }
    expect(await refundsOf(shop)).toEqual([]);
    expect((await desk.get('refund', { id, amount: '' })).text).toContain('name="amount" value="100.00"');
  });

  it('are made by finance and owners alone', async () => {
    const { shop, id } = await paidInvoice();
    const desk = await openDesk(world, shop, 'support');
    expect((await desk.act('refund', { id, reason: 'OTHER' })).status).toBe(403);
    expect((await desk.get('invoice', { id })).text).toContain('Changes here are made by: Owner, Finance.');
    expect(await refundsOf(shop)).toEqual([]);
    expect((await ledger(world, shop)).length).toBeGreaterThan(0);
  });
});
