import * as z from 'zod/mini';
import { optional, read, sought, text } from './read.ts';
import { sandboxAddress } from './sandbox-address.ts';

/** Body of PUT /account/payment. */
export const paymentBody = z.object({
  apiKey: sought(),
  secretKey: sought(),
  merchantId: text(60),
  baseUrl: optional(text()),
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
