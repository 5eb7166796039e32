import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { HttpEvent, HttpHandler, HttpResult } from './call.ts';

/** Less than this is not worth the work. */
const WORTH_BYTES = 1_024;
/** As fast as gzip, and smaller. Asked when first used, so that no start loads the compression. */
const brotli = (body: string): Buffer =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });

/** An endpoint whose public documents go out compressed, where the caller accepts that. */
export function compressing<App>(create: (app: App) => HttpHandler): (app: App) => HttpHandler {
  return (app) => {
    const handler = create(app);
    return async (event, context) => compressed(event, await handler(event, context));
  };
}

/** A public text in an encoding that the caller accepts; all else stays as it is. */
function compressed(
  { headers: { 'accept-encoding': accepted = '' } }: HttpEvent,
  result: HttpResult,
): HttpResult {
  const { body = '', headers = {}, isBase64Encoded } = result;
  const isPublic = String(headers['cache-control'] ?? '').startsWith('public');
  if (!isPublic || isBase64Encoded || Buffer.byteLength(body) < WORTH_BYTES) return result;
  const vary = [headers.vary, 'accept-encoding'].filter((one) => one !== undefined).join(', ');
  const varied = { ...headers, vary };
  const encoding = ['br', 'gzip'].find((one) => accepts(accepted, one));
  if (encoding === undefined) return { ...result, headers: varied };
  const bytes = encoding === 'br' ? brotli(body) : gzipSync(body);
  return {
    ...result,
    headers: { ...varied, 'content-encoding': encoding },
    body: bytes.toString('base64'),
    isBase64Encoded: true,
  };
}

/** Whether a list such as `gzip, br;q=0.9` has an encoding; one of quality 0 is refused. */
function accepts(accepted: string, encoding: string): boolean {
  return accepted
    .split(',')
    .map((one) =>
      one
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/),
    )
    .some(([name, quality = '1']) => name === encoding && Number(quality) > 0);
}
