import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Documents } from './documents.ts';
import { presign, type SigningIdentity } from './presign.ts';

/** The bucket did not accept a document. `code` is its HTTP status or a system error code. */
class NotStored extends Error {
  override readonly name = 'NotStored';
  readonly code: string;

  constructor(code: string, cause?: unknown) {
    super(`the bucket did not take the document: ${code}`, { cause });
    this.code = code;
  }
}

/** Documents are about ten kilobytes; a longer wait would not help. */
const PUT_DEADLINE_MS = 5_000;
const PUT_LINK_SECONDS = 60;

/**
 * Documents in one S3 bucket, under `<tenant>/<invoice id>.pdf`. Links are signed with the function's own credentials
 * and point to the bucket's regional address, or to `endpoint` in local runs.
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
  const signed = (method: 'GET' | 'PUT', tenant: string, invoiceId: string, expiresInSeconds: number) =>
    presign(method, new URL(`${base}/${encodeURIComponent(tenant)}/${encodeURIComponent(invoiceId)}.pdf`), {
      identity: bucket.identity(),
      region,
      at: bucket.now(),
      expiresInSeconds,
    });
  return {
    link: (tenant, invoiceId, expiresInSeconds) => signed('GET', tenant, invoiceId, expiresInSeconds),
    put: (tenant, invoiceId, pdf) =>
      put(signed('PUT', tenant, invoiceId, PUT_LINK_SECONDS), pdf, bucket.end(PUT_DEADLINE_MS)),
  };
}

function put(url: string, pdf: Uint8Array, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? requestHttps : requestHttp;
    const headers = { 'content-type': 'application/pdf', 'content-length': String(pdf.length) };
    const failed = (error: NodeJS.ErrnoException) => reject(new NotStored(error.code ?? error.name, error));
    send(url, { method: 'PUT', headers, signal }, (answer: IncomingMessage) => {
      answer.on('error', failed);
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new NotStored(String(answer.statusCode))),
      );
      answer.resume();
    })
      .on('error', failed)
      .end(pdf);
  });
}
