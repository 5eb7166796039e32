import { describe, expect, it } from 'vitest';
import type { AcctDefaults } from '../../../lib/acct/acct.ts';
import type { Subscription } from '../../../lib/billing/subscription.ts';
import { taxNumberIn } from '../../../lib/billing/tax-number.ts';
import { retryDocument } from '../../../lib/invoicing/retry-document.ts';
import { attributesOf } from '../../../lib/table/item.ts';
import { planChanges } from '../../../lib/table/subscribers/plans.ts';
import { key } from '../../../lib/table/schema.ts';
import { tenantItem } from '../../../lib/table/tenants/tenant.ts';
import { DEFAULTS } from '../../support/world/acct.ts';
import { openSubscriber } from './opened.ts';
import { consume, invoiced, MINUTE, onRecord, subscribed } from './world.ts';

const { invoicing } = await openSubscriber();
const { world, shop, company } = invoicing;

const ADDRESS = {
  contactName: 'Ayşe Yılmaz',
  country: 'Türkiye',
  city: 'Ankara',
  district: 'Çankaya',
  address: 'Örnek Sok. 1',
  zipCode: '06000',
};
type Buyer = Partial<Subscription['customer']>;

/** A subscription of this buyer, who else is Ayşe Yılmaz without an address. */
async function boughtBy(buyer: Buyer): Promise<Subscription> {
  const bought = await subscribed(world, shop);
  const customer = { ...bought.customer, ...buyer };
  const update = key.subscriber(shop.tenant.id, bought);
  await world.table.apply({ update, set: attributesOf({ customer }), if: [{ present: true }] });
  return { ...bought, customer };
}

const INBOX = (inbox_type: string, name: string) => ({
  inbox_type,
  e_invoice_address: `urn:mail:${name}@firma.example`,
});

/** A tax number with right check digits for each of a few companies. */
const taxNumberFor = (nth: number): string => {
  const first = String(500_000_000 + nth);
  const numbers = Array.from({ length: 10 }, (_, digit) => `${first}${digit}`);
  return numbers.find((number) => taxNumberIn(number) !== undefined)!;
};

let count = 0;

/** What the provider has of a paid invoice of this subscription in the end, and what we have. */
async function documentOf(subscription: Subscription, planReference = subscription.plan.reference) {
  const invoice = await invoiced(world, shop, subscription, ++count, { document: 'MAKING', planReference });
  await consume(invoicing, subscription, invoice, { memory: {} });
  await world.advance(3 * MINUTE);
  const made = world.acct.invoices().filter(({ order_no }) => order_no === invoice.order);
  return { invoice, made, ours: await onRecord(invoicing, subscription, invoice) };
}

/** Has the tenant's documents say something else where a purchase does not. */
async function useDefaults(defaults: AcctDefaults): Promise<void> {
  const { companyId, clientId, clientSecret, username, password, productId, goodsProductId } = company;
  const login = { companyId, clientId, clientSecret, username, password, productId, goodsProductId };
  const account = { baseUrl: world.acct.url, ...login, siteUrl: 'https://shop.example', ...defaults };
  const sealed = await world.app.secrets.encrypt(shop.tenant.id, 'acct', JSON.stringify(account));
  await world.table.apply({ put: tenantItem({ ...shop.tenant, acct: { sealed } }) });
}

