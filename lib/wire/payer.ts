import * as z from 'zod/mini';
import type { PurchaseDetails } from '../billing/buyer.ts';
import { IDENTITY_NUMBER_DIGITS } from '../limits.ts';
import { Redacted } from '../text/redacted.ts';
import { emailAddress, phoneNumber } from './contact.ts';
import { externalId } from './external-id.ts';
import { optional, prose } from './read.ts';
import { taxNumber } from './tax-number.ts';
import { said } from './shape.ts';

/** Free text about a person or place. A card number in it is refused, because it would be stored. */
export const personalText = (max?: number) => prose(max);

/** An address in a body. */
export const address = z.object({
  contactName: personalText(),
  country: personalText(),
  city: personalText(),
  district: said(optional(personalText()), 'The part of the city; documents in Türkiye name it.'),
  address: personalText(1000),
  zipCode: optional(personalText(32)),
});

/** A company in a body. */
export const company = z.object({
  title: said(personalText(), 'The full name under which the company is registered.'),
  taxNumber: said(
    taxNumber,
    'The tax number of a company (VKN, ten digits), or the identity number of a sole trader or courier (TCKN, eleven), with right check digits; spaces and dashes may stand in it.',
    { pattern: '^[0-9 -]{10,32}$' },
  ),
  taxOffice: said(personalText(), 'The tax office that the company belongs to.'),
  eInvoiceAddress: said(
    optional(personalText()),
    'Of a registered taxpayer with several inboxes the one for invoices, such as `urn:mail:defaultpk@firma.example`. Without it a document for one whose right inbox does not show is an error that names them.',
  ),
});

/** Fields that every checkout body has. */
export const customerMembers = {
  name: said(personalText(), 'Given name.'),
  surname: said(personalText(), 'Family name.'),
  email: said(emailAddress, 'Compared trimmed, in small letters.'),
  gsmNumber: said(
    phoneNumber,
    'Phone number, E.164 preferred (`+905350000000`). Turkish national forms are understood, also with spaces, dashes, brackets.',
    { pattern: '^[0-9+ ()-]{7,32}$' },
  ),
  identityNumber: said(
    z
      .string()
      .check(
        z.regex(new RegExp(`^[0-9]{${IDENTITY_NUMBER_DIGITS}}$`), `must be ${IDENTITY_NUMBER_DIGITS} digits`),
      ),
    'National id number, 11 digits. It is passed on to the payment provider and not stored.',
  ),
  subscriptionInitialStatus: said(
    optional(z.enum(['ACTIVE', 'PENDING'])),
    'How the subscription begins; ACTIVE by default.',
  ),
  billingAddress: said(optional(address), 'Stands on its invoices. Without one the shipping address does.'),
  shippingAddress: said(optional(address), 'Where goods go, of the same structure.'),
  company: said(optional(company), 'Whom invoices are made out to instead of the person.'),
  ifActive: said(
    optional(z.enum(['allow', 'refuse'])),
    'What happens where the customer has a live subscription of a plan of the same product: `allow` (default) sells another, `refuse` answers 409 `already_subscribed` with its `svcId`, and `purchase_in_progress` where a payment for one is under way or its outcome is not known yet.',
  ),
  externalId: said(
    optional(externalId),
    'Your own id of the person, one word of at most 128 characters (NFC). Another customer’s is 409 `external_id_taken`; at a checkout it counts with its success.',
  ),
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
