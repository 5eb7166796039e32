import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { MESSAGES, SECOND_MS } from '../limits.ts';
import { signedHeaders, type SigningIdentity } from '../runtime/signature.ts';
import type { Handed, Mail, Mailer } from './mail.ts';

/** How long SES may take to answer. */
const DEADLINE_MS = 10 * SECOND_MS;

/** Errors after which a message was certainly not taken, and will be later: too many, paused, over the day's quota. */
const LATER: ReadonlySet<string> = new Set([
  'TooManyRequestsException',
  'ThrottlingException',
  'LimitExceededException',
  'SendingPausedException',
  'AccountSuspendedException',
  'MailFromDomainNotVerifiedException',
  'NotFoundException',
  'AccessDeniedException',
  'UnrecognizedClientException',
  'ExpiredTokenException',
  'InvalidSignatureException',
  'ServiceUnavailableException',
]);
/** Errors of a connection that never stood. */
const NEVER_SENT: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']);

interface Ses {
  readonly region: string;
  /** Local runs only. */
  readonly endpoint?: string | undefined;
  readonly configurationSet: string;
  /** How many messages SES takes in a second, of all instances together. */
  readonly perSecond: number;
  readonly identity: () => SigningIdentity;
  readonly now: () => number;
  readonly end: (longestMs: number) => AbortSignal;
  readonly wait: (ms: number) => Promise<void>;
}

/** Amazon SES v2: one signed request an e-mail, never repeated, since SES cannot be told that two are one. */
export function sesMailer(ses: Ses): Mailer {
  const { region, endpoint = `https://email.${region}.amazonaws.com` } = ses;
  const url = new URL('/v2/email/outbound-emails', endpoint);
  return paced({ send: (mail) => post(url, bodyOf(mail, ses.configurationSet), ses) }, ses);
}

/** The same mailer, which takes its time: each instance keeps its part of what is taken in a second of all together. */
export const paced = (mailer: Mailer, { perSecond, wait }: Pick<Ses, 'perSecond' | 'wait'>): Mailer => ({
  async send(mail) {
    const rest = wait((SECOND_MS * MESSAGES.senders) / perSecond);
    const handed = await mailer.send(mail);
    await rest;
    return handed;
  },
});

/** The request's body, in SES's words. */
function bodyOf({ fromName, from, replyTo, to, subject, html, text, tags }: Mail, set: string): string {
  const content = (Data: string) => ({ Data, Charset: 'UTF-8' });
  return JSON.stringify({
    FromEmailAddress: `${encodedWord(fromName)} <${from}>`,
    Destination: { ToAddresses: [to] },
    ...(replyTo !== null && { ReplyToAddresses: [replyTo] }),
    Content: {
      Simple: {
        Subject: content(subject),
        Body: { Html: content(html), Text: content(text) },
        Headers: [{ Name: 'Auto-Submitted', Value: 'auto-generated' }],
      },
    },
    EmailTags: Object.entries<string>({ ...tags }).map(([Name, Value]) => ({ Name, Value })),
    ConfigurationSetName: set,
  });
}

/** The most bytes that an encoded word of RFC 2047 holds. */
const WORD_BYTES = 45;

/** A name as a header may bear it: no character of it can end the header, or name another address. */
function encodedWord(name: string): string {
  const words: string[] = [];
  let part = '';
  for (const character of name) {
    if (Buffer.byteLength(part + character) > WORD_BYTES) {
      words.push(part);
      part = '';
    }
    part += character;
  }
  return [...words, part].map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}

function post(url: URL, body: string, ses: Ses): Promise<Handed> {
  const { region, identity, now, end } = ses;
  const signed = { identity: identity(), region, service: 'ses', at: now() };
  const headers = signedHeaders('POST', url, body, signed);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => {
      const code = error.code ?? error.name;
      resolve({ is: NEVER_SENT.has(code) ? 'later' : 'unknown', code });
    };
    request(url, { method: 'POST', headers, signal: end(DEADLINE_MS) }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('error', failed);
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const type = answer.headers['x-amzn-errortype'];
        resolve(handedOf(answer.statusCode ?? 0, String(type ?? ''), Buffer.concat(parts).toString()));
      });
    })
      .on('error', failed)
      .end(body);
  });
}

/** What an answer of SES means. */
function handedOf(status: number, errorType: string, body: string): Handed {
  if (status === 200) {
    const id = /"MessageId"\s*:\s*"([^"]+)"/.exec(body)?.[1];
    return id === undefined ? { is: 'unknown', code: 'no_message_id' } : { is: 'accepted', id };
  }
  const code = errorType.split(':')[0] || String(status);
  if (LATER.has(code) || status === 429 || status === 503) return { is: 'later', code };
  return { is: status >= 400 && status < 500 ? 'refused' : 'unknown', code };
}
