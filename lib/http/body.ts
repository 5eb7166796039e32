import jsonBodyParser from '@middy/http-json-body-parser';
import { BODY_BYTES_MAX } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { shortLine } from '../text/clean-text.ts';
import type { HttpEvent, HttpRequest } from './call.ts';
import { isMultipart } from './multipart.ts';

const parser = jsonBodyParser();

/** JSON is UTF-8 (RFC 8259); a body that declares another charset would be misread. */
const OTHER_CHARSET = /;\s*charset\s*=(?!\s*"?utf-?8"?\s*(?:;|$))/i;

/** Fails at bytes that are no UTF-8, and leaves out a byte order mark. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** What the gateway puts in the place of bytes that are no UTF-8, where it passes a body as text. */
const LOST_BYTES = '\uFFFD';

/** Parses a JSON body: an object of at most so many bytes. Text that cannot be parsed is never quoted. */
export function jsonBody(bytesMax = BODY_BYTES_MAX) {
  return {
    before: (request: HttpRequest): void => {
      checkSize(request.event, bytesMax);
      refuseEncoding(request.event);
      const { body, headers } = request.event;
      if (body === undefined || body === '') {
        request.event.body = {}; // clients send a content type even without a body: all fields are absent
        return;
      }
      const { 'content-type': type = '' } = headers;
      if (OTHER_CHARSET.test(type))
        throw new Refusal('unsupported_media_type', { message: 'The request body must be UTF-8.' });
      const bare = { ...headers, 'content-type': type.split(';', 1)[0]?.trim() }; // parameters may follow a space
      const event = {
        ...request.event,
        headers: bare,
        body: utf8Text(request.event),
        isBase64Encoded: false,
      };
      try {
        parser.before?.({ ...request, event });
      } catch (error) {
        const isOtherType = error instanceof Error && 'statusCode' in error && error.statusCode === 415;
        throw new Refusal(isOtherType ? 'unsupported_media_type' : 'malformed_json');
      }
      const parsed: unknown = event.body; // the parser replaces the text by what it parsed
      if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
        throw new Refusal('invalid_request', { message: 'The request body must be a JSON object.' });
      request.event.body = parsed;
    },
  };
}

/** A small form or JSON body kept as text; of a form with files, a character for each byte. */
export function textBody(bytesMax = BODY_BYTES_MAX) {
  return {
    before: (request: HttpRequest): void => {
      const { body, isBase64Encoded } = request.event;
      checkSize(request.event, bytesMax);
      refuseEncoding(request.event);
      const hasFiles = isMultipart(request.event.headers['content-type'] ?? '');
      if (typeof body === 'string' && isBase64Encoded)
        request.event.body = Buffer.from(body, 'base64').toString(hasFiles ? 'latin1' : 'utf8');
    },
  };
}

const ENCODING_CHARACTERS_MAX = 40;

/** Throws `unsupported_media_type` for a body that is compressed or otherwise encoded, and names how. */
function refuseEncoding({ body, headers: { 'content-encoding': encoding = '' } }: HttpEvent): void {
  if (body === undefined || body === '' || /^\s*(?:identity\s*)?$/i.test(encoding)) return;
  const named = shortLine(encoding, ENCODING_CHARACTERS_MAX);
  const message = `The request body must be sent as it is, without Content-Encoding: ${named}.`;
  throw new Refusal('unsupported_media_type', { message });
}

/** The text of a body, without a byte order mark. Throws `malformed_json` for bytes that are no UTF-8. */
function utf8Text({ body, isBase64Encoded }: HttpEvent): string | undefined {
  if (typeof body !== 'string') return undefined;
  if (!isBase64Encoded && body.includes(LOST_BYTES)) throw new Refusal('malformed_json');
  try {
    return UTF8.decode(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'));
  } catch {
    throw new Refusal('malformed_json');
  }
}

function checkSize({ body, isBase64Encoded }: HttpEvent, bytesMax = BODY_BYTES_MAX): void {
  if (typeof body !== 'string') return;
  const bytes = isBase64Encoded ? Buffer.byteLength(body, 'base64') : Buffer.byteLength(body);
  if (bytes > bytesMax)
    throw new Refusal('body_too_large', {
      message: `The request body is larger than ${bytesMax / 1024} KB.`,
    });
}
