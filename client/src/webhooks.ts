import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookPayload } from './generated.ts';

type Typed<Type extends WebhookPayload['notificationType'], Subtype = undefined> = Omit<
  WebhookPayload,
  'notificationType' | 'subtype'
> & { readonly notificationType: Type } & (Subtype extends undefined
    ? { readonly subtype?: undefined }
    : { readonly subtype: Subtype });

/** An event as it arrives; `switch (event.notificationType)` narrows its subtype. */
export type WebhookEvent =
  | Typed<'SUBSCRIBED', 'INITIAL_BUY' | 'RESUBSCRIBE'>
  | Typed<'DID_RENEW', 'BILLING_RECOVERY'>
  | Typed<'DID_FAIL_TO_RENEW'>
  | Typed<'DID_CHANGE_RENEWAL_STATUS', 'AUTO_RENEW_ENABLED' | 'AUTO_RENEW_DISABLED'>
  | Typed<'DID_CHANGE_RENEWAL_PREF', 'UPGRADE' | 'DOWNGRADE'>
  | Typed<'EXPIRED'>;

/** A delivery that proved to be ours. */
export interface VerifiedDelivery {
  readonly event: WebhookEvent;
  /** Rises with each event of a subscriber: of two events the higher is the later. */
  readonly sequence: number;
  /** Sent by `POST /account/webhook/test`: nothing of it happened. */
  readonly isTest: boolean;
}

/** Headers as `fetch` or `node:http` give them. */
export type ReceivedHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The delivery does not prove that it is ours: answer 401 and do nothing. */
export class WebhookNotGenuine extends Error {
  override readonly name = 'WebhookNotGenuine';
}

/**
 * Verifies a delivery and reads it. `rawBody` is the body as it arrived, before anything parsed it. While a secret is
 * rotated two are valid: give those you have, in any order; one that is undefined is left out. Compared in constant
 * time, whichever fits. Throws WebhookNotGenuine, and a TypeError where a secret is empty or none is given.
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: ReceivedHeaders,
  secrets: string | undefined | readonly (string | undefined)[],
): VerifiedDelivery {
  const signatures = ['x-svc-signature', 'x-svc-signature-next'].map((name) => headerIn(headers, name));
  const fits = secretsIn(secrets).flatMap((secret) => {
    const expected = signatureOf(rawBody, secret);
    return signatures.map((given) => isEqual(given, expected));
  });
  if (!fits.includes(true)) throw new WebhookNotGenuine('no signature of this delivery fits');
  const event = JSON.parse(Buffer.from(rawBody).toString()) as WebhookEvent;
  const sequence = headerIn(headers, 'x-svc-sequence');
  const isTest = headerIn(headers, 'x-svc-test') === 'true';
  const signed = `${event.eventId}.${sequence}.${isTest}.${event.signedDate}`;
  if (!areHeadersGenuine(signed, headers, secretsIn(secrets)))
    throw new WebhookNotGenuine('the headers of this delivery were changed');
  return { event, sequence: Number(sequence), isTest };
}

/** Whether what only headers say was signed by us; a service before version 0.2 signs no headers. */
function areHeadersGenuine(signed: string, headers: ReceivedHeaders, secrets: readonly string[]): boolean {
  const given = ['x-svc-signature-meta', 'x-svc-signature-meta-next'].map((name) => headerIn(headers, name));
  if (given.every((signature) => signature === '')) return true;
  const fits = secrets.flatMap((secret) => given.map((one) => isEqual(one, signatureOf(signed, secret))));
  return fits.includes(true);
}

function secretsIn(secrets: string | undefined | readonly (string | undefined)[]): string[] {
  const set = [secrets].flat().filter((secret) => secret !== undefined);
  if (set.length === 0) throw new TypeError('no webhook secret is set');
  return set;
}

function signatureOf(rawBody: string | Uint8Array, secret: string): string {
  if (secret === '') throw new TypeError('a webhook secret is empty');
  return `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`;
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function headerIn(headers: ReceivedHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1] ?? '';
  return typeof found === 'string' ? found : (found[0] ?? '');
}
