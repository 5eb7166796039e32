import { describe, expect, it } from 'vitest';
import { acctCompany, acctOwner } from '../../../lib/table/documents/acct-owner.ts';
import { atCompany, nextStage, retryIssuing, type Progress } from '../../../lib/billing/document-progress.ts';

const begun: Progress = {
  revision: 3,
  company: 'former',
  contactId: '1',
  issueDate: '2026-01-16',
  invoiceId: '4',
};
const job = { id: '5', at: 0 };
const asked = { what: 'document', at: 1 } as const;
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

  it.each<[string, Progress]>([
    ['asked for', { ...begun, asked }],
    ['being made', { ...begun, job }],
    ['there', { ...begun, document: { id: '6', state: 'issued' } }],
  ])('a document that is %s at the former one fails, so that no second is made unseen', (_, progress) => {
    expect(step(progress)).toMatchObject({ do: 'nothing', because: 'failed' });
  });

  it('an operator may have it made at the present one, or continue at the former one', () => {
    const again = retryIssuing({ ...begun, job, asked });
    expect(step(again)).toEqual({ do: 'contact' });
    expect(step(again, 'former')).toMatchObject({ do: 'invoice', contactId: '1' });
    expect(atCompany(again, 'former')).not.toHaveProperty('mayMove');
  });

  it('nothing changes at the same one, nor before the first step, which keeps which it is', () => {
    expect(atCompany(begun, 'former')).toEqual(begun);
    const { company: _none, ...unknown } = begun;
    expect(atCompany(unknown, 'present')).toEqual({ ...unknown, company: 'present' });
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
