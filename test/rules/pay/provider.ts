import { createHmac, randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { iyzico } from '../../../lib/pay/iyzico/iyzico.ts';
import type { Pay, PayAnswer, PayCustomer } from '../../../lib/pay/pay.ts';
import { Redacted } from '../../../lib/text/redacted.ts';
import { MovableClock } from '../../../sandbox/clock.ts';
import { startPaySandbox, type PayCredentials, type PaySandbox } from '../../../sandbox/pay/sandbox.ts';

/** 1 January 2026, 10:00:00.680 UTC */
export const START = Date.UTC(2026, 0, 1, 10, 0, 0, 680);
const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const DAY = 24 * 60 * MINUTE;

export const GOOD_CARD = '5528790000000008';
export const POOR_CARD = '4111111111111129';

export type Json = Record<string, unknown>;

/** What the sandbox answers, as loosely as a test reads it. */
export interface Envelope {
  status: string;
  errorCode?: string;
  errorMessage?: string;
  systemTime: number;
  data: Json & { referenceCode: string; items: Json[]; orders: Json[] };
}

export interface Provider {
  readonly clock: MovableClock;
  readonly sandbox: PaySandbox;
  readonly merchant: PayCredentials;
  readonly pay: Pay;
  /** A signed call of the merchant, with its HTTP status. */
  readonly api: (method: string, path: string, body?: unknown) => Promise<{ http: number; body: Envelope }>;
  /** A control call, whose answer is taken at its word. */
  readonly control: <T = Json>(method: string, path: string, body?: unknown) => Promise<T>;
  /** A new plan in a product of its own, or in the one given. */
  readonly plan: (fields?: Json, product?: string) => Promise<string>;
  readonly product: () => Promise<string>;
  readonly complete: (token: string, cardNumber: string) => Promise<Envelope>;
}

/** A provider of this test's own, at a standing clock, gone when the test is over. */
export async function openProvider(
  options: { start?: number; dataFile?: string; as?: PayCredentials } = {},
): Promise<Provider> {
  const clock = new MovableClock({ start: options.start ?? START, frozen: true });
  const sandbox = await startPaySandbox({
    clock,
    ...(options.dataFile === undefined ? {} : { dataFile: options.dataFile }),
  });
  onTestFinished(() => sandbox.stop().catch(() => undefined));
  const merchant = options.as ?? sandbox.addMerchant();

  const api: Provider['api'] = async (method, path, body) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const answer = await fetch(sandbox.url + path, {
      method,
      headers: { Authorization: signed(merchant, path, text) },
      ...(text === '' ? {} : { body: text }),
    });
    return { http: answer.status, body: (await answer.json()) as Envelope };
  };
  const product = async () => {
    const { body } = await api('POST', '/v2/subscription/products', { name: randomUUID() });
    return body.data.referenceCode;
  };

  return {
    clock,
    sandbox,
    merchant,
    pay: payOf(sandbox.url, merchant),
    api,
    product,
    control: async <T>(method: string, path: string, body?: unknown) => {
      const answer = await fetch(`${sandbox.url}/sandbox${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return (await answer.json()) as T;
    },
    plan: async (fields = {}, inProduct) => {
      const parent = inProduct ?? (await product());
      const { body } = await api('POST', `/v2/subscription/products/${parent}/pricing-plans`, {
        name: randomUUID(),
        price: '199.00',
        currencyCode: 'TRY',
        paymentInterval: 'MONTHLY',
        planPaymentType: 'RECURRING',
        ...fields,
      });
      return body.data.referenceCode;
    },
    complete: async (token, cardNumber) => {
      const answer = await fetch(`${sandbox.url}/v2/subscription/checkoutform/complete`, {
        method: 'POST',
        body: JSON.stringify({ token, paymentCard: card(cardNumber) }),
      });
      return (await answer.json()) as Envelope;
    },
  };
}

/** An account for tests whose provider never asks whose it is. */
export const someone = { apiKey: 'k', secretKey: 's', merchantId: '1' };

/** Our client of an account, with short deadlines where a test waits for them. */
export function payOf(
  baseUrl: string,
  merchant: PayCredentials,
  deadlineMs?: { money?: number; read?: number },
): Pay {
  const outside = { now: () => Date.now(), randomKey: () => randomUUID() };
  return iyzico({ baseUrl, ...merchant }, deadlineMs ? { ...outside, deadlineMs } : outside);
}

/** An Authorization header made without our client. */
export function signed(
  merchant: PayCredentials,
  pathAndQuery: string,
  body: string,
  randomKey = 'r1',
): string {
  const [path = ''] = pathAndQuery.split('?');
  const signature = createHmac('sha256', merchant.secretKey)
    .update(randomKey + path + body)
    .digest('hex');
  const plain = `apiKey:${merchant.apiKey}&randomKey:${randomKey}&signature:${signature}`;
  return `IYZWSv2 ${Buffer.from(plain).toString('base64')}`;
}

export function card(cardNumber: string) {
  return { cardHolderName: 'Ayşe Yılmaz', cardNumber, expireMonth: '12', expireYear: '2030', cvc: '123' };
}

export function customer(fields: Partial<PayCustomer> = {}): PayCustomer {
  return {
    name: 'Ayşe',
    surname: 'Yılmaz',
    email: 'ayse@example.com',
    gsmNumber: '+905350000000',
    identityNumber: new Redacted('11111111111'),
    billingAddress: {
      contactName: 'Ayşe Yılmaz',
      address: 'Örnek Sok. 1',
      city: 'Ankara',
      country: 'Türkiye',
    },
    ...fields,
  };
}

/** Starts a subscription with a card, or tells why not. */
export function startWith(
  provider: Provider,
  planReference: string,
  cardNumber = GOOD_CARD,
  initialStatus: 'ACTIVE' | 'PENDING' = 'ACTIVE',
) {
  return provider.pay.startDirect({
    planReference,
    customer: customer(),
    card: new Redacted(card(cardNumber)),
    initialStatus,
    correlationId: randomUUID(),
  });
}

/** The value of an answer that a test needs to go on. */
export function got<T>(answer: PayAnswer<T>): T {
  if (!answer.ok) throw new Error(`the provider answered ${JSON.stringify(answer)}`);
  return answer.value;
}
