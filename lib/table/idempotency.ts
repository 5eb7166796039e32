import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CoreApp } from '../app.ts';
import { IDEMPOTENCY_RETENTION_MS } from '../limits.ts';
import { key } from './schema.ts';
import { fieldsOf } from './fields.ts';
import {
  foundIn,
  onConflict,
  type Condition,
  type Delete,
  type Item,
  type Put,
  type Update,
} from './table.ts';

/** The answer that a repeated request gets again. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * A request with an Idempotency-Key. RUNNING while somebody is at it, at most until `lease`; OPEN once it ended without
 * a final answer and may be tried again; DONE with its answer. Of the request itself only a hash is kept.
 */
export interface KeyedRequest {
  readonly idempotencyKey: string;
  readonly state: 'RUNNING' | 'OPEN' | 'DONE';
  readonly fingerprint: string;
  /** What money calls under this key are known by, the same for every try. */
  readonly reference: string;
  readonly startedAt: number;
  readonly lease: number;
  /** Goes up with each try, so that only the try that runs can end it. */
  readonly tries: number;
  /** Unguessable and new for each try: a repeated write of the same try is known by it. */
  readonly writer: string;
  readonly answer: StoredAnswer | null;
}

/** A request with an Idempotency-Key, from its item. Throws where a field is missing or of another type. */
export function keyedRequestFrom(item: Item): KeyedRequest {
  const of = fieldsOf(item);
  const { status, content } = item;
  return {
    idempotencyKey: of.text('idempotencyKey'),
    state: of.oneOf('state', ['RUNNING', 'OPEN', 'DONE']),
    fingerprint: of.text('fingerprint'),
    reference: of.text('reference'),
    startedAt: of.number('startedAt'),
    lease: of.number('lease'),
    tries: of.number('tries'),
    writer: of.text('writer'),
    answer:
      typeof status === 'number' && content instanceof Uint8Array
        ? { status, body: inflateRawSync(content).toString() }
        : null,
  };
}

/**
 * Begins a try: the first one under its key, or the one that follows `before`. Undefined where it was written, also by a
 * repeat of the client's own; otherwise what is there instead.
 */
export async function beginKeyedRequest(
  app: CoreApp,
  tenant: string,
  request: KeyedRequest,
  before?: KeyedRequest,
): Promise<KeyedRequest | undefined> {
  return onConflict<KeyedRequest | undefined>(
    async () => {
      await app.table.apply(keyedRequestPut(tenant, request, before));
      return undefined;
    },
    (conflict) => {
      const there = keyedRequestFrom(foundIn(conflict));
      return there.writer === request.writer ? undefined : there;
    },
  );
}

function keyedRequestPut(tenant: string, request: KeyedRequest, before?: KeyedRequest): Put {
  const { answer: _none, ...fields } = request;
  return {
    put: {
      ...key.idempotency(tenant, request.idempotencyKey),
      ...fields,
      ttl: Math.ceil((request.startedAt + IDEMPOTENCY_RETENTION_MS) / 1000),
    },
    if: before ? thisTry(before) : [{ absent: true }],
  };
}

const thisTry = ({ startedAt, tries }: KeyedRequest): Condition => [
  { attribute: 'tries', is: tries },
  { attribute: 'startedAt', is: startedAt },
];

/** A try that began nothing: its key is as if it had never been used. */
export function keyedRequestForgotten(tenant: string, request: KeyedRequest): Delete {
  return { delete: key.idempotency(tenant, request.idempotencyKey), if: thisTry(request) };
}

/** Ends a try with its final answer, deflated, or opens the key for another one. */
export function keyedRequestEnded(
  tenant: string,
  request: KeyedRequest,
  answer: StoredAnswer | undefined,
): Update {
  return {
    update: key.idempotency(tenant, request.idempotencyKey),
    set: answer
      ? { state: 'DONE', status: answer.status, content: deflateRawSync(answer.body) }
      : { state: 'OPEN' },
    if: thisTry(request),
  };
}
