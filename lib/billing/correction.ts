import type { Address, Company } from './buyer.ts';
import { changed, type Subscription } from './subscription.ts';

/** What is corrected of a subscription's buyer: what is absent stays, and null takes a company or the tenant's own id away. */
export interface Correction {
  /** In the form in which addresses are compared. */
  readonly email?: string | undefined;
  /** As it was typed, where that is another form. */
  readonly typedEmail?: string | undefined;
  readonly name?: string | undefined;
  readonly surname?: string | undefined;
  readonly gsmNumber?: string | undefined;
  readonly billingAddress?: Address | undefined;
  readonly company?: Company | null | undefined;
  readonly externalId?: string | null | undefined;
}

/** The subscription with its buyer corrected; its next documents bear it, those that are made stay as they are. */
export function correctBuyer(subscription: Subscription, correction: Correction): Subscription {
  const { company, externalId, email, typedEmail, ...texts } = correction;
  const given = Object.fromEntries(Object.entries<unknown>(texts).filter(([, value]) => value !== undefined));
  const { typedEmail: _former, ...others } = subscription.customer;
  const as =
    email === undefined
      ? subscription.customer
      : { ...others, email, ...(typedEmail !== undefined && { typedEmail }) };
  const { company: kept, externalId: named, ...buyer } = { ...as, ...given };
  const next = company === undefined ? kept : company;
  const own = externalId === undefined ? named : externalId;
  return changed(subscription, {
    customer: { ...buyer, ...(next && { company: next }), ...(own && { externalId: own }) },
  });
}
