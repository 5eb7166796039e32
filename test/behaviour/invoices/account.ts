import type { AcctAccount } from '../../../lib/acct/acct.ts';

/** An account at the invoicing provider with nothing set but what is needed; nobody answers at its address. */
export const ACCOUNT: AcctAccount = {
  baseUrl: 'https://acct.example',
  companyId: '1',
  clientId: 'client',
  clientSecret: 'secret',
  productId: '2',
  siteUrl: 'https://shop.example',
};
