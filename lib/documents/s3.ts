import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Documents } from './documents.ts';
import type { SigningIdentity } from '../runtime/signature.ts';
import { presign } from './presign.ts';

/** The bucket did not take an object, or did not give one. `code` is its HTTP status or a system error code. */
class NotStored extends Error {
  override readonly name = 'NotStored';
  readonly code: string;
  /** As AWS's clients say it: a refusal is ours to mend, anything else passes. */
  readonly $fault: 'client' | 'server';

  constructor(code: string, cause?: unknown) {
    super(`the bucket did not answer as it must: ${code}`, { cause });
    this.code = code;
    this.$fault = /^4\d\d$/.test(code) ? 'client' : 'server';
  }
}

/** Documents and logos have some ten kilobytes; a longer wait would not help. */
const DEADLINE_MS = 5_000;
const LINK_SECONDS = 60;

/** The prefixes of documents, of logos, and of notes for a restore: each function is granted its own alone. */
const DOCUMENTS = 'documents';
const LOGOS = 'logos';
const NOTES = 'restore';

/**
 * Objects in one S3 bucket: documents under `documents/<tenant>/<invoice id>.pdf`, logos under `logos/<name>`, empty notes
 * for a restore under `restore/<path>`. Links are signed with the function's own credentials and point to the bucket's regional address, or to `endpoint` in local runs.
 */
export function s3Documents(bucket: {
  readonly name: string;
  readonly region: string;
  readonly endpoint?: string | undefined;
  readonly identity: () => SigningIdentity;
  readonly now: () => number;
  /** Ends a call that begins now, after so many ms at most. */
  readonly end: (longestMs: number) => AbortSignal;
}): Documents {
  const { name, region, endpoint } = bucket;
  const base = endpoint === undefined ? `https://${name}.s3.${region}.amazonaws.com` : `${endpoint}/${name}`;
  const signedFor = (method: 'GET' | 'PUT', target: URL, expiresInSeconds: number) =>
    presign(method, target, { identity: bucket.identity(), region, at: bucket.now(), expiresInSeconds });
  const signed = (method: 'GET' | 'PUT', path: readonly string[], expiresInSeconds = LINK_SECONDS) =>
    signedFor(method, new URL([base, ...path.map(encodeURIComponent)].join('/')), expiresInSeconds);
  const put = async (path: readonly string[], bytes: Uint8Array, type: string): Promise<void> => {
    const { status } = await send(signed('PUT', path), bucket.end(DEADLINE_MS), { bytes, type });
    if (status !== 200) throw new NotStored(String(status));
  };
  const list = async (after?: string): Promise<string[]> => {
    const target = new URL(endpoint === undefined ? `${base}/` : base);
    const query = {
      'list-type': '2',
      prefix: `${NOTES}/`,
      ...(after !== undefined && { 'start-after': after }),
    };
    target.search = String(new URLSearchParams(query));
    const { status, body } = await send(signedFor('GET', target, LINK_SECONDS), bucket.end(DEADLINE_MS));
    if (status !== 200) throw new NotStored(String(status));
    const keys = keysIn(String(Buffer.from(body)));
    return keys.length === 0 ? [] : [...keys, ...(await list(keys.at(-1)))];
  };
  return {
    link: (tenant, invoiceId, expiresInSeconds) =>
      signed('GET', [DOCUMENTS, tenant, `${invoiceId}.pdf`], expiresInSeconds),
    put: (tenant, invoiceId, pdf) => put([DOCUMENTS, tenant, `${invoiceId}.pdf`], pdf, 'application/pdf'),
    putLogo: (logo, image, type) => put([LOGOS, logo], image, type),
    readLogo: async (logo) => {
      const { status, body } = await send(signed('GET', [LOGOS, logo]), bucket.end(DEADLINE_MS));
      if (status === 200) return body;
      if (status === 404 || status === 403) return undefined; // who may not list is not told what is missing
      throw new NotStored(String(status));
    },
    note: (path) => put([NOTES, ...path], new Uint8Array(), 'text/plain'),
    notes: async () => (await list()).map((name) => name.split('/').slice(1)),
  };
}

/** The names in a list of a bucket: none of ours has a character that XML escapes. */
const keysIn = (xml: string): string[] =>
  [...xml.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, name = '']) => name);

/** One request to the bucket with a signed link: it gets an object, or puts one. Throws NotStored without an answer. */
function send(
  url: string,
  signal: AbortSignal,
  object?: { readonly bytes: Uint8Array; readonly type: string },
): Promise<{ status: number; body: Uint8Array }> {
  return new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? requestHttps : requestHttp;
    const headers = object && { 'content-type': object.type, 'content-length': String(object.bytes.length) };
    const failed = (error: NodeJS.ErrnoException) => reject(new NotStored(error.code ?? error.name, error));
    request(
      url,
      { method: object ? 'PUT' : 'GET', headers: headers ?? {}, signal },
      (answer: IncomingMessage) => {
        const parts: Buffer[] = [];
        answer.on('error', failed);
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts) }));
      },
    )
      .on('error', failed)
      .end(object?.bytes);
  });
}
