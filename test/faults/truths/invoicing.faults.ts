import { describe, expect } from 'vitest';
import type { AcctDefaults } from '../../../lib/acct/acct.ts';
import type { Invoice } from '../../../lib/billing/invoice.ts';
import type { Subscription } from '../../../lib/billing/subscription.ts';
import { attributesOf } from '../../../lib/table/item.ts';
import { key } from '../../../lib/table/schema.ts';
import { planChanges } from '../../../lib/table/subscribers/plans.ts';
import { tenantItem } from '../../../lib/table/tenants/tenant.ts';
import type { Behave } from '../../../sandbox/acct/behaviour.ts';
import { casesOf } from '../cases.ts';
import { Dice } from '../dice.ts';
import { it } from '../../behaviour/invoices/fixtures.ts';
import {
  consume,
  invoiced,
  MINUTE,
  onRecord,
  subscribed,
  type InvoicingWorld,
} from '../../behaviour/invoices/world.ts';
import { DEFAULTS } from '../../support/world/acct.ts';

/** What may be true of the invoicing provider and the central bank: each question with each of its answers. */
const TRUTHS: Readonly<Record<string, readonly (string | number)[]>> = {
  eArchiveStatuses: ['reported', 'unnumbered', 'sent', 'invented'],
  documentStatus: ['bounced'],
  contactCity: ['required', 'optional'],
  contactDistrict: ['required', 'optional'],
  taxpayerEArchive: ['draft', 'refused'],
  inboxNumbers: ['asGiven', 'withoutZero'],
  goodsShipment: ['required', 'optional'],
  documentName: ['whenMade', 'whenInvoiced'],
  contactFilters: ['each', 'emailAlone'],
  pdfLines: ['product', 'line'],
  archivedInvoices: ['listed', 'unlisted'],
  grantErrorStatus: [400, 401],
  refreshTokenDays: [0, 10],
  usedRefreshToken: ['dies', 'lives'],
  foreignPayment: ['refused', 'converted'],
  noBulletin: ['notFound', 'page', 'redirect', 'forbidden'],
};
type Truth = readonly [question: string, answer: string | number];
const ALL: readonly Truth[] = Object.entries(TRUTHS).flatMap(([question, answers]) =>
  answers.map((answer) => [question, answer] as const),
);

/** Pairs of truths about different questions, the same in every run. */
const PAIRS = Array.from({ length: casesOf(20, 200) }, (_, seed): [Truth, Truth] => {
  const dice = new Dice(seed);
  const one = dice.pick(ALL);
  return [one, dice.pick(ALL.filter(([question]) => question !== one[0]))];
});

/** Has the company serve by these truths, and sell goods too; one buyer is a registered taxpayer. */
async function live(
  { world, shop, company }: InvoicingWorld,
  truths: readonly Truth[],
  defaults: AcctDefaults,
): Promise<void> {
  const plan = { ...shop.plans.basic!, id: world.app.newId(), reference: 'box', type: 'PHYSICAL' as const };
  await world.table.write(planChanges(shop.tenant.id, plan));
  world.acct.register(company.companyId, REGISTERED.taxNumber);
  const rates = Object.fromEntries(truths.filter(([question]) => question === 'noBulletin'));
  const rules = Object.fromEntries(truths.filter(([question]) => question !== 'noBulletin'));
  const set = { method: 'POST', body: JSON.stringify(rates) };
  expect((await fetch(`${world.acct.url}/sandbox/rates`, set)).status).toBe(200);
  world.acct.behave(rules);
  const { companyId, clientId, clientSecret, username, password } = company;
  const { productId, goodsProductId, moneyAccounts } = company;
  const account = {
    ...{ companyId, clientId, clientSecret, username, password, productId, goodsProductId, moneyAccounts },
    ...{ baseUrl: world.acct.url, siteUrl: 'https://shop.example', ...defaults },
  };
  const sealed = await world.app.secrets.encrypt(shop.tenant.id, 'acct', JSON.stringify(account));
  await world.table.apply({ put: tenantItem({ ...shop.tenant, acct: { sealed } }) });
}

const ADDRESS = { contactName: 'A', country: 'Türkiye', city: 'Ankara', address: 'Örnek Sok. 1' };
const REGISTERED = { title: 'Kayıtlı A.Ş.', taxNumber: '0987654322', taxOffice: 'Şişli' };

