import * as z from 'zod/mini';
import type { PurchaseDetails } from '../billing/buyer.ts';
import { IDENTITY_NUMBER_DIGITS } from '../limits.ts';
import { Redacted } from '../text/redacted.ts';
import { emailAddress, phoneNumber } from './contact.ts';
import { externalId } from './external-id.ts';
import { optional, prose } from './read.ts';
import { taxNumber } from './tax-number.ts';

/** Free text about a person or place. A card number in it is refused, because it would be stored. */
export const personalText = (max?: number) => prose(max);

/** An address in a body. */
export const address = z.object({
  contactName: personalText(),
  country: personalText(),
  city: personalText(),
  district: optional(personalText()),
  address: personalText(1000),
  zipCode: optional(personalText(32)),
});

/** A company in a body. */
export const company = z.object({
  title: personalText(),
  taxNumber,
  taxOffice: personalText(),
  eInvoiceAddress: optional(personalText()),
});

/** Fields that every checkout body has. */
export const customerMembers = {
  name: personalText(),
  surname: personalText(),
  email: emailAddress,
  gsmNumber: phoneNumber,
  identityNumber: z
    .string()
    .check(
      z.regex(new RegExp(`^[0-9]{${IDENTITY_NUMBER_DIGITS}}$`), `must be ${IDENTITY_NUMBER_DIGITS} digits`),
    ),
  subscriptionInitialStatus: optional(z.enum(['ACTIVE', 'PENDING'])),
  billingAddress: optional(address),
  shippingAddress: optional(address),
  company: optional(company),
  ifActive: optional(z.enum(['allow', 'refuse'])),
  externalId: optional(externalId),
};

type CustomerMembers = z.infer<z.ZodMiniObject<typeof customerMembers>>;

/** Whether a second subscription of the product is refused; absent where it is allowed, which is the default. */
export const unlessActive = ({ ifActive }: CustomerMembers) => ({
  ifActive: ifActive === 'refuse' ? ifActive : undefined,
});

/** What a checkout says of its buyer beside what the payment provider is told. */
export const buyerDetails = (
  body: unknown,
  given: CustomerMembers,
): Omit<PurchaseDetails, 'billingAddress'> => ({
  ...emailAsTyped(body, given),
  company: given.company,
  externalId: given.externalId,
});

/** The buyer's e-mail address as the body has it, where it is compared in another form. */
export function emailAsTyped(
  body: unknown,
  { email }: Pick<CustomerMembers, 'email'>,
): { readonly typedEmail?: string } {
  const typedEmail = (body as { readonly email: string }).email.trim().normalize('NFC');
  return typedEmail === email ? {} : { typedEmail };
}

/** The paying customer, with the national id redacted. */
export function payer(given: CustomerMembers) {
  const { name, surname, email, gsmNumber, billingAddress, shippingAddress } = given;
  const identityNumber = new Redacted(given.identityNumber);
  return { name, surname, email, gsmNumber, identityNumber, billingAddress, shippingAddress };
}
