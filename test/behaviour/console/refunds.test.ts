import { describe, expect, it } from 'vitest';
import { html } from '../../../lib/pages/html.ts';
import { NO_AMOUNTS, NOTHING } from '../../support/world/amounts.ts';
import { openWorld } from '../../support/world/opened.ts';
import { ledger, MINUTE, subscribe } from '../../support/world/shop.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { openDesk } from './desk.ts';
import { formsIn } from '../../support/world/forms-in.ts';

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

describe('the page of an invoice', () => {
  it('links its document, as the page of its subscriber does', async () => {
    const shop = await makeTenant(world, { invoicing: true });
    const { svcId } = await subscribe(world, shop);
    await world.advance(5 * MINUTE);
    const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } });
    const [{ svcId: id, pdfUrl }] = body.data as [{ svcId: string; pdfUrl: string }];
    expect(pdfUrl).toMatch(/^https:/);
    const desk = await openDesk(world, shop, 'finance');
    for (const [screen, query] of [
      ['subscriber', svcId],
      ['invoice', id],
    ] as const)
      expect((await desk.get(screen, { id: query })).text, screen).toContain(
        html`<a href="${pdfUrl}" aria-label="Document of `.text,
      );
  });
});

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
    expect(first.headers.location).toContain(`/console/invoice?id=${id}&done=refunded.`);
    expect(second.headers.location).toBe(first.headers.location);
    expect(await refundsOf(shop)).toMatchObject([{ amount: '30.00', by: 'person', note: 'Late' }]);
    const shown = (await desk.get('invoice', { id })).text;
    expect(shown).toContain('<dt>Refunded</dt><dd>₺30.00</dd>');
    expect(shown).toContain('all that is left, ₺70.00');
  });

  it.each([
    ['30,5', '₺30.50'],
    ['₺30.50', '₺30.50'],
    [' 30 TL', '₺30.00'],
    ['', '₺100.00'],
  ])('are asked for as people write amounts: %j is %s', async (written, said) => {
    const { shop, id } = await paidInvoice();
    const desk = await openDesk(world, shop, 'finance');
    const { text } = await desk.get('refund', { id, amount: written, reason: 'OTHER', note: '' });
    expect(text).toContain(`Refund ${said}</button>`);
    const done = await desk.act('refund', {
      id,
      amount: written || '100.00',
      reason: 'OTHER',
      note: '',
      once: 'once',
    });
    expect(done.headers.location).toContain('done=refunded');
    expect(await refundsOf(shop)).toMatchObject([{ amount: said.slice(1) }]);
  });

  it.each([
    ['1.250', 'Could be 1250.00 or 1.250; write it with two decimals, such as 1250.00.'],
    ['$30', 'Names another currency: $.'],
    ['100,01', 'The amount is more than is left of the invoice'],
  ])('of %s give nothing back: the form comes back with the reason at its field', async (written, said) => {
    const { shop, id } = await paidInvoice();
    const desk = await openDesk(world, shop, 'finance');
    const asked = { id, amount: written, reason: 'FRAUD', note: 'Late "again"' };
    const refused = await desk.get('refund', asked);
    const { headers } = await desk.act('refund', { ...asked, once: 'x' });
    const [, form = ''] = headers.location!.split('refused=');
    const after = await desk.get('invoice', { id, refused: form });
    for (const { text } of [refused, after]) {
      const shown = formsIn(text).find(({ act }) => act === 'refund')!;
      expect(shown.fields).toMatchObject([
        { name: 'id' },
        { name: 'amount', value: written, error: expect.stringContaining(said) as string },
        { name: 'note', value: 'Late "again"' },
        { name: 'reason', value: 'FRAUD' },
      ]);
    }
    expect(await refundsOf(shop)).toEqual([]);
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

  it('take no amounts that are none, on the screen and in what it sends, and an empty one as all on the first alone', async () => {
    const { shop, id } = await paidInvoice();
    const desk = await openDesk(world, shop, 'finance');
    for (const amount of [...NO_AMOUNTS, ...NOTHING].filter((one) => !['1,5', '₺10'].includes(one))) {
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
