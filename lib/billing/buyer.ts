/** An address as a buyer writes it. */
export interface Address {
  readonly contactName: string;
  readonly country: string;
  readonly city: string;
  /** The part of the city; Turkish documents name it. */
  readonly district?: string | undefined;
  readonly address: string;
  readonly zipCode?: string | undefined;
}

/** The company that a document is made out to. */
export interface Company {
  readonly title: string;
  /** Ten digits of a company, eleven of a sole trader. */
  readonly taxNumber: string;
  readonly taxOffice: string;
  /** The inbox in which it wants e-invoices, if it has several. */
  readonly eInvoiceAddress?: string | undefined;
}

/** Who bought, as said at the purchase: documents are made out to them, whatever others say under the same e-mail later. */
export interface Buyer {
  /** In the form in which addresses are compared. */
  readonly email: string;
  /** As it was typed, where that is another form: what people are shown. */
  readonly typedEmail?: string | undefined;
  readonly name: string;
  readonly surname: string;
  readonly gsmNumber: string | null;
  /** The tenant's own id of the person, where it gave one. */
  readonly externalId?: string | undefined;
  /** Absent if the purchase gave none. */
  readonly billingAddress?: Address | undefined;
  readonly company?: Company | undefined;
}

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
