import { ACCT_NAME } from '../../acct/provider.ts';
import { DAY_MS, PAY_ALLOWS } from '../../limits.ts';
import { payProvider } from '../../pay/provider.ts';

/** What the console calls the payment provider. */
export const PAY = payProvider.name;

/** What it calls the invoicing provider. */
export const ACCT = ACCT_NAME;

/** For how many days the payment provider collects what is owed. */
export const COLLECTED_DAYS = PAY_ALLOWS.collectedMs / DAY_MS;
