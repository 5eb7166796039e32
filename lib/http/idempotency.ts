import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { IDEMPOTENCY_RETENTION_MS, IDEMPOTENCY_LEASE_MS } from '../limits.ts';
import { holdsCardNumber } from '../text/card-number.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import { duringInvocation, timeLeftIn } from '../runtime/invocation.ts';
import { errorFields } from '../runtime/log.ts';
import { isFinalRefusal, isInputRefusal, Refusal } from '../refusal.ts';
import type { Route } from '../route.ts';
import {
  attemptOver,
  attemptRunning,
  beginKeyedRequest,
  isOtherRequest,
  keyedRequestEnded,
  keyedRequestRefused,
  nextAttempt,
  renewedAttempt,
  type KeyedRequest,
  type StoredAnswer,
} from '../table/purchases/idempotency.ts';
import { refusalFor } from '../table/tenants/refusal-for.ts';
import { json } from './answer.ts';
import type { HttpRequest, HttpResult } from './call.ts';
import { forTenant } from '../runtime/for-tenant.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;

function malformedKey(message: string): Refusal {
  const field = 'Idempotency-Key';
  return new Refusal('invalid_request', { message: `${field}: ${message}`, details: [{ field, message }] });
}

/** Refuses a malformed key together with other unreadable input, so before the request counts against a limit. */
export function readableIdempotencyKey() {
  return {
    before: ({ event }: HttpRequest): void => {
      const idempotencyKey = event.headers['idempotency-key'];
      if (idempotencyKey === undefined) return;
      if (!KEY.test(idempotencyKey)) throw malformedKey('must be 1 to 255 visible ASCII characters');
      if (holdsCardNumber(idempotencyKey)) throw malformedKey('must not hold a card number');
    },
  };
}

/** Runs a request with an Idempotency-Key once; the same request at the same moment waits, and gets the same answer. */
export function idempotency(app: CoreApp, route: Route, answersAnew: boolean) {
  return {
    before: async (request: HttpRequest): Promise<HttpResult | undefined> => {
      const idempotencyKey = request.event.headers['idempotency-key'];
      const { tenant } = request.context.found;
      if (idempotencyKey === undefined || !tenant) return undefined;
      const fingerprint = fingerprintOf([route.name, request.context.found.input]);
      const own = forTenant(duringInvocation(app, { timeLeft: timeLeftIn(request.context) }), tenant.id);
      const begun = await begin(own, idempotencyKey, fingerprint);
      if ('status' in begun) return replayed(begun);
      request.context.found.keyed = begun;
      return undefined;
    },
    after: (request: HttpRequest): Promise<void> =>
      end(app, request, () => {
        if (answersAnew) return 'anew';
        const { statusCode = 200, body = '' } = request.response ?? {};
        return { status: statusCode, body: withoutSecrets(body, request.context.found.secrets ?? []) };
      }),
    onError: (request: HttpRequest): Promise<void> =>
      end(app, request, () => {
        const refusal = refusalFor(request.error);
        if (isInputRefusal(refusal)) return 'refused';
        return isFinalRefusal(refusal)
          ? { status: refusal.status, body: JSON.stringify(refusal.body) }
          : refusal;
      }),
  };
}

/** The attempt to make now, or the stored answer. Throws if neither is possible. */
async function begin(
  app: CoreApp & OfTenant,
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
  for (let before: KeyedRequest | undefined; ;) {
    const next = before ? decide(before, first, now) : first;
    if ('status' in next) return next;
    const found = await beginKeyedRequest(app, next, before);
    if (!found) return next;
    before = await attemptOver(app, found, first);
  }
}

/** What a request with a used key gets: the stored answer, another attempt, or a refusal. */
function decide(found: KeyedRequest, asked: KeyedRequest, now: number): KeyedRequest | StoredAnswer {
  const isOver = now - found.startedAt >= IDEMPOTENCY_RETENTION_MS;
  if (!isOver && isOtherRequest(found, asked)) throw new Refusal('idempotency_key_reused');
  if (!isOver && found.state === 'DONE' && found.answer) return found.answer;
  if (found.state === 'RUNNING' && now < found.lease) throw attemptRunning();
  if (isOver) return renewedAttempt(found, asked);
  return nextAttempt(found, asked);
}

/** If the answer cannot be stored, the caller still gets it; the key becomes free when its lease ends. */
async function end(
  app: CoreApp,
  request: HttpRequest,
  resultOf: () => StoredAnswer | Refusal | 'refused' | 'anew',
): Promise<void> {
  const { keyed, tenant } = request.context.found;
  if (!keyed || !tenant) return;
  const ended = resultOf();
  const change =
    ended === 'refused' ? keyedRequestRefused(tenant.id, keyed) : keyedRequestEnded(tenant.id, keyed, ended);
  try {
    await app.table.apply(change);
  } catch (error) {
    app.log.warn('answer for an idempotency key not stored', { tenant: tenant.id, ...errorFields(error) });
  }
}

function replayed({ status, body }: StoredAnswer): HttpResult {
  return { ...json(status, undefined, { 'idempotent-replayed': 'true' }), body };
}

/** An answer for its repetitions: what holds a secret that this request has made is null, as the first alone shows it. */
function withoutSecrets(body: string, secrets: readonly string[]): string {
  const isSecret = (text: string) => secrets.some((secret) => inUrlAlphabet(text).includes(secret));
  if (!isSecret(body)) return body;
  return JSON.stringify(
    JSON.parse(body, (_name, value: unknown) =>
      typeof value === 'string' && isSecret(value) ? null : value,
    ),
  );
}

/** The same bits in either alphabet of Base64. */
const inUrlAlphabet = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_');