describe('A document', () => {
  it('bears the name, address and phone of its purchase, and says in its note what was bought', async () => {
    const { made } = await documentOf(await boughtBy({ billingAddress: ADDRESS }));
    expect(made).toMatchObject([
      {
        billing_address: 'Örnek Sok. 1',
        city: 'Ankara',
        district: 'Çankaya',
        is_abroad: false,
        tax_number: '11111111111',
        note: expect.stringMatching(/^basic, 20\d\d-\d\d-\d\d – 20\d\d-\d\d-\d\d$/),
        documents: [{ type: 'e_archives', name: 'Ayşe Yılmaz', lines: 'Abonelik' }],
      },
    ]);
  });

  it('bears the address that its buyer has now', async () => {
    const bought = await boughtBy({ billingAddress: ADDRESS });
    await documentOf(bought);
    const moved = { ...ADDRESS, address: 'Kordon 5', city: 'İzmir', district: 'Konak' };
    const customer = { ...bought.customer, billingAddress: moved };
    const update = key.subscriber(shop.tenant.id, bought);
    await world.table.apply({ update, set: attributesOf({ customer }), if: [{ present: true }] });
    const { made } = await documentOf({ ...bought, customer });
    expect(made).toMatchObject([{ billing_address: 'Kordon 5', city: 'İzmir', district: 'Konak' }]);
  });

  it('bears the default address where its purchase gave none', async () => {
    const { made } = await documentOf(await boughtBy({}));
    expect(made).toMatchObject([{ billing_address: 'Moda Cad. 1', city: 'İstanbul', district: 'Kadıköy' }]);
  });

  it('is made out to the company of its purchase, as an e-archive unless that is a registered taxpayer', async () => {
    const of = { title: 'Deniz Ltd. Şti.', taxNumber: '0123456789', taxOffice: 'Bornova' };
    const { made } = await documentOf(await boughtBy({ billingAddress: ADDRESS, company: of }));
    expect(made).toMatchObject([
      { tax_number: '0123456789', documents: [{ type: 'e_archives', name: 'Deniz Ltd. Şti.' }] },
    ]);
  });

  it.each([
    ['as it is', 'asGiven'],
    ['without its leading zero', 'withoutZero'],
  ] as const)(
    'of a registered taxpayer is an e-invoice, also where inboxes know the number %s',
    async (_, inboxNumbers) => {
      const taxNumber = inboxNumbers === 'asGiven' ? '0987654322' : '0123456789';
      world.acct.register(company.companyId, taxNumber);
      world.acct.behave({ inboxNumbers });
      const of = { title: 'Kayıtlı A.Ş.', taxNumber, taxOffice: 'Şişli' };
      const { made, ours } = await documentOf(await boughtBy({ billingAddress: ADDRESS, company: of }));
      expect(made).toMatchObject([{ documents: [{ type: 'e_invoices', name: 'Kayıtlı A.Ş.' }] }]);
      expect(ours).toMatchObject({ document: 'ISSUED', documentId: made[0]!.documents[0]!.id });
      expect(ours.documentKeptAt).not.toBeNull();
    },
  );

  it.each([
    [
      'the one of the right type',
      [INBOX('GB', 'gb'), INBOX('PK', 'pk'), INBOX('DESPATCH', 'despatch')],
      'pk',
    ],
    ['the only one, whatever its type is called', [INBOX('INVENTED', 'only')], 'only'],
    ['the same address under two types', [INBOX('INVENTED', 'same'), INBOX('NEW', 'same')], 'same'],
    ['none, where two could be', [INBOX('PK', 'first'), INBOX('PK', 'second')], ['first', 'second']],
    ['none, where no type says it', [INBOX('ONE', 'first'), INBOX('TWO', 'second')], ['first', 'second']],
    ['none, where all are for something else', [INBOX('GB', 'gb')], []],
  ] as const)('of a taxpayer with several inboxes goes to %s', async (_, inboxes, goesTo) => {
    const taxNumber = taxNumberFor(++count);
    world.acct.register(company.companyId, taxNumber, inboxes);
    const of = { title: 'Kayıtlı A.Ş.', taxNumber, taxOffice: 'Şişli' };
    const { made, ours } = await documentOf(await boughtBy({ billingAddress: ADDRESS, company: of }));
    if (typeof goesTo === 'string') {
      expect(made).toMatchObject([{ documents: [{ type: 'e_invoices' }] }]);
      return;
    }
    expect(made).toEqual([]);
    expect(ours.document).toBe('FAILED');
    for (const address of goesTo) expect(ours.documentProblem).toContain(`urn:mail:${address}@firma.example`);
    const [, chosen] = goesTo;
    if (chosen === undefined) return;
    const eInvoiceAddress = `urn:mail:${chosen}@firma.example`;
    const said = await documentOf(
      await boughtBy({ billingAddress: ADDRESS, company: { ...of, eInvoiceAddress } }),
    );
    if (inboxes.some(({ inbox_type: type }) => type === 'PK'))
      expect(said.made).toMatchObject([{ documents: [{ type: 'e_invoices' }] }]);
    const wrong = { ...of, eInvoiceAddress: 'urn:mail:other@firma.example' };
    const refused = await documentOf(await boughtBy({ billingAddress: ADDRESS, company: wrong }));
    expect(refused.ours.documentProblem).toContain('has no inbox urn:mail:other@firma.example');
  });

  it('without VAT says why, and cannot be made where the settings do not', async () => {
    const plan = { ...shop.plans.basic!, id: world.app.newId(), reference: 'untaxed', vatRate: 0 as const };
    await world.table.write(planChanges(shop.tenant.id, plan));
    const { made, ours } = await documentOf(await boughtBy({ billingAddress: ADDRESS }), 'untaxed');
    expect([made, ours.documentProblem]).toEqual([[], expect.stringContaining('vatExemption')]);
    await useDefaults({ ...DEFAULTS, vatExemption: { code: '351', reason: 'KDV istisnası' } });
    const explained = await documentOf(await boughtBy({ billingAddress: ADDRESS }), 'untaxed');
    expect(explained.made).toMatchObject([{ total_vat: expect.stringMatching(/^0/), documents: [{}] }]);
    const taxed = await documentOf(await boughtBy({ billingAddress: ADDRESS }));
    expect(Number(taxed.made[0]!.total_vat)).toBe(20);
    await useDefaults(DEFAULTS);
  });

  it.each([
    ['Germany', true],
    ['TÜRKİYE', false],
    ['turkiye', false],
    ['Turkey', false],
    ['TR', false],
    ['KKTC', true],
  ])('of a buyer in %s is abroad: %s', async (country, isAbroad) => {
    const { made } = await documentOf(await boughtBy({ billingAddress: { ...ADDRESS, country } }));
    expect(made).toMatchObject([{ is_abroad: isAbroad }]);
  });

  it('of goods names their carrier, and has the product of goods', async () => {
    const plan = { ...shop.plans.basic!, id: world.app.newId(), reference: 'box', type: 'PHYSICAL' as const };
    await world.table.write(planChanges(shop.tenant.id, plan));
    await useDefaults(DEFAULTS);
    const { made } = await documentOf(await boughtBy({ billingAddress: ADDRESS }), 'box');
    expect(made[0]!.documents).toMatchObject([
      { lines: 'Abonelik kutusu', shipment: { title: 'Örnek Kargo', vkn: '1234567890' } },
    ]);

    await useDefaults({ carrier: { title: 'Kurye Can', taxNumber: '10000000146' } });
    const courier = await documentOf(await boughtBy({ billingAddress: ADDRESS }), 'box');
    expect(courier.made[0]!.documents).toMatchObject([
      { shipment: { name: 'Kurye Can', tckn: '10000000146' } },
    ]);

    await useDefaults({});
    const none = await documentOf(await boughtBy({ billingAddress: ADDRESS }), 'box');
    expect(none).toMatchObject({ made: [], ours: { document: 'FAILED' } });
    expect(none.ours.documentProblem).toMatch(/Set the carrier .* then retry the document/);
    await useDefaults(DEFAULTS);
  });

  it('without any address is not made before one is set, and is made then', async () => {
    await useDefaults({});
    const subscription = await boughtBy({});
    const { invoice, made, ours } = await documentOf(subscription);
    expect([made, ours.document]).toEqual([[], 'FAILED']);
    expect(ours.documentProblem).toMatch(/Set a default address .* then retry the document/);
    await useDefaults(DEFAULTS);
    await retryDocument(shop.app, invoice.id);
    await world.advance(5 * MINUTE);
    expect(await onRecord(invoicing, subscription, invoice)).toMatchObject({ document: 'ISSUED' });
  });

  it('that the provider refused for its buyer is made for the buyer as corrected since', async () => {
    world.acct.behave({ contactDistrict: 'required' });
    const { district: _none, ...withoutDistrict } = ADDRESS;
    const subscription = await boughtBy({ billingAddress: withoutDistrict });
    const { invoice, made, ours } = await documentOf(subscription);
    expect([made, ours.documentProblem]).toEqual([[], expect.stringContaining('İlçe doldurulmalı')]);
    const customer = { ...subscription.customer, billingAddress: ADDRESS };
    const update = key.subscriber(shop.tenant.id, subscription);
    await world.table.apply({ update, set: attributesOf({ customer }), if: [{ present: true }] });
    await retryDocument(shop.app, invoice.id);
    await world.advance(5 * MINUTE);
    expect(await onRecord(invoicing, subscription, invoice)).toMatchObject({ document: 'ISSUED' });
    world.acct.behave({ contactDistrict: 'optional' });
  });
});
