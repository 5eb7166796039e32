import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, WebhookNotGenuine } from '../../../client/src/webhooks.ts';

const BODY = JSON.stringify({ notificationType: 'DID_RENEW', subtype: 'BILLING_RECOVERY', note: 'Ğ' });
const sign = (secret: string, body: string | Buffer = BODY) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
const signed = (signature: string, more = {}) => ({ 'x-svc-signature': signature, ...more });

describe('a delivery', () => {
  it('that is genuine is read, with its place among the subscriber’s', () => {
    const headers = signed(sign('old'), { 'x-svc-sequence': '7' });
    expect(verifyWebhook(BODY, headers, 'old')).toEqual({
      event: { notificationType: 'DID_RENEW', subtype: 'BILLING_RECOVERY', note: 'Ğ' },
      sequence: 7,
      isTest: false,
    });
  });

  it.each([
    ['before a rotation, with the old secret', signed(sign('old')), ['old']],
    [
      'during it, with the old one alone',
      signed(sign('old'), { 'x-svc-signature-next': sign('new') }),
      'old',
    ],
    [
      'during it, with the new one alone',
      signed(sign('old'), { 'x-svc-signature-next': sign('new') }),
      'new',
    ],
    ['during it, with both', signed(sign('old'), { 'x-svc-signature-next': sign('new') }), ['new', 'old']],
    ['after it, with both still there', signed(sign('new')), ['old', 'new']],
    ['with headers as fetch has them', new Headers(signed(sign('old'))), 'old'],
    ['with headers in capitals', { 'X-Svc-Signature': sign('old') }, 'old'],
    ['with headers in lists', { 'x-svc-signature': [sign('old')] }, 'old'],
  ])('is genuine %s', (_when, headers, secrets) => {
    expect(verifyWebhook(Buffer.from(BODY), headers, secrets).event.notificationType).toBe('DID_RENEW');
  });

  it.each([
    ['with another secret', BODY, signed(sign('other')), 'old'],
    ['with one byte changed', BODY.replace('Ğ', 'G'), signed(sign('old')), 'old'],
    ['without a signature', BODY, {}, 'old'],
    ['with a shorter signature', BODY, signed(sign('old').slice(0, -1)), 'old'],
    ['with a signature in capitals', BODY, signed(sign('old').toUpperCase()), 'old'],
  ])('is refused %s', (_what, body, headers, secrets) => {
    expect(() => verifyWebhook(body, headers, secrets)).toThrow(WebhookNotGenuine);
  });

  it('is never held against an empty secret', () => {
    expect(() => verifyWebhook(BODY, signed(sign('')), '')).toThrow('a webhook secret is empty');
  });

  it('is verified with the secrets that are set, and never where none is', () => {
    expect(verifyWebhook(BODY, signed(sign('old')), [undefined, 'old']).sequence).toBe(0);
    for (const none of [undefined, [undefined, undefined], []])
      expect(() => verifyWebhook(BODY, signed(sign('undefined')), none)).toThrow('no webhook secret is set');
  });

  it('has its place and its test mark signed, so that nobody can change them', () => {
    const body = JSON.stringify({ eventId: 'e1', signedDate: 5, notificationType: 'EXPIRED' });
    const more = {
      'x-svc-sequence': '7',
      'x-svc-test': 'true',
      'x-svc-signature-meta': sign('old', 'e1.7.true.5'),
      'x-svc-signature-meta-next': sign('new', 'e1.7.true.5'),
    };
    const headers = signed(sign('old', body), more);
    for (const secret of ['old', ['old', 'new']])
      expect(verifyWebhook(body, headers, secret)).toMatchObject({ sequence: 7, isTest: true });
    for (const changed of [
      { 'x-svc-sequence': '8' },
      { 'x-svc-test': 'false' },
      { 'x-svc-signature-meta': 'sha256=0' },
    ])
      expect(() => verifyWebhook(body, { ...headers, ...changed }, 'old')).toThrow(
        'headers of this delivery',
      );
  });

  it('that is only a test says so', () => {
    expect(verifyWebhook(BODY, signed(sign('old'), { 'x-svc-test': 'true' }), 'old').isTest).toBe(true);
  });
});
