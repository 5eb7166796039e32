import jsonBodyParser from '@middy/http-json-body-parser';
import { BODY_BYTES_MAX } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import type { HttpEvent, HttpRequest } from './call.ts';

const parser = jsonBodyParser({ reviver: wellFormed });

/** Half a surrogate pair is no text: it cannot be stored, nor sent on. */
function wellFormed(_name: string, value: unknown): unknown {
  if (typeof value === 'string' && !value.isWellFormed()) throw new Refusal('malformed_json');
  return value;
}

/** Reads a JSON body: an object of at most 64 KB. What cannot be parsed is not quoted anywhere. */
export function jsonBody() {
  return {
    before: (request: HttpRequest): void => {
      checkSize(request.event);
      try {
        parser.before?.(request as never);
      } catch (error) {
        const status = (error as { statusCode?: number }).statusCode;
        throw new Refusal(status === 415 ? 'unsupported_media_type' : 'malformed_json');
      }
      const parsed = request.event.body;
      if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
        throw new Refusal('invalid_request', { message: 'The request body must be a JSON object.' });
    },
  };
}

/** A small form or JSON body kept as text, as browsers and the provider send it. */
export function textBody() {
  return {
    before: (request: HttpRequest): void => {
      const { body, isBase64Encoded } = request.event;
      checkSize(request.event);
      if (typeof body === 'string' && isBase64Encoded)
        request.event.body = Buffer.from(body, 'base64').toString();
    },
  };
}

function checkSize({ body, isBase64Encoded }: HttpEvent): void {
  if (typeof body !== 'string') return;
  const bytes = isBase64Encoded ? Buffer.byteLength(body, 'base64') : Buffer.byteLength(body);
  if (bytes > BODY_BYTES_MAX) throw new Refusal('body_too_large');
}
