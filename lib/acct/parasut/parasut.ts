import type { Acct, AcctAccount, AcctRun } from '../acct.ts';
import type { TokenStore } from '../tokens.ts';
import { Calls } from './call.ts';
import { contacts } from './contacts.ts';
import { documents } from './documents.ts';
import { invoices } from './invoices.ts';
import { payments } from './payments.ts';
import { settings } from './settings.ts';
import type { Outside } from './tokens.ts';

/** The Paraşüt API v4, for one tenant and one run. The store's access token is shared by all runs of a process. */
export function parasut(
  account: AcctAccount,
  store: TokenStore,
  outside: Outside,
  run: AcctRun = UNBOUNDED,
): Acct {
  const calls = new Calls(account, store, outside, run);
  return {
    ...settings(account, calls),
    ...contacts(calls),
    ...invoices(account, calls),
    ...documents(account, calls),
    ...payments(account, calls),
  };
}

const UNBOUNDED: AcctRun = {
  timeLeftMs: () => Infinity,
  admit: async () => 0,
  ended: async () => undefined,
  limited: async () => undefined,
};
