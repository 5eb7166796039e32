import { isMultipart, multipartIn } from '../http/multipart.ts';
import { Refusal } from '../refusal.ts';
import type { Given } from './visit.ts';

/**
 * The fields of a form as browsers send it, a file as base64; the last value of a name counts. Throws
 * `unsupported_media_type`.
 */
export function formIn(contentType = '', body: unknown): Given {
  const text = typeof body === 'string' ? body : '';
  if (isMultipart(contentType)) {
    const parts = multipartIn(contentType, text).map(({ name, bytes, isFile }) => {
      const value = Buffer.from(bytes);
      return [name, value.toString(isFile ? 'base64' : 'utf8')] as const;
    });
    return Object.fromEntries(parts);
  }
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType))
    throw new Refusal('unsupported_media_type', { message: 'A form is sent as browsers send it.' });
  return Object.fromEntries(new URLSearchParams(text));
}
