import * as z from 'zod';
import type { RefusalCode } from '../../../lib/refusal.ts';
import { routeNamed, type RouteName } from '../../../functions/routes.ts';
import type { Method } from '../../../lib/route.ts';
import { failureShape as failure } from '../../../lib/wire/shape.ts';
import { webhookPayloadShape as webhookPayload } from '../../../lib/wire/webhook.ts';
import { OPERATIONS } from '../../../openapi/operations.ts';
import { refusalsOf } from '../../../openapi/refusals.ts';
import { EVERYWHERE, HEADERS } from '../../../openapi/responses.ts';
import { described, DESCRIPTION, wrongBy } from '../contract/described.ts';
import { wrongRequest } from '../contract/requests.ts';
import { count, expected } from '../contract/traffic.ts';
import type { Answer, Ask } from './ask.ts';

/** Where a request or its answer deviates from the description of the API; undefined where neither does. */
export function deviation(name: RouteName, ask: Ask, answer: Answer): string | undefined {
  if (!OPERATIONS[name] || answer.status === 0 || ask.method === 'HEAD') return undefined;
  expected((OPERATIONS[name].refusals ?? []).map((code) => `${keyOf(name, ask)} ${code}`));
  const wrong =
    (answer.status >= 400 ? wrongFailure(name, ask, answer) : wrongSuccess(name, ask, answer)) ??
    wrongHeaders(keyOf(name, ask), answer);
  return (
    wrong &&
    `${name} answers ${answer.status} against its description: ${wrong}: ${answer.text.slice(0, 500)}`
  );
}

/** Where the body of a delivery deviates from the description; undefined where it does not. */
export function webhookDeviation(payload: Readonly<Record<string, unknown>>): string | undefined {
  const type = String(payload.notificationType);
  const schema = DESCRIPTION.webhooks[type]?.post.requestBody?.content?.['application/json']?.schema;
  if (!schema) return `${type} is not described`;
  count(`webhook ${type}`, 'answers');
  return wrongBy(schema, payload) ?? wrongShape(webhookPayload, payload);
}

function wrongSuccess(name: RouteName, ask: Ask, answer: Answer): string | undefined {
  const key = keyOf(name, ask);
  count(key, 'requests');
  count(key, 'answers');
  return wrongRequest(key, ask) ?? wrongAnswer(name, key, answer);
}

/** Headers that only some answers of an operation have. */
const SOMETIMES = ['Idempotent-Replayed', 'X-Svc-Records-Only'];

function wrongAnswer(name: RouteName, key: string, { status, body, headers }: Answer): string | undefined {
  const { answer } = OPERATIONS[name]!;
  if (answer === 'redirect' && status !== 202)
    return status === 303 && headers.location ? undefined : 'a redirect was described';
  if (answer === 'visit' && status === 303) return headers.location ? undefined : 'a redirect was described';
  if (answer === 'redirect' || answer === 'page' || answer === 'visit')
    return headers['content-type']?.startsWith('text/html') ? undefined : 'no page';
  if (answer === 'elsewhere')
    return status === 302 && headers.location ? undefined : 'a redirect was described';
  if (answer === 'document')
    return /^(text\/(html|markdown)|application\/json)/.test(headers['content-type'] ?? '')
      ? undefined
      : 'no document';
  if (answer === 'text' || answer === 'sitemap')
    return headers['content-type']?.startsWith(answer === 'text' ? 'text/plain' : 'application/xml')
      ? undefined
      : 'no text';
  if (answer === 'image') return headers['content-type']?.startsWith('image/') ? undefined : 'no image';
  if (status !== 200) return 'status 200 was described';
  const { headers: named = {}, content } = described(key).responses['200']!;
  const everywhere = routeNamed(name).caller === 'tenant' ? EVERYWHERE : ['X-Request-Id'];
  const absent = [...everywhere, ...Object.keys(named)].filter(
    (header) => headers[header.toLowerCase()] === undefined,
  );
  const wanted = absent.filter((header) => !SOMETIMES.includes(header));
  if (wanted.length > 0) return `no ${wanted.join(', ')}`;
  const schema = content?.['application/json']?.schema;
  return (schema && wrongBy(schema, body)) ?? wrongShape(answer, body);
}

function wrongFailure(name: RouteName, ask: Ask, { status, body, headers }: Answer): string | undefined {
  if (headers['content-type']?.startsWith('text/html'))
    return OPERATIONS[name]!.pages?.includes(status) ? undefined : 'no page was described';
  const key = keyOf(name, ask);
  count(key, 'refusals');
  count(`${key} ${String(body.errorCode)}`, 'refusals');
  if (
    !codesOf(name, key, ask)
      .get(status)
      ?.includes(body.errorCode as RefusalCode)
  )
    return `the code ${String(body.errorCode)} is not described`;
  return wrongWords({ status, body, headers }) ?? wrongShape(failure, body);
}

/** A failure has each of its pairs of fields alike, says something, and says when to ask again where that helps. */
function wrongWords({ status, body, headers }: Pick<Answer, 'status' | 'body' | 'headers'>) {
  const { error, message, errorCode, errorMessage } = body;
  if (error !== errorCode || message !== errorMessage) return 'its pairs of fields differ';
  if (!/\S/.test(String(message))) return 'no words';
  if (!/\S/.test(headers['x-request-id'] ?? '')) return 'no X-Request-Id';
  if (!headers['content-type']?.startsWith('application/json')) return 'no JSON';
  const isLater = status === 429 || status === 503;
  return isLater && !(Number(headers['retry-after']) > 0) ? 'no Retry-After' : undefined;
}

/** A header that the description knows, on an answer of which it does not say so. */
function wrongHeaders(key: string, { status, headers }: Answer): string | undefined {
  const { headers: named = {} } = described(key).responses[status] ?? {};
  const extra = Object.keys(HEADERS).filter(
    (name) => name.toLowerCase() in headers && !(name in named) && !EVERYWHERE.includes(name),
  );
  return extra.length > 0 ? `${extra.join(', ')} not described` : undefined;
}

const codes = new Map<string, ReturnType<typeof refusalsOf>>();

/** The codes that an operation may answer, made once of each. */
function codesOf(name: RouteName, key: string, { method }: Ask): ReturnType<typeof refusalsOf> {
  let known = codes.get(key);
  if (!known) {
    const route = routeNamed(name);
    known = refusalsOf(route, (method ?? route.methods[0]) as Method, OPERATIONS[name]!.refusals);
    codes.set(key, known);
  }
  return known;
}

function keyOf(name: RouteName, { method }: Ask): string {
  const { methods, path } = routeNamed(name);
  return `${method ?? methods[0] ?? ''} ${path}`;
}

function wrongShape(schema: z.core.$ZodType, body: unknown): string | undefined {
  const { error } = z.core.safeParse(schema, body);
  return error && error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ');
}
