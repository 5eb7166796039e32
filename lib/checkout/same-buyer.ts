import type { PaySubscriptionDetails } from '../pay/provider-records.ts';
import { isSameEmail } from '../text/email-address.ts';
import { isSamePhone } from '../text/phone-number.ts';

/** Whether the provider names this e-mail as the customer's. */
export const hasEmail = ({ customerEmail }: PaySubscriptionDetails, email: string): boolean =>
  customerEmail !== undefined && isSameEmail(customerEmail, email);

/** Whether the provider names this e-mail or this phone: it may know the buyer by an older address. */
export const isSameBuyer = (
  made: PaySubscriptionDetails,
  buyer: { readonly email: string; readonly gsmNumber: string | null },
): boolean => hasEmail(made, buyer.email) || isSamePhone(made.customerPhone, buyer.gsmNumber);
