import { createHash } from 'node:crypto';
import type { CoreApp } from '../app.ts';
import { IDEMPOTENCY_KEPT_MS, IDEMPOTENCY_LEASE_MS } from '../limits.ts';
import { Refusal, type RefusalCode } from '../refusal.ts';
import type { Route } from '../routes.ts';
import {
  keyedRequestEnded,
  keyedRequestFrom,
  keyedRequestPut,
  type KeyedRequest,
  type StoredAnswer,
} from '../table/idempotency.ts';
import { Conflict } from '../table/table.ts';
import type { Tenant } from '../table/tenants.ts';
import { json, resultOf, withHeaders } from './answer.ts';
import { header, type HttpRequest, type HttpResult } from './call.ts';
import { refusalFor } from './failures.ts';

/**
 * Refusals that stay as they are whatever happens meanwhile; these and every success are final and are given again.
 * After any other answer (a declined card, an unknown thing, a time-out, our own failure) the same key may be tried
 * again: nothing was done, or what was done is found by the money call's own reference.
 */
const FINAL: ReadonlySet<RefusalCode> = new Set([
  'invalid_request',
  'missing_identifier',
  'mutually_exclusive_parameters',
  'mixed_pair',
  'already_ended',
  'undo_window_closed',
  'reference_reused',
]);

const KEY = /^[\x21-\x7e]{1,255}$/;

/** A request with an Idempotency-Key is carried out once; without one nothing is read or written. */
export function idempotency(app: CoreApp, route: Route) {
  return {
    before: async (request: HttpRequest): Promise<HttpResult | undefined> => {
      const idempotencyKey = header(request.event, 'idempotency-key');
      const { tenant } = request.context.found;
      if (idempotencyKey === undefined || !tenant) return undefined;
      if (!KEY.test(idempotencyKey)) throw malformed();
      const fingerprint = fingerprintOf(route.name, request.event.body);
      const begun = await begin(app, tenant, idempotencyKey, fingerprint);
      if ('status' in begun) return replayed(request, begun);
      request.context.found.keyed = begun;
      return undefined;
    },
    after: (request: HttpRequest): Promise<void> =>
      end(app, request, () => {
        const { statusCode = 200, body = '' } = resultOf(request.response);
        return { status: statusCode, body };
      }),
    onError: (request: HttpRequest): Promise<void> =>
      end(app, request, () => {
        const { code, status, body } = refusalFor(request.error);
        return FINAL.has(code) ? { status, body: JSON.stringify(body) } : undefined;
      }),
  };
}

/** The try that is to be made now, or the answer that was given before. Refused where neither can be. */
async function begin(
  app: CoreApp,
  tenant: Tenant,
  idempotencyKey: string,
  fingerprint: string,
): Promise<KeyedRequest | StoredAnswer> {
  const now = app.clock();
  const first: KeyedRequest = {
    idempotencyKey,
    state: 'RUNNING',
    fingerprint,
    reference: app.newId(),
    startedAt: now,
    lease: now + IDEMPOTENCY_LEASE_MS,
    tries: 1,
    answer: null,
  };
  const found = await put(app, tenant, first);
  if (!found) return first;
  const next = decide(found, first, now);
  if ('status' in next) return next;
  if (await put(app, tenant, next, found)) throw inProgress();
  return next;
}

/** What a request means that finds its key used: the first answer again, another try, or a no. */
function decide(found: KeyedRequest, asked: KeyedRequest, now: number): KeyedRequest | StoredAnswer {
  if (now - found.startedAt >= IDEMPOTENCY_KEPT_MS) return asked;
  if (found.fingerprint !== asked.fingerprint) throw new Refusal('idempotency_key_reused');
  if (found.state === 'DONE' && found.answer) return found.answer;
  if (found.state === 'RUNNING' && now < found.lease) throw inProgress();
  return { ...found, state: 'RUNNING', lease: asked.lease, tries: found.tries + 1, answer: null };
}

/** Undefined where it was written; otherwise what is there instead. */
async function put(
  app: CoreApp,
  tenant: Tenant,
  request: KeyedRequest,
  before?: KeyedRequest,
): Promise<KeyedRequest | undefined> {
  try {
    await app.table.apply(keyedRequestPut(tenant.id, request, before));
    return undefined;
  } catch (conflict) {
    const found = conflict instanceof Conflict ? conflict.found[0] : undefined;
    if (!found) throw conflict;
    return keyedRequestFrom(found);
  }
}

/** An answer that cannot be kept is given all the same; the key opens again when its lease is over. */
async function end(
  app: CoreApp,
  request: HttpRequest,
  finalAnswer: () => StoredAnswer | undefined,
): Promise<void> {
  const { keyed, tenant } = request.context.found;
  if (!keyed || !tenant) return;
  const answer = finalAnswer();
  try {
    await app.table.apply(keyedRequestEnded(tenant.id, keyed, answer));
  } catch (error) {
    const errorName = error instanceof Error ? error.name : 'unknown';
    app.log.warn('the answer to a request with an idempotency key was not kept', {
      tenant: tenant.id,
      errorName,
    });
  }
}

function replayed(request: HttpRequest, { status, body }: StoredAnswer): HttpResult {
  return withHeaders(request, { ...json(status, undefined, { 'idempotent-replayed': 'true' }), body });
}

/** SHA-256 of route and body, members in the order of their names; card and national id are left out, even hashed. */
function fingerprintOf(route: string, body: unknown): string {
  const { paymentCard: _card, identityNumber: _id, ...rest } = body as Record<string, unknown>;
  return createHash('sha256')
    .update(JSON.stringify([route, sorted(rest)]))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  return Object.keys(members)
    .sort()
    .map((name) => [name, sorted(members[name])]);
}

function malformed(): Refusal {
  const message = 'must be 1 to 255 visible ASCII characters';
  return new Refusal('invalid_request', {
    message: `Idempotency-Key: ${message}`,
    details: [{ field: 'Idempotency-Key', message }],
  });
}

function inProgress(): Refusal {
  return new Refusal('operation_in_progress', {
    message: 'A request with this idempotency key is still under way.',
    retryAfterSeconds: 1,
  });
}
