/* What is known of the invoicing provider beside the calls of its port. */

/** As people name it. */
export const ACCT_NAME = 'Paraşüt';

/** Where the accounts of every tenant are. */
export const ACCT_ADDRESS = 'https://api.parasut.com';

/** Its rate limit per tenant. */
export const ACCT_LIMIT = { calls: 10, windowMs: 10_000 } as const;
