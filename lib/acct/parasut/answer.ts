import * as z from 'zod/mini';
import { withoutLongNumbers } from '../../text/card-number.ts';
import { shortLine } from '../../text/clean-text.ts';
import type { AcctAnswer, AcctRefusal } from '../acct.ts';
import type { Exchange } from './http.ts';
import type { Page, Rec } from './records.ts';

const JsonApiErrors = z.object({
  errors: z.array(z.object({ title: z.nullish(z.string()), detail: z.nullish(z.string()) })),
});
const OAuthError = z.object({ error: z.string(), error_description: z.nullish(z.string()) });

/** A body as JSON; undefined if it is not. */
export function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** The OAuth error code of a body, such as `invalid_grant`. */
export function oauthError(body: unknown): string | undefined {
  return OAuthError.safeParse(body).data?.error;
}

/** The message of either error format. Only 4xx answers have one; the content of a 5xx is undefined. */
function words(body: unknown): string {
  const { errors = [] } = JsonApiErrors.safeParse(body).data ?? {};
  const oauth = OAuthError.safeParse(body).data;
  const said = errors.map(({ title, detail }) => [title, detail].filter(Boolean).join(': '));
  if (oauth) said.push(oauth.error_description ?? oauth.error);
  return reasonIn(said) || 'No reason was given.';
}

/** The longest reason that is stored and shown. */
const REASON_CHARACTERS_MAX = 500;

/** The provider's own words as one reason: short, and without any card or identity number that they may quote. */
export function reasonIn(said: readonly string[]): string {
  return shortLine(withoutLongNumbers(said.filter(Boolean).join('; ')), REASON_CHARACTERS_MAX);
}

/** The refusal for an exchange without a 2xx answer. */
export function refusal(result: Exchange): AcctRefusal {
  if (result.is === 'tooLarge') return invalidResponse(result.status);
  if (result.is !== 'answered') return { ok: false, is: result.is };
  const message = words(parsed(result.body));
  switch (result.status) {
    case 401:
    case 403:
      return { ok: false, is: 'credentials', message };
    case 404:
      return { ok: false, is: 'notFound', message };
    case 429:
      return { ok: false, is: 'rateLimited', retryAfterMs: retryAfterMs(result.retryAfter, message) };
    case 400:
    case 409:
    case 422:
      return { ok: false, is: 'refused', message };
    default:
      return invalidResponse(result.status);
  }
}

/** An unreadable answer; the provider may have done the work. */
export function invalidResponse(httpStatus: number): AcctRefusal {
  return { ok: false, is: 'invalidResponse', httpStatus };
}

/** Maps the value of an answer. */
export function read<T>(answer: AcctAnswer<Page>, how: (page: Page) => T): AcctAnswer<T> {
  return answer.ok ? { ok: true, value: how(answer.value) } : answer;
}

/** Parses an answer that must be one record; if `how` returns undefined, the answer is invalid. */
export function readOne<T>(answer: AcctAnswer<Page>, how: (rec: Rec) => T | undefined): AcctAnswer<T> {
  if (!answer.ok) return answer;
  const [rec] = answer.value.data;
  const value = rec && how(rec);
  return value === undefined ? invalidResponse(200) : { ok: true, value };
}

/** From the header (seconds), else from the message, else 10 s; at least 1 s and at most 15 minutes. */
function retryAfterMs(header: string | undefined, message: string): number {
  const seconds = Number(header ?? /try again in (\d+) second/i.exec(message)?.[1] ?? 10);
  return Math.min(Math.max(Number.isFinite(seconds) ? seconds : 10, 1), 900) * 1000;
}
