import { describe, expect, it } from 'vitest';
import type { Acct, AcctAnswer, AcctBuyer, AcctContact } from '../../../lib/acct/acct.ts';
import { settleContact } from '../../../lib/invoicing/contact-step.ts';
import { wait, type IssuingWork, type StepResult } from '../../../lib/invoicing/idempotent-step.ts';
import { openWorld, order, start } from '../../rules/acct/world.ts';

const TAXED: AcctBuyer = { ...order().buyer, taxNumber: '1234567890' };
const SILENT = { ok: false, is: 'unreachable' } as const;
const WAIT = { is: 'wait', afterMs: 30_000, why: 'unreachable' };
const change = (changes: object) => ({ is: 'change', changes });
const at = { issueDate: '2026-01-16' };

interface Given {
  readonly buyer?: AcctBuyer;
  readonly amount?: string;
  readonly remembered?: string;
  readonly registered?: AcctAnswer<string | undefined>;
  readonly found?: AcctAnswer<AcctContact | undefined>;
  readonly changed?: AcctAnswer<undefined>;
  readonly made?: AcctAnswer<string>;
  readonly isFull?: boolean;
}

/** What it learns of the buyer is held by what documents say. */
const withoutFacts = (result: StepResult) =>
  result.is === 'wait'
    ? result
    : {
        ...result,
        changes: Object.fromEntries(Object.entries(result.changes).filter(([name]) => name !== 'facts')),
      };

/** What the step makes of what the provider answers, what it asked for on the way, and what it remembers after. */
async function settle(given: Given) {
  const world = await openWorld();
  const asked: string[] = [];
  let remembered = given.remembered;
  const answer = <T>(what: string, value: AcctAnswer<T>) => {
    asked.push(what);
    return Promise.resolve(value);
  };
  const acct: Acct = {
    ...world.connect(),
    findInbox: () => answer('registered?', given.registered ?? { ok: true, value: undefined }),
    findContact: () => answer('contact?', given.found ?? { ok: true, value: undefined }),
    makeContact: () => answer('contact!', given.made ?? { ok: true, value: 'made' }),
    changeContact: () => answer('change!', given.changed ?? { ok: true, value: undefined }),
  };
  const outside: IssuingWork['outside'] = {
    now: () => start,
    save: async () => undefined,
    reserve: async (calls) => (
      asked.push(`room for ${calls}`),
      given.isFull ? wait(7, 'rateLimited') : undefined
    ),
    mayCall: async () => undefined,
    contact: {
      recall: async () => remembered,
      remember: async (contact) => void (remembered = contact),
      forget: async () => undefined,
    },
    unknownStatus: () => undefined,
    keepFile: async () => true,
  };
  const { buyer = order().buyer, amount = '120.00' } = given;
  const work: IssuingWork = {
    ...{ acct, outside, order: order({ buyer, amount }), progress: { revision: 0 } },
    learn: () => undefined,
    save: async () => work.progress,
  };
  const settled = await settleContact(work);
  await world.close();
  return { result: withoutFacts(settled), asked, remembered };
}

describe('The contact of a document’s buyer', () => {
  it('is made and remembered, where the provider has none', async () => {
    expect(await settle({})).toEqual({
      result: change({ contactId: 'made', ...at }),
      asked: ['room for 2', 'contact?', 'contact!'],
      remembered: 'made',
    });
  });

  it('is the one that the provider has', async () => {
    const value = { id: 'found', isCurrent: true };
    expect(await settle({ found: { ok: true, value } })).toEqual({
      result: change({ contactId: 'found', ...at }),
      asked: ['room for 2', 'contact?'],
      remembered: 'found',
    });
  });

  it('is given the address that the buyer has now, before it is used', async () => {
    const value = { id: 'found', isCurrent: false };
    expect(await settle({ found: { ok: true, value } })).toEqual({
      result: change({ contactId: 'found', ...at }),
      asked: ['room for 2', 'contact?', 'change!'],
      remembered: 'found',
    });
    expect(await settle({ found: { ok: true, value }, changed: SILENT })).toEqual({
      result: WAIT,
      asked: ['room for 2', 'contact?', 'change!'],
      remembered: undefined,
    });
  });

  it('is the cached one, without a call, and is marked as such, since it may have been deleted', async () => {
    expect(await settle({ remembered: 'known' })).toEqual({
      result: change({ contactId: 'known', contactRemembered: true, ...at }),
      asked: ['room for 0'],
      remembered: 'known',
    });
  });

  it.each<[string, Given, object, string[]]>([
    [
      'there is no room for its calls',
      { isFull: true },
      { is: 'wait', afterMs: 7, why: 'rateLimited' },
      ['room for 2'],
    ],
    ['the provider cannot be asked for it', { found: SILENT }, WAIT, ['room for 2', 'contact?']],
    ['the provider cannot make it', { made: SILENT }, WAIT, ['room for 2', 'contact?', 'contact!']],
    [
      'nobody knows whether the buyer takes e-invoices',
      { buyer: TAXED, registered: SILENT },
      WAIT,
      ['room for 4', 'registered?'],
    ],
  ])('is waited for where %s', async (_what, given, result, asked) => {
    expect(await settle(given)).toEqual({ result, asked, remembered: undefined });
  });

  it('comes with the inbox of a buyer who must get e-invoices, also where it is remembered', async () => {
    const registered = { ok: true, value: 'urn:mail:defaultpk' } as const;
    expect(await settle({ buyer: TAXED, registered, remembered: 'known' })).toEqual({
      result: change({
        contactId: 'known',
        contactRemembered: true,
        inbox: 'urn:mail:defaultpk',
        ...at,
      }),
      asked: ['room for 2', 'registered?'],
      remembered: 'known',
    });
    expect((await settle({ buyer: TAXED })).asked).toEqual([
      'room for 4',
      'registered?',
      'contact?',
      'contact!',
    ]);
  });

  it.each(['0.00', 'free'])('is not asked for where the amount is %s', async (amount) => {
    expect(await settle({ amount })).toEqual({
      result: change({ failed: [`The amount ${amount} cannot be invoiced.`] }),
      asked: [],
      remembered: undefined,
    });
  });
});