/** One purchase: whose, of what, and what goes wrong on the way of its document. */
interface Case {
  readonly buyer?: Partial<Subscription['customer']>;
  readonly invoice?: Partial<Invoice>;
  readonly trouble?: Behave;
}
const CASES: Readonly<Record<string, Case>> = {
  'a person with an address': { buyer: { billingAddress: { ...ADDRESS, district: 'Çankaya' } } },
  'an address without its district': { buyer: { billingAddress: ADDRESS } },
  'a purchase without an address': {},
  'another name under the same e-mail': { buyer: { name: 'Mehmet', billingAddress: ADDRESS } },
  'a registered company': { buyer: { company: REGISTERED, billingAddress: ADDRESS } },
  'a company that is not registered': { buyer: { company: { ...REGISTERED, taxNumber: '1234567890' } } },
  'a buyer abroad': { buyer: { billingAddress: { ...ADDRESS, country: 'Germany' } } },
  goods: { invoice: { planReference: 'box' } },
  dollars: { invoice: { currency: 'USD' } },
  'an invoice whose answer is lost': {
    trouble: { loseAnswerNext: 1, method: 'POST', path: 'sales_invoices' },
  },
  'an invoice that fails': { trouble: { failNext: 1, method: 'POST', path: 'sales_invoices' } },
  'a document whose answer is lost': { trouble: { loseAnswerNext: 1, path: 'e_archives' } },
  'a document whose job fails': { trouble: { failJobs: ['Belge oluşturulamadı'] } },
};

let nth = 0;

/** A case that has begun. */
interface Begun {
  readonly name: string;
  readonly subscription: Subscription;
  readonly invoice: Invoice;
}

/** Begins a case: its document's first run meets the trouble. */
async function begin(
  invoicing: InvoicingWorld,
  [name, { buyer = {}, invoice: what = {}, trouble }]: [string, Case],
): Promise<Begun> {
  const { world, shop, company } = invoicing;
  const bought = await subscribed(world, shop);
  const customer = { ...bought.customer, email: 'shared@example.com', ...buyer };
  const update = key.subscriber(shop.tenant.id, bought);
  await world.table.apply({ update, set: attributesOf({ customer }), if: [{ present: true }] });
  const { companyId } = company;
  if (trouble) world.acct.behave({ ...trouble, companyId });
  const invoice = await invoiced(world, shop, bought, ++nth, { document: 'MAKING', ...what });
  await consume(invoicing, bought, invoice, { memory: {} });
  if (trouble?.failJobs) world.acct.behave({ failJobs: false, companyId });
  return { name, invoice, subscription: { ...bought, customer } };
}

/** Judges a case at its end: one document, or none and what a person must do; never two. */
async function judge(invoicing: InvoicingWorld, { name, subscription, invoice }: Begun): Promise<string[]> {
  const { world } = invoicing;
  const { company: titled, name: first, surname } = subscription.customer;
  const ours = await onRecord(invoicing, subscription, invoice);
  const made = world.acct.invoices().filter(({ order_no }) => order_no === invoice.order);
  const documents = made.flatMap((each) => each.documents);
  const found: string[] = [];
  if (made.length > 1 || documents.length > 1)
    found.push(`${made.length} invoices, ${documents.length} documents`);
  if (ours.document === 'ISSUED') {
    if (documents[0]?.name !== (titled?.title ?? `${first} ${surname}`))
      found.push(`made out to ${String(documents[0]?.name)}`);
    if (ours.documentKeptAt === null) found.push('without its PDF');
  } else if (!SAYS_WHAT_TO_DO.test(String(ours.documentProblem)))
    found.push(`${ours.document}: ${String(ours.documentProblem)}`);
  return found.map((each) => `${name}: ${each}`);
}

/** The provider's own reason, or what a person must do. */
const SAYS_WHAT_TO_DO = /retry the document|turned back|Belge oluşturulamadı/;

async function judgeAll(
  invoicing: InvoicingWorld,
  truths: readonly Truth[],
  defaults: AcctDefaults = DEFAULTS,
): Promise<string[]> {
  await live(invoicing, truths, defaults);
  const begun: Begun[] = [];
  for (const one of Object.entries(CASES)) begun.push(await begin(invoicing, one));
  await invoicing.world.advance(80 * MINUTE);
  return (await Promise.all(begun.map((one) => judge(invoicing, one)))).flat();
}

describe('From a charge to its PDF, whatever is true of the providers', () => {
  it.for(ALL)('%s is %s', async ([question, answer], { invoicing }) => {
    expect(await judgeAll(invoicing, [[question, answer]])).toEqual([]);
  });

  it.for(PAIRS)('%j and %j', async (pair, { invoicing }) => {
    expect(await judgeAll(invoicing, pair)).toEqual([]);
  });

  it('nothing is set of the tenant’s own', async ({ invoicing }) => {
    expect(await judgeAll(invoicing, [], {})).toEqual([]);
  });
});
