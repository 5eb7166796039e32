import { DEFAULTS } from '../../support/world/acct.ts';
import { describe, expect } from 'vitest';
import { setAcctAccount } from '../../../lib/account/provider-accounts.ts';
import { changeTenant } from '../../../lib/account/tenants.ts';
import { atCompany, nextStage, type Progress } from '../../../lib/billing/document-progress.ts';
import type { Invoice } from '../../../lib/billing/invoice.ts';
import { retryDocument } from '../../../lib/invoicing/retry-document.ts';
import { acctCompany, acctOwner } from '../../../lib/table/documents/acct-owner.ts';
import { it } from './fixtures.ts';
import type { Issuing } from './issuing.ts';
import { MINUTE, type InvoicingWorld } from './world.ts';
import { charge, subscribe, type Member } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

/** Another company of the sandbox in the place of the tenant's; answers its number. */
async function replaceCompany({ world, shop }: InvoicingWorld): Promise<string> {
  const company = world.acct.addCompany();
  const { companyId, clientId, clientSecret, username, password, productId, moneyAccounts } = company;
  const login = { companyId, clientId, clientSecret, username, password, productId, moneyAccounts };
  const account = { ...login, baseUrl: world.acct.url, siteUrl: 'https://shop.example', ...DEFAULTS };
  await setAcctAccount(forTenant({ ...world.app, memory: {} }, shop.tenant.id), account);
  return companyId;
}

/** An instance that has made a document before the tenant's company was replaced, and the number of the present one. */
async function instanceWithFormerCompany({ invoicing, toIssue, consume }: Issuing) {
  const instance = { memory: {} };
  await consume(await toIssue(), instance);
  return { instance, companyId: await replaceCompany(invoicing) };
}

/** Begins a document whose job takes the provider ten minutes. */
async function beginDocument(
  { invoicing, toIssue, consume }: Issuing,
  changes: Partial<Invoice> = {},
): Promise<Invoice> {
  invoicing.world.acct.behave({ jobMs: 10 * MINUTE });
  const invoice = await toIssue(changes);
  await consume(invoice);
  return invoice;
}

/** Retries a document after another company has taken the place of the first; answers why it is not made there. */
async function problemElsewhere({ invoicing, onRecord }: Issuing, invoice: Invoice): Promise<string | null> {
  const { world, shop } = invoicing;
  await replaceCompany(invoicing);
  expect(await retryDocument(shop.app, invoice.id)).toBe('queued');
  await world.advance(5 * MINUTE);
  return (await onRecord(invoice)).documentProblem;
}

describe('An instance that has just made a document at a former account', () => {
  it('continues at the present company what another instance has begun there', async ({
    invoicing,
    issuing,
  }) => {
    const { world } = invoicing;
    const { instance, companyId } = await instanceWithFormerCompany(issuing);

    await world.clock.advanceTo(world.clock.now() + MINUTE / 4);
    const invoice = await issuing.toIssue();
    await issuing.consume(invoice);
    await world.clock.advanceTo(world.clock.now() + MINUTE / 12);
    await issuing.consume(invoice, instance);
    expect(await issuing.onRecord(invoice)).toMatchObject({ document: 'ISSUED' });
    const made = world.acct.invoices().filter(({ order_no }) => order_no === invoice.order);
    expect(made.map((one) => [one.companyId, one.documents.length])).toEqual([[companyId, 1]]);
  });
});

describe('A document whose job ended while nobody read it', () => {
  it('is not made at another company either before an operator was told of the first', async ({
    invoicing,
    issuing,
  }) => {
    const { world } = invoicing;
    const invoice = await beginDocument(issuing, { date: world.clock.now() });
    world.acct.behave({ failNext: 1_000_000 });
    await world.advance(25 * 60 * MINUTE);
    world.acct.resetBehaviour();
    expect(await problemElsewhere(issuing, invoice)).toContain('begun at another company');
    expect(world.acct.invoices()).toHaveLength(1);
  });
});

describe('A document that was begun at one company, and failed because the account was removed', () => {
  it('is not made at another company before an operator was told of the first', async ({
    invoicing,
    issuing,
  }) => {
    const { world, shop } = invoicing;
    const { acct } = shop.tenant;
    const invoice = await beginDocument(issuing);
    await changeTenant(shop.app, { acct: null });
    await world.advance(5 * MINUTE);
    expect(await issuing.onRecord(invoice)).toMatchObject({ document: 'FAILED' });

    expect(await problemElsewhere(issuing, invoice)).toContain('begun at another company');

    await changeTenant(shop.app, { acct });
    await retryDocument(shop.app, invoice.id);
    await world.advance(20 * MINUTE);
    expect(await issuing.onRecord(invoice)).toMatchObject({ document: 'ISSUED' });
    expect(world.acct.invoices().map(({ documents }) => documents.length)).toEqual([1]);
  });
});

const begun: Progress = {
  revision: 3,
  company: 'former',
  contactId: '1',
  issueDate: '2026-01-16',
  invoiceId: '4',
};

const step = (progress: Progress, company = 'present') => nextStage(atCompany(progress, company), false);

describe('after the tenant has changed its account at the invoicing provider', () => {
  it.each<[string, Progress]>([
    ['a contact', { revision: 1, company: 'former', contactId: '1', issueDate: '2026-01-16' }],
    ['an invoice', begun],
    ['an invoice that was asked for', { ...begun, invoiceId: undefined, asked: { what: 'invoice', at: 1 } }],
  ])('%s of the former one is begun anew', (_, progress) => {
    const { revision } = progress;
    expect(atCompany(progress, 'present')).toEqual({ revision, company: 'present' });
    expect(step(progress)).toEqual({ do: 'contact' });
  });

  it('another login to the same company continues what was begun, since it knows its invoices', () => {
    const login = {
      clientId: '1',
      clientSecret: 's',
      username: 'old@shop.example',
      productId: '2',
    };
    const former = {
      baseUrl: 'https://acct.example',
      companyId: '7',
      siteUrl: 'https://shop.example',
      ...login,
    };
    const present = { ...former, clientId: '9', username: 'new@shop.example' };
    expect(acctOwner(present)).not.toBe(acctOwner(former));
    const progress = { ...begun, company: acctCompany(former) };
    expect(atCompany(progress, acctCompany(present))).toEqual(progress);
    expect(acctCompany({ ...present, companyId: '8' })).not.toBe(acctCompany(former));
    const sameAddress = { ...former, baseUrl: 'https://ACCT.example/' };
    expect(acctCompany(sameAddress)).toBe(acctCompany(former));
    expect(acctOwner(sameAddress)).toBe(acctOwner(former));
  });
});

async function pdfsOf(shop: TestTenant, { svcId }: Member) {
  const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } });
  return (body.data as { pdfStatus: string }[]).map(({ pdfStatus }) => pdfStatus);
}

describe('A charge that is recorded while the instance remembers a tenant without an invoicing provider', () => {
  it('gets a document at the account that was set meanwhile', async ({ invoicing: { world, shop } }) => {
    const { acct, id } = shop.tenant;
    await changeTenant(forTenant(world.app, id), { acct: null });
    const member = await subscribe(world, shop);
    expect(await pdfsOf(shop, member)).toEqual(['unavailable']);

    await changeTenant(forTenant(world.app, id), { acct });
    await charge(world, member.reference, 'success');
    await world.advance(5 * MINUTE);
    expect(await pdfsOf(shop, member)).toEqual(['ready', 'unavailable']);
  });
});
