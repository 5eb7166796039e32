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
}

/** Who bought, as said at the purchase: documents are made out to them, whatever others say under the same e-mail later. */
export interface Buyer {
  readonly email: string;
  readonly name: string;
  readonly surname: string;
  readonly gsmNumber: string | null;
  /** Absent if the purchase gave none. */
  readonly billingAddress?: Address | undefined;
  readonly company?: Company | undefined;
}

/** What a document says of its buyer beside the name: known at the purchase, not part of the customer. */
export type BillingDetails = Pick<Buyer, 'billingAddress' | 'company'>;

/** A purchase's billing details. Whoever gives only where the goods go is billed there, as the payment provider is told. */
export function billingDetails(given: {
  readonly billingAddress?: Address | undefined;
  readonly shippingAddress?: Address | undefined;
  readonly company?: Company | undefined;
}): BillingDetails {
  const billingAddress = given.billingAddress ?? given.shippingAddress;
  const { company } = given;
  return { ...(billingAddress && { billingAddress }), ...(company && { company }) };
}
