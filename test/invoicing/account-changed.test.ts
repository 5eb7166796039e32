import { describe, expect, it } from 'vitest';
import { atAccount, nextStep, retryIssuing, type Progress } from '../../lib/billing/document-progress.ts';

const begun: Progress = {
  revision: 3,
  owner: 'former',
  contactId: '1',
  issueDate: '2026-01-16',
  invoiceId: '4',
};
const job = { id: '5', at: 0 };
const asked = { what: 'document', at: 1 } as const;
const step = (progress: Progress, owner = 'present') => nextStep(atAccount(progress, owner), false);

describe('after the tenant has changed its account at the invoicing provider', () => {
  it.each<[string, Progress]>([
    ['a contact', { revision: 1, owner: 'former', contactId: '1', issueDate: '2026-01-16' }],
    ['an invoice', begun],
    ['an invoice that was asked for', { ...begun, invoiceId: undefined, asked: { what: 'invoice', at: 1 } }],
  ])('%s of the former one is begun anew', (_, progress) => {
    const { revision } = progress;
    expect(atAccount(progress, 'present')).toEqual({ revision, owner: 'present' });
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
    expect(atAccount(again, 'former')).not.toHaveProperty('mayMove');
  });

  it('nothing changes at the same one, nor where an earlier release did not keep which it was', () => {
    expect(atAccount(begun, 'former')).toEqual(begun);
    const { owner: _none, ...unknown } = begun;
    expect(atAccount(unknown, 'present')).toEqual({ ...unknown, owner: 'present' });
  });
});
