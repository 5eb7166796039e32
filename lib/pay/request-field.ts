import type { PayInputField } from './pay.ts';

const CARD_MEMBERS: ReadonlySet<PayInputField> = new Set([
  'cardHolderName',
  'cardNumber',
  'expireMonth',
  'expireYear',
  'cvc',
]);

/** The field of a request body that corresponds to the payment provider's complaint. */
export function requestField(field: PayInputField): string {
  return CARD_MEMBERS.has(field) ? `paymentCard.${field}` : field;
}
