import type { Address } from '../../billing/buyer.ts';
import type { PayCard, PayCustomer } from '../pay.ts';

/** The provider requires a billing address; this is used if the customer gave none. */
export const NOT_GIVEN = { country: 'Türkiye', city: 'Belirtilmedi', address: 'Belirtilmedi' };

/** A customer in the provider's format. The identity number is revealed here. */
export function customerBody(customer: PayCustomer): object {
  const { name, surname, email, gsmNumber, billingAddress, shippingAddress } = customer;
  const billing = billingAddress ?? shippingAddress ?? { contactName: `${name} ${surname}`, ...NOT_GIVEN };
  return {
    name,
    surname,
    email,
    gsmNumber,
    identityNumber: customer.identityNumber.reveal(),
    billingAddress: addressBody(billing),
    shippingAddress: shippingAddress && addressBody(shippingAddress),
  };
}

/** A card in the provider's format; it is not stored in the shopper's wallet at the provider. */
export function cardBody(card: PayCard): object {
  const { cardHolderName, cardNumber, expireYear, expireMonth, cvc } = card;
  return { cardHolderName, cardNumber, expireYear, expireMonth, cvc, registerConsumerCard: false };
}

/** An address in the provider's format. */
export function addressBody({ contactName, country, city, address, zipCode }: Address): object {
  return { contactName, country, city, address, zipCode };
}
