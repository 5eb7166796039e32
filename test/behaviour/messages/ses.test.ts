import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SignatureV4 } from '@smithy/signature-v4';
import { sesMailer } from '../../../lib/messages/ses.ts';
import type { Mail } from '../../../lib/messages/mail.ts';
import { signedHeaders } from '../../../lib/runtime/signature.ts';
import { MovableClock } from '../../../sandbox/clock.ts';
import { Mailbox } from '../../../sandbox/mail/mailbox.ts';
import { mailboxAnswer } from '../../../sandbox/mail/pages.ts';

const START = Date.UTC(2026, 0, 15, 9);
const clock = new MovableClock({ start: START, frozen: true });
const told: object[] = [];
const mailbox = new Mailbox({
  clock,
  arnOf: (set) => `arn:aws:ses:eu-central-1:000000000000:configuration-set/${set}`,
  account: { domains: ['mail.shop.example'], configurationSets: ['Billing-test'], perSecond: 5 },
  tell: (event) => void told.push(event),
});
let server: Server;
let endpoint = '';
beforeAll(async () => {
  server = createServer((request, response) => {
    void mailboxAnswer(mailbox, request, response, new URL(request.url ?? '/', 'http://127.0.0.1'));
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  mailbox.close();
});

const MAIL: Mail = {
  fromName: 'Kumru Kahve & Çay, "Beşiktaş" şubesi: bütün aboneliklerin uzun adı',
  from: 'no-reply@mail.shop.example',
  replyTo: 'help@shop.example',
  to: 'ayse@example.com',
  subject: 'Ödemeniz alınamadı',
  html: '<p>Merhaba</p>',
  text: 'Merhaba',
  tags: { tenant: 'a1', message: '01890000-0000-7000-8000-111111111111', address: '0a1b' },
};
/** SHA-256 as AWS's signer asks for it: keyed where it is given a secret. */
class Sha256 {
  readonly #hash;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

const bytesOf = (data: string | ArrayBuffer | ArrayBufferView): Buffer => {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    : Buffer.from(data);
};

const identity = () => ({ accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', sessionToken: 'token' });

async function send(of: Partial<Mail> = {}, configurationSet = 'Billing-test') {
  await clock.advanceTo(clock.now() + 1_000);
  const mailer = sesMailer({
    region: 'eu-central-1',
    endpoint,
    configurationSet,
    perSecond: 1_000,
    identity,
    now: () => clock.now(),
    end: () => AbortSignal.timeout(5_000),
    wait: async () => undefined,
  });
  return mailer.send({ ...MAIL, ...of });
}

describe('An e-mail by SES', () => {
  it('is taken as it was written, and told of by the tags that it bears', async () => {
    expect(await send()).toMatchObject({ is: 'accepted' });
    const [arrived] = mailbox.all();
    expect(arrived).toMatchObject({ to: [MAIL.to], subject: MAIL.subject, html: MAIL.html, text: MAIL.text });
    expect(arrived?.from).toMatch(/^[\x20-\x7e]+ <no-reply@mail\.shop\.example>$/);
    const shown = await (await fetch(`${endpoint}/messages/${arrived!.id}`)).json();
    expect(shown).toMatchObject({ from: `${MAIL.fromName} <${MAIL.from}>` });
    expect(told).toMatchObject([
      { detail: { eventType: 'Send', mail: { tags: { message: [MAIL.tags.message] } } } },
      { detail: { eventType: 'Delivery' } },
    ]);
  });

  it.each([
    ['an address that is none', { to: 'ayse@' }],
    ['an address of other letters than ASCII’s', { to: 'ayşe@example.com' }],
    ['a second line in the subject', { subject: 'one\r\nBcc: other@example.com' }],
    ['a sender that is not ours', { from: 'no-reply@other.example' }],
    ['a tag of other characters', { tags: { ...MAIL.tags, message: 'a b' } }],
  ])('is refused for good where it has %s', async (_, of) => {
    expect(await send(of)).toMatchObject({ is: 'refused' });
  });

  it.each([
    ['SES is down', { isDown: true }, 'later'],
    ['too many are sent', { throttleNext: 1 }, 'later'],
    ['the answer is lost', { loseAnswerNext: 1 }, 'unknown'],
  ] as const)('is told apart where %s', async (_, behaviour, is) => {
    mailbox.behave(behaviour);
    expect(await send()).toMatchObject({ is });
    mailbox.behave(null);
    expect(await send({}, 'Billing-other')).toMatchObject({ is: 'later' });
  });

  it('is sent no faster than SES takes it: the sixth of a second is too many here', async () => {
    await clock.advanceTo(clock.now() + 2_000);
    const body = Buffer.from(
      JSON.stringify({
        FromEmailAddress: MAIL.from,
        Destination: { ToAddresses: [MAIL.to] },
        Content: {
          Simple: {
            Subject: { Data: 'a', Charset: 'UTF-8' },
            Body: { Html: { Data: 'a', Charset: 'UTF-8' }, Text: { Data: 'a', Charset: 'UTF-8' } },
          },
        },
      }),
    );
    const answers = await Promise.all(Array.from({ length: 6 }, () => mailbox.send(body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('is signed as AWS’s own signer signs it', async () => {
    const body = '{"a":"ş"}';
    const url = new URL('https://email.eu-central-1.amazonaws.com/v2/email/outbound-emails');
    const ours = signedHeaders('POST', url, body, {
      identity: identity(),
      region: 'eu-central-1',
      service: 'ses',
      at: START,
    });
    const signer = new SignatureV4({
      service: 'ses',
      region: 'eu-central-1',
      credentials: identity(),
      sha256: Sha256,
      applyChecksum: false,
    });
    const { host, pathname: path, protocol, hostname } = url;
    const headers = { host, 'content-type': 'application/json' };
    const request = { method: 'POST', protocol, hostname, path, headers, body, query: {} };
    const theirs = await signer.sign(request, { signingDate: new Date(START) });
    const parts = (authorization = '') => /Signature=(\w+)/.exec(authorization)?.[1];
    expect(theirs.headers.authorization).toContain('SignedHeaders=');
    const names = (authorization = '') => /SignedHeaders=([\w;-]+)/.exec(authorization)?.[1];
    expect(names(theirs.headers.authorization)).toBe('content-type;host;x-amz-date;x-amz-security-token');
    expect(parts(ours.authorization)).toBe(parts(theirs.headers.authorization));
  });
});
