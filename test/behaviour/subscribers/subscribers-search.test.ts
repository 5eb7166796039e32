import { storedId } from '../../../lib/billing/identifiers.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { cancel } from '../../../lib/subscriptions/cancel.ts';
import { eraseCustomer } from '../../../lib/account/erase.ts';
import { openShop } from '../../support/world/opened.ts';
import { directBody } from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const { world, shop } = await openShop();

async function buy(
  email: string,
  name: string,
  surname: string,
  of = shop,
  gsmNumber = '+905350000000',
): Promise<string> {
  const body = { ...directBody(of.plans.basic!, { email }), name, surname, gsmNumber };
  const { body: made } = await of.call('checkout/initialize-direct', { body });
  await world.settle();
  return String(made.svcSubscriptionId);
}

async function found(query: Record<string, string>): Promise<string[]> {
  const { status, body } = await shop.call('subscribers/list', { query });
  expect(status).toBe(200);
  return (body.data as { svcId: string }[]).map(({ svcId }) => svcId);
}

let [aysel, mehmet, other, long] = ['', '', '', ''];
beforeAll(async () => {
  aysel = await buy('aysel.demir@acme.example', 'Ayşel', 'Demir');
  mehmet = await buy('m.isik@acme.example', 'Mehmet', 'Işık');
  other = await buy('zeynep@other.example', 'Zeynep', 'Ayşelioğlu');
  long = await buy('long@third.example', 'Elif-Nur', 'Öz Öztürk', shop, '+905351234567');
  await buy('aysel@elsewhere.example', 'Ayşel', 'Kaya', await makeTenant(world));
});

describe('spec: GET /subscribers/list with search', () => {
  it.each([
    ['the beginning of an e-mail address', 'aysel.de', () => [aysel]],
    ['a whole e-mail address, in any case', 'M.Isik@ACME.example', () => [mehmet]],
    ['the beginning of a name', 'zey', () => [other]],
    ['a name without its Turkish letters', 'aysel', () => [aysel, other]],
    ['a whole name with them', 'MEHMET IŞIK', () => [mehmet]],
    ['a surname', 'demir', () => [aysel]],
    ['the second surname', 'öztürk', () => [long]],
    ['any part of a name, also behind a hyphen', 'nur', () => [long]],
    ['the surname before the name', 'Işık Mehmet', () => [mehmet]],
    ['a phone number as it is said', '0535 123 45 67', () => [long]],
    ['the beginning of a phone number', '+90 535 123', () => [long]],
    ['nothing that anybody has', 'nobody', () => []],
    ['what is left of no letters', '\u0301', () => []],
  ])('our choice: finds %s', async (_what, search, who) => {
    expect(await found({ search })).toEqual(who());
  });

  it('our choice: finds who is named by a reference, an id or the number of an invoice, of this tenant alone', async () => {
    const one = await shop.call('subscribers/get', { query: { 'svc-id': aysel } });
    const { payReference, id } = one.body.data as Record<string, string>;
    const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': aysel } });
    const [invoice] = body.data as [{ id: string; svcId: string; invoiceNumber: string }];
    const asked = { 'invoice-id': invoice.id, amount: '1.00', clientReferenceId: 'refund-of-ayse' };
    const { body: made } = await shop.call('invoices/refund', { body: asked });
    const { svcId: refund } = made.data as { svcId: string };
    const names = [payReference!, id!, aysel, invoice.id, invoice.svcId, invoice.invoiceNumber];
    for (const search of [...names, invoice.invoiceNumber.toLowerCase(), refund, 'refund-of-ayse'])
      expect(await found({ search }), search).toEqual([aysel]);
    expect(await found({ search: invoice.invoiceNumber.slice(0, -1) })).toEqual([]);
    const elsewhere = await makeTenant(world);
    const asElsewhere = await elsewhere.call('subscribers/list', { query: { search: payReference! } });
    expect(asElsewhere.body.data).toEqual([]);
  });

  it('our choice: follows a correction of name and phone', async () => {
    const svcId = await buy('moved@third.example', 'Ada Deniz', 'Lovelace', shop, '+905359998877');
    await shop.call('subscribers/correct-customer', {
      body: { 'svc-id': svcId, name: 'Ada', surname: 'King', gsmNumber: '+905351110000' },
    });
    await world.settle();
    for (const search of ['deniz', 'lovelace', '0535 999 88 77']) expect(await found({ search })).toEqual([]);
    for (const search of ['king', '0535 111 00 00']) expect(await found({ search })).toEqual([svcId]);
  });

  it('our choice: has pages in both directions, by address and then by name, with everybody once', async () => {
    const many = [];
    for (const one of ['many1', 'many2', 'x1', 'x2'])
      many.push(await buy(`${one}@acme.example`, 'Many', `Of ${one}`));
    const pages: string[][] = [];
    for (let after: string | undefined; ;) {
      const query = { search: 'many', limit: '1', ...(after !== undefined && { starting_after: after }) };
      const { body } = await shop.call('subscribers/list', { query });
      const page = (body.data as { svcId: string }[]).map(({ svcId }) => svcId);
      expect(page).toHaveLength(1);
      pages.push(page);
      after = page.at(-1);
      if (body.has_more !== true) break;
    }
    expect(pages.flat()).toEqual(many);
    expect(await found({ search: 'many', limit: '2', ending_before: many[3]! })).toEqual(many.slice(1, 3));
    expect(await found({ search: 'many', limit: '5', ending_before: many[0]! })).toEqual([]);
  });

  it('finds nothing of a customer who was erased', async () => {
    const svcId = await buy('gone@acme.example', 'Gone', 'Away');
    const id = svcId.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    await cancel(forTenant(world.app, shop.tenant), { by: 'svc', id: storedId(id) }, world.clock.now());
    await world.advance(40 * 24 * 3_600_000);
    expect(await found({ search: 'gone@' })).toEqual([svcId]);
    await eraseCustomer(
      shop.app,
      { email: 'gone@acme.example' },
      {
        givesUpDocuments: true,
      },
    );
    expect(await found({ search: 'gone' })).toEqual([]);
  });
});
