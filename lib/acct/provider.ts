/** Where the accounts of every tenant's invoicing provider are. */
export const ACCT_ADDRESS = 'https://api.parasut.com';
