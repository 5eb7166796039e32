import type { PayInputField } from '../pay/pay.ts';

const CARD_MEMBERS: ReadonlySet<PayInputField> = new Set([
  'cardHolderName',
  'cardNumber',
  'expireMonth',
  'expireYear',
  'cvc',
]);

/** The name in a request's body of what the payment provider found wrong. */
export function requestField(field: PayInputField): string {
  return CARD_MEMBERS.has(field) ? `paymentCard.${field}` : field;
}
