import * as z from 'zod';
import type { RefusalCode } from '../../lib/refusal.ts';
import { routeNamed, type Method, type RouteName } from '../../lib/routes.ts';
import { failure } from '../../openapi/answers/shared.ts';
import { OPERATIONS, UNDESCRIBED } from '../../openapi/operations.ts';
import { refusalsOf } from '../../openapi/refusals.ts';
import type { Answer, Ask } from './ask.ts';

/** Where an answer deviates from the description of the API; undefined where it does not. */
export function deviation(name: RouteName, ask: Ask, answer: Answer): string | undefined {
  if (UNDESCRIBED.has(name) || answer.status === 0) return undefined;
  const operation = OPERATIONS[name];
  if (!operation) return undefined; // the description's own test tells which are missing
  const wrong = answer.status >= 400 ? wrongFailure(name, ask, answer) : wrongSuccess(name, answer);
  return (
    wrong &&
    `${name} answers ${answer.status} against its description: ${wrong}: ${answer.text.slice(0, 500)}`
  );
}

function wrongSuccess(name: RouteName, { status, body, headers }: Answer): string | undefined {
  const { answer } = OPERATIONS[name]!;
  if (answer === 'redirect' && status !== 202)
    return status === 303 && headers.location ? undefined : 'a redirect was described';
  if (answer === 'redirect' && !headers.refresh) return 'a page that comes back was described';
  if (answer === 'redirect' || answer === 'page')
    return headers['content-type']?.startsWith('text/html') ? undefined : 'no page';
  if (status !== 200) return 'status 200 was described';
  return headers['x-request-id'] === undefined ? 'no X-Request-Id' : wrongShape(answer, body);
}

function wrongFailure(
  name: RouteName,
  { method }: Ask,
  { status, body, headers }: Answer,
): string | undefined {
  const route = routeNamed(name);
  const operation = OPERATIONS[name]!;
  if (headers['content-type']?.startsWith('text/html')) return undefined;
  const codes = refusalsOf(route, (method ?? route.methods[0]) as Method, operation.refusals);
  if (!codes.get(status)?.includes(body.errorCode as RefusalCode))
    return `the code ${String(body.errorCode)} is not described`;
  return wrongShape(failure, body);
}

function wrongShape(schema: z.core.$ZodType, body: unknown): string | undefined {
  const { error } = z.core.safeParse(schema, body);
  return error && error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ');
}
