/** A parsed request. */
export interface ApiRequest {
  readonly method: string;
  readonly url: URL;
  /** The path's segments, unescaped. */
  readonly path: readonly string[];
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** An answer to be sent. Without a content type, a body that is no Buffer goes out as JSON:API. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A request that is answered with the JSON:API error shape. */
export class Refused extends Error {
  readonly status: number;
  readonly title: string;

  constructor(status: number, title: string, detail: string) {
    super(detail);
    this.status = status;
    this.title = title;
  }

  get answer(): Answer {
    return { status: this.status, body: { errors: [{ title: this.title, detail: this.message }] } };
  }
}

/** The provider's answer for a record that does not exist or is another company's. */
export function notFound(model: string, id: string): Refused {
  return new Refused(404, 'Record was not found', `${model}-${id}`);
}

/** The provider's answer for a request it cannot parse. */
export function badRequest(detail: string): Refused {
  return new Refused(400, 'Bad Request', detail);
}

/** The title of these answers is not documented. */
export function unprocessable(detail: string): Refused {
  return new Refused(422, 'Unprocessable Entity', detail);
}

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** A JSON object, or an empty one where the value is none. */
export function object(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** A string or number as text; empty for anything else. */
export function word(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The request's JSON object; a body that is none is a malformed request. */
export function jsonOf(request: ApiRequest): Json {
  try {
    return object(JSON.parse(request.body.toString() || '{}'));
  } catch {
    throw badRequest('The body is not JSON.');
  }
}
