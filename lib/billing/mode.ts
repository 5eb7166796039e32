/** The modes of tenants: `live` ones have accounts that charge real cards. */
export const MODES = ['live', 'test'] as const;
/** The mode of a tenant, and of an account at the payment provider. */
export type Mode = (typeof MODES)[number];

/** What is made at the invoicing provider: real documents, ones that count nowhere, or those of a sandbox on this machine. */
export const ACCT_ENVIRONMENTS = ['live', 'staging', 'sandbox'] as const;
/** One of `ACCT_ENVIRONMENTS`. */
export type AcctEnvironment = (typeof ACCT_ENVIRONMENTS)[number];
