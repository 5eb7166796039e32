import * as z from 'zod/mini';
import { optional, read, sought, text } from './read.ts';
import { sandboxAddress } from './sandbox-address.ts';
import { said } from './shape.ts';

/** Body of PUT /account/payment. */
export const paymentBody = z.object({
  apiKey: said(sought(), 'The API key at the payment provider.'),
  secretKey: said(sought(), 'The secret to the API key at the payment provider; never shown again.'),
  merchantId: said(text(60), 'The merchant number there, with which notifications are signed.'),
  baseUrl: said(
    optional(text()),
    'Only for a service on your own machine: the address of the sandbox beside it.',
    { format: 'uri' },
  ),
});

/** A tenant's own credentials for the payment provider. */
export interface PaymentInput {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly merchantId: string;
  readonly baseUrl: string | undefined;
}

/** Reads the body of PUT /account/payment. */
export function paymentInput(body: unknown, localRun: boolean): PaymentInput {
  const { baseUrl, ...given } = read(paymentBody, body);
  return { ...given, baseUrl: sandboxAddress(baseUrl, localRun) };
}
