import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from './envelope.ts';
import { fieldsOf, type Fields } from './fields.ts';

/** The content type of every JSON answer. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** A request, read in full. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: Fields;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: Buffer;
}

/** An HTTP answer of the sandbox. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** An HTTP answer of the sandbox. */
export function reply(status: number, type: string, body: string): Reply {
  return { status, type, body };
}

/** The JSON object in a body; an empty body, `{}` and `null` are all the same to the provider. Throws `Refusal`. */
export function parse(rawBody: Buffer): Fields {
  if (rawBody.length === 0) return {};
  try {
    return fieldsOf(JSON.parse(rawBody.toString('utf8')));
  } catch {
    throw new Refusal('11');
  }
}
