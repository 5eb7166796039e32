import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compressing } from '../../../lib/http/compressed.ts';
import type { HttpEvent, HttpResult } from '../../../lib/http/call.ts';
import type { Context } from 'aws-lambda';

const TEXT = 'ü'.repeat(2_000);
const PUBLIC = { 'cache-control': 'public, max-age=300', 'content-type': 'text/plain' };

async function answer(accepted: string | undefined, result: HttpResult): Promise<HttpResult> {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  const create = compressing(() => async () => result);
  return create({})({ headers } as HttpEvent, {} as Context);
}

describe('a public document', () => {
  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['br', 'BR', brotliDecompressSync],
    ['gzip', 'gzip;q=1.0', gunzipSync],
    ['gzip', 'br;q=0, gzip', gunzipSync],
  ] as const)('goes out as %s where the caller accepts %s', async (encoding, accepted, unpack) => {
    const {
      headers,
      body = '',
      isBase64Encoded,
    } = await answer(accepted, { statusCode: 200, headers: PUBLIC, body: TEXT });
    expect([headers?.['content-encoding'], headers?.vary, isBase64Encoded]).toEqual([
      encoding,
      'accept-encoding',
      true,
    ]);
    expect(unpack(Buffer.from(body, 'base64')).toString()).toBe(TEXT);
    expect(body.length).toBeLessThan(200);
  });

  it.each([undefined, '', 'identity', 'gzip;q=0', 'brx'])(
    'stays as it is where the caller accepts %j',
    async (accepted) => {
      const result = await answer(accepted, {
        statusCode: 200,
        headers: { ...PUBLIC, vary: 'accept' },
        body: TEXT,
      });
      expect([result.body, result.headers?.vary]).toEqual([TEXT, 'accept, accept-encoding']);
    },
  );

  it('stays as it is where it is short, an image, or not public', async () => {
    for (const result of [
      { statusCode: 200, headers: PUBLIC, body: 'short' },
      { statusCode: 200, headers: PUBLIC, body: TEXT, isBase64Encoded: true },
      { statusCode: 200, headers: { 'cache-control': 'no-store' }, body: TEXT },
    ])
      expect(await answer('gzip', result)).toBe(result);
  });
});
