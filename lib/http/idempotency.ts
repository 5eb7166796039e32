import type { CoreApp } from '../app.ts';
import { IDEMPOTENCY_RETENTION_MS, IDEMPOTENCY_LEASE_MS } from '../limits.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { errorFields } from '../log.ts';
import { isFinal, isOfInput, Refusal } from '../refusal.ts';
import type { Route } from '../routes.ts';
import {
  beginKeyedRequest,
  keyedRequestEnded,
  keyedRequestForgotten,
  type KeyedRequest,
  type StoredAnswer,
} from '../table/idempotency.ts';
import type { Tenant } from '../table/tenants.ts';
import { refusalFor } from '../table/refusal-for.ts';
import { json } from './answer.ts';
import type { HttpRequest, HttpResult } from './call.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;
const MALFORMED = {
  message: 'Idempotency-Key: must be 1 to 255 visible ASCII characters',
  details: [{ field: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' }],
};

/** Refuses a key that is none with the rest of what cannot be read, so before the request counts against a limit. */
export function readableIdempotencyKey() {
  return {
    before: ({ event }: HttpRequest): void => {
      const idempotencyKey = event.headers['idempotency-key'];
      if (idempotencyKey !== undefined && !KEY.test(idempotencyKey))
        throw new Refusal('invalid_request', MALFORMED);
    },
  };
}

/**
 * A request with an Idempotency-Key is carried out once; without one nothing is read or written. After a refusal that
 * is neither final nor for what was asked (a declined card, a time-out, our own failure) the same request may be tried
 * again: nothing was done, or what was done is found by the money call's own reference.
 */
export function idempotency(app: CoreApp, route: Route) {
  return {
    before: async (request: HttpRequest): Promise<HttpResult | undefined> => {
      const idempotencyKey = request.event.headers['idempotency-key'];
      const { tenant } = request.context.found;
      if (idempotencyKey === undefined || !tenant) return undefined;
      const fingerprint = fingerprintOf([route.name, request.context.found.input]);
      const begun = await begin(app, tenant, idempotencyKey, fingerprint);
      if ('status' in begun) return replayed(begun);
      request.context.found.keyed = begun;
      return undefined;
    },
    after: (request: HttpRequest): Promise<void> =>
      end(app, request, () => {
        const { statusCode = 200, body = '' } = request.response ?? {};
        return { status: statusCode, body: withoutSecrets(body) };
      }),
    onError: (request: HttpRequest): Promise<void> =>
      end(app, request, () => {
        const refusal = refusalFor(request.error);
        if (isOfInput(refusal)) return 'never begun';
        return isFinal(refusal) ? { status: refusal.status, body: JSON.stringify(refusal.body) } : 'open';
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
    writer: app.newNonce(),
    answer: null,
  };
  const found = await beginKeyedRequest(app, tenant.id, first);
  if (!found) return first;
  const next = decide(found, first, now);
  if ('status' in next) return next;
  if (await beginKeyedRequest(app, tenant.id, next, found)) throw inProgress();
  return next;
}

/** What a request means that finds its key used: the first answer again, another try, or a no. */
function decide(found: KeyedRequest, asked: KeyedRequest, now: number): KeyedRequest | StoredAnswer {
  if (now - found.startedAt >= IDEMPOTENCY_RETENTION_MS) return asked;
  if (found.fingerprint !== asked.fingerprint) throw new Refusal('idempotency_key_reused');
  if (found.state === 'DONE' && found.answer) return found.answer;
  if (found.state === 'RUNNING' && now < found.lease) throw inProgress();
  return {
    ...found,
    state: 'RUNNING',
    lease: asked.lease,
    tries: found.tries + 1,
    writer: asked.writer,
    answer: null,
  };
}

/** An answer that cannot be kept is given all the same; the key opens again when its lease is over. */
async function end(
  app: CoreApp,
  request: HttpRequest,
  how: () => StoredAnswer | 'open' | 'never begun',
): Promise<void> {
  const { keyed, tenant } = request.context.found;
  if (!keyed || !tenant) return;
  const ended = how();
  const change =
    ended === 'never begun'
      ? keyedRequestForgotten(tenant.id, keyed)
      : keyedRequestEnded(tenant.id, keyed, ended === 'open' ? undefined : ended);
  try {
    await app.table.apply(change);
  } catch (error) {
    app.log.warn('the answer to a request with an idempotency key was not kept', {
      tenant: tenant.id,
      ...errorFields(error),
    });
  }
}

function replayed({ status, body }: StoredAnswer): HttpResult {
  return { ...json(status, undefined, { 'idempotent-replayed': 'true' }), body };
}

function inProgress(): Refusal {
  return new Refusal('operation_in_progress', {
    message: 'A request with this idempotency key is still under way.',
    retryAfterSeconds: 1,
  });
}

/** What our secrets begin with: an API secret, and a webhook's. */
const SECRET = /"(?:svcs|whsec)_[^"]*"/g;

/** The body of an answer as it may be kept: a secret is shown in the first answer only, and null in every repetition. */
function withoutSecrets(body: string): string {
  return body.replace(SECRET, 'null');
}
