import { describe, expect, test } from 'vitest';
import type { SubscriptionEvent } from '../../../lib/billing/events.ts';
import { chatMessage } from '../../../lib/webhooks/destination.ts';
import { webhookHeaders } from '../../../lib/wire/webhook.ts';

const AT = Date.UTC(2026, 0, 31, 12, 0, 0, 999);

const event: SubscriptionEvent = {
  cause: 'order 1',
  type: 'SUBSCRIBED',
  subtype: 'INITIAL_BUY',
  at: AT,
  from: null,
  to: 'ACTIVE',
  snapshot: {
    subscriptionId: 'id-of-subscription',
    payReference: 'pay-subscription',
    customerReference: 'pay-customer',
    planReference: 'pay-plan',
    planName: 'Gold',
    status: 'ACTIVE',
    graceDays: 5,
    firstStart: AT - 1,
    periodStart: AT - 2_000,
    periodEnd: AT + 86_400_000,
    customer: { id: 'id-of-customer', email: 'ada@example.com', name: 'Ada', surname: 'Lovelace' },
  },
};
const delivery = {
  eventId: 'event',
  transactionId: 'transaction',
  attempt: 3,
  sequence: 7,
  signedAt: AT + 5,
};

describe('Request headers of each delivery', () => {
  test('our choice: a second signature by the secret that is to follow', () => {
    const headers = webhookHeaders(
      event,
      { ...delivery, isTest: true },
      {
        body: { current: 'sha256=1', next: 'sha256=2' },
        headers: { current: 'sha256=3', next: 'sha256=4' },
      },
    );
    expect(headers).toMatchObject({
      'X-Svc-Signature': 'sha256=1',
      'X-Svc-Signature-Next': 'sha256=2',
      'X-Svc-Signature-Meta': 'sha256=3',
      'X-Svc-Signature-Meta-Next': 'sha256=4',
      'X-Svc-Test': 'true',
    });
  });
});

const ISTANBUL = 'Europe/Istanbul';

describe('the team chat', () => {
  /** What it reads about a customer of such a name. */
  const textAbout = (names: { readonly name?: string; readonly surname?: string }) => {
    const customer = { ...event.snapshot.customer, ...names };
    return chatMessage({ ...event, snapshot: { ...event.snapshot, customer } }, ISTANBUL).text;
  };

  test('reads a sentence', () => {
    expect(chatMessage(event, ISTANBUL)).toStrictEqual({
      text: 'Ada Lovelace (ada@example.com) subscribed to Gold, paid until 2026-02-01.',
    });
    const renewed = {
      ...event,
      type: 'DID_RENEW',
      snapshot: { ...event.snapshot, periodEnd: null },
    } as const;
    expect(chatMessage(renewed, ISTANBUL)).toStrictEqual({
      text: 'Ada Lovelace (ada@example.com) renewed the subscription to Gold.',
    });
  });

  test.each([
    [ISTANBUL, 21],
    ['Europe/Berlin', 23],
  ])('names the day on which a period ends in %s', (zone, hour) => {
    const midnight = Date.UTC(2026, 1, 1, hour);
    const endsAt = (periodEnd: number) =>
      chatMessage({ ...event, snapshot: { ...event.snapshot, periodEnd } }, zone).text;
    expect(endsAt(midnight - 1)).toContain('paid until 2026-02-01.');
    expect(endsAt(midnight)).toContain('paid until 2026-02-02.');
  });

  test("is not called by anybody's name", () => {
    const text = textAbout({ name: '<!channel> & <https://x.example|y>' });
    expect(text).toContain('&lt;!channel&gt; &amp; &lt;https:\u2060//x.\u2060example|y&gt; Lovelace');
  });

  test('shows no link where a name reads like an address, and leaves abbreviations alone', () => {
    const text = textAbout({ name: 'https://evil.example/win', surname: 'www.evil.example Dr. Ay.' });
    expect(text).toContain('https:\u2060//evil.\u2060example/win www.\u2060evil.\u2060example Dr. Ay. (');
  });

  test('shows no link and calls nobody where it reads Markdown either', () => {
    const text = textAbout({
      name: '[Ada](https://x.example) ![](//x.example)',
      surname: '@all (@here) [1]',
    });
    const name = '[Ada]\u2060(https:\u2060//x.\u2060example) ![]\u2060(//x.\u2060example)';
    expect(text).toContain(`${name} @\u2060all (@\u2060here) [1] (ada@example.com) subscribed`);
  });

  test('is one line in one direction, whatever a name holds', () => {
    const text = textAbout({
      name: 'Ada\u2028Eve subscribed to Gold.\u2029',
      surname: '\u202eecalevoL\u2066',
    });
    expect(text).toContain('Ada Eve subscribed to Gold.  ecalevoL (ada@example.com) subscribed to Gold');
  });
});
