import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { IDEMPOTENCY_LEASE_MS, IDEMPOTENCY_RETENTION_MS, INTENT_RETENTION_MS } from '../../limits.ts';
import { refusal } from '../../billing/stored-refusal.ts';
import { flag, number, oneOf, optional, orNull, part, record, text, type TypeOf } from '../../record.ts';
import { Refusal } from '../../refusal.ts';
import { deflated } from './deflated.ts';
import { readUntilOver } from './read-until.ts';
import { key } from '../schema.ts';
import {
  foundIn,
  onConflict,
  type Condition,
  type Delete,
  type Item,
  type Put,
  type Update,
} from '../table.ts';

/** A request with an Idempotency-Key: RUNNING until `lease` at most, OPEN to be repeated, or DONE with its answer. */
export const KEYED_REQUEST = record('keyed request', {
  idempotencyKey: text,
  state: oneOf(['RUNNING', 'OPEN', 'DONE']),
  fingerprint: text,
  /** The reference of money calls under this key, the same for every attempt. */
  reference: text,
  startedAt: number,
  lease: number,
  /** Raised by each attempt, so that only the current attempt can end it. */
  tries: number,
  /** A fresh nonce per attempt, by which an SDK retry recognises its own first write. */
  writer: text,
  answer: orNull(part({ status: number, body: deflated })),
  /** What an OPEN request was refused with: for those who waited for it; a repetition is another attempt. */
  refusal: optional(refusal),
  /** Its latest attempt was refused for its input, so another request may use the key. */
  mayBeCorrected: optional(flag),
});
/** Such a request. */
export type KeyedRequest = TypeOf<typeof KEYED_REQUEST>;
/** The stored answer that a repeated request gets. */
export type StoredAnswer = NonNullable<KeyedRequest['answer']>;

/** Parses a request with an Idempotency-Key. Throws Unreadable. */
export const keyedRequestFrom = (item: Item): KeyedRequest => KEYED_REQUEST.read(item);

/**
 * Starts an attempt, the first or the one after `before`. Undefined if it was written, otherwise the record found
 * instead.
 */
export async function beginKeyedRequest(
  app: CoreApp & OfTenant,
  request: KeyedRequest,
  before?: KeyedRequest,
): Promise<KeyedRequest | undefined> {
  return onConflict<KeyedRequest | undefined>(
    async () => {
      await app.table.apply(keyedRequestPut(app.tenantId, request, before));
      return undefined;
    },
    (conflict) => {
      const existing = keyedRequestFrom(foundIn(conflict));
      return existing.writer === request.writer ? undefined : existing;
    },
  );
}

/**
 * What is under a key once an identical attempt is over. Throws what that was refused with, and `operation_in_progress`
 * if it still runs.
 */
export async function attemptOver(
  app: CoreApp & OfTenant,
  running: KeyedRequest,
  asked: KeyedRequest,
): Promise<KeyedRequest | undefined> {
  const { idempotencyKey, state, fingerprint, lease, writer } = running;
  if (state !== 'RUNNING' || fingerprint !== asked.fingerprint || app.clock() >= lease) return running;
  const read = async () => {
    const item = await app.table.get(key.idempotency(app.tenantId, idempotencyKey), { consistent: true });
    return item && keyedRequestFrom(item);
  };
  const isThis = (found: KeyedRequest | undefined) => found?.writer === writer;
  const isOver = (found: KeyedRequest | undefined) => found?.state !== 'RUNNING' || !isThis(found);
  const found = await readUntilOver(app, { running, begunAt: lease - IDEMPOTENCY_LEASE_MS }, read, isOver);
  if (!isOver(found)) throw attemptRunning();
  if (found?.refusal && isThis(found)) throw found.refusal;
  return found && attemptOver(app, found, asked);
}

/** The refusal of a request whose key is in use. */
export const attemptRunning = () =>
  new Refusal('operation_in_progress', {
    message: 'A request with this idempotency key is still under way.',
    retryAfterSeconds: 1,
  });

function keyedRequestPut(tenant: string, request: KeyedRequest, before?: KeyedRequest): Put {
  const { refusal: _nothing, ...begun } = request;
  return {
    put: {
      ...key.idempotency(tenant, request.idempotencyKey),
      ...KEYED_REQUEST.write({ ...begun, answer: null }),
      ttl: secondsAfter(request, INTENT_RETENTION_MS), // as long as the outcome of its money call
    },
    if: before ? sameAttempt(before) : [{ absent: true }],
  };
}

const secondsAfter = ({ startedAt }: KeyedRequest, ms: number) => Math.ceil((startedAt + ms) / 1000);

const sameAttempt = ({ startedAt, tries }: KeyedRequest): Condition => [
  { attribute: 'tries', is: tries },
  { attribute: 'startedAt', is: startedAt },
];

/** Ends an attempt that was refused for its input: the corrected request may use its key. */
export function keyedRequestRefused(tenant: string, request: KeyedRequest): Delete | Update {
  const at = key.idempotency(tenant, request.idempotencyKey);
  const condition = sameAttempt(request);
  if (request.tries === 1) return { delete: at, if: condition };
  return { update: at, set: { state: 'OPEN', mayBeCorrected: true }, if: condition };
}

/** Whether a key was used with another request. */
export const isOtherRequest = ({ fingerprint, mayBeCorrected }: KeyedRequest, asked: KeyedRequest): boolean =>
  mayBeCorrected !== true && fingerprint !== asked.fingerprint;

/** The attempt after `found`: of the same request since its first attempt, or of a corrected one, which begins now. */
export function nextAttempt(found: KeyedRequest, asked: KeyedRequest): KeyedRequest {
  const { startedAt, reference, fingerprint } = found;
  const next = { ...asked, tries: found.tries + 1 };
  return fingerprint === asked.fingerprint ? { ...next, startedAt, reference } : next;
}

/** The attempt of a key that is free again; the same request keeps the reference of its money call. */
export function renewedAttempt(found: KeyedRequest, asked: KeyedRequest): KeyedRequest {
  const isUnanswered = found.state !== 'DONE' && found.fingerprint === asked.fingerprint;
  return isUnanswered ? { ...asked, reference: found.reference } : asked;
}

/** Ends an attempt with its final answer, deflated and stored for 24 hours, or reopens the key with the refusal. */
export function keyedRequestEnded(
  tenant: string,
  request: KeyedRequest,
  answer: StoredAnswer | Refusal | 'anew',
): Update {
  if (answer === 'anew')
    return {
      update: key.idempotency(tenant, request.idempotencyKey),
      set: { state: 'OPEN' },
      if: sameAttempt(request),
    };
  return {
    update: key.idempotency(tenant, request.idempotencyKey),
    set:
      answer instanceof Refusal
        ? KEYED_REQUEST.change({ state: 'OPEN', refusal: answer }).set
        : {
            ...KEYED_REQUEST.change({ state: 'DONE', answer }).set,
            ttl: secondsAfter(request, IDEMPOTENCY_RETENTION_MS),
          },
    if: sameAttempt(request),
  };
}

/**
 * Notes that the answer under a key names a subscription's customer, so that an erasure finds it; from `now` (epoch ms)
 * on.
 */
export function namingAnswerPut(
  tenant: string,
  subscriberId: string,
  idempotencyKey: string,
  now: number,
): Put {
  const ttl = Math.ceil((now + IDEMPOTENCY_RETENTION_MS) / 1000);
  const at = key.namingAnswer(tenant, subscriberId, idempotencyKey);
  return { put: { ...at, idempotencyKey, startedAt: now, ttl } };
}
