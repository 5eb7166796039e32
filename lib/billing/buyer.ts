import { optional, orNull, part, text, type TypeOf } from '../record.ts';

const ADDRESS = part({
  contactName: text,
  country: text,
  city: text,
  /** The part of the city; Turkish documents name it. */
  district: optional(text),
  address: text,
  zipCode: optional(text),
});
/** An address as a buyer writes it. */
export type Address = TypeOf<typeof ADDRESS>;

const COMPANY = part({
  title: text,
  /** Ten digits of a company, eleven of a sole trader. */
  taxNumber: text,
  taxOffice: text,
  /** The inbox in which it wants e-invoices, if it has several. */
  eInvoiceAddress: optional(text),
});
/** The company that a document is made out to. */
export type Company = TypeOf<typeof COMPANY>;

/** Who bought, as said at the purchase: documents are made out to them, even where somebody buys under the same e-mail later. */
export const BUYER = part({
  /** The customer's. */
  id: text,
  /** In the form in which addresses are compared. */
  email: text,
  /** As it was typed, where that is another form: what people are shown. */
  typedEmail: optional(text),
  name: text,
  surname: text,
  gsmNumber: orNull(text),
  /** The tenant's own id of the person, where it gave one. */
  externalId: optional(text),
  /** Absent if the purchase gave none. */
  billingAddress: optional(ADDRESS),
  company: optional(COMPANY),
});
/** The same, whichever customer it is. */
export type Buyer = Omit<TypeOf<typeof BUYER>, 'id'>;

/** The e-mail address that people are shown. */
export const shownEmail = ({ email, typedEmail }: Pick<Buyer, 'email' | 'typedEmail'>) => typedEmail ?? email;

/** What a purchase says of its buyer beside who the customer is: how the address was typed, and whom documents bear. */
export type PurchaseDetails = Pick<Buyer, 'typedEmail' | 'externalId' | 'billingAddress' | 'company'>;

/** A purchase's details of its buyer. Whoever gives only where the goods go is billed there, as the payment provider is told. */
export function purchaseDetails(given: {
  readonly typedEmail?: string | undefined;
  readonly externalId?: string | undefined;
  readonly billingAddress?: Address | undefined;
  readonly shippingAddress?: Address | undefined;
  readonly company?: Company | undefined;
}): PurchaseDetails {
  const billingAddress = given.billingAddress ?? given.shippingAddress;
  const { company, typedEmail, externalId } = given;
  return {
    ...(typedEmail !== undefined && { typedEmail }),
    ...(externalId !== undefined && { externalId }),
    ...(billingAddress && { billingAddress }),
    ...(company && { company }),
  };
}
