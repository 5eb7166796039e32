import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { IDEMPOTENCY_KEPT_MS } from '../limits.ts';
import { key } from './schema.ts';
import type { Item, Put, Update } from './table.ts';

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
  readonly answer: StoredAnswer | null;
}

export function keyedRequestFrom(item: Item): KeyedRequest {
  const { idempotencyKey, state, fingerprint, reference, startedAt, lease, tries } =
    item as unknown as KeyedRequest;
  const { status, content } = item;
  const answer =
    typeof status === 'number' && content instanceof Uint8Array
      ? { status, body: inflateRawSync(content).toString() }
      : null;
  return { idempotencyKey, state, fingerprint, reference, startedAt, lease, tries, answer };
}

/** Begins a try: the first one under its key, or the one that follows `before`. */
export function keyedRequestPut(tenant: string, request: KeyedRequest, before?: KeyedRequest): Put {
  const { answer: _none, ...fields } = request;
  return {
    put: {
      ...key.idempotency(tenant, request.idempotencyKey),
      ...fields,
      ttl: Math.ceil((request.startedAt + IDEMPOTENCY_KEPT_MS) / 1000),
    },
    if: before
      ? [
          { attribute: 'tries', is: before.tries },
          { attribute: 'startedAt', is: before.startedAt },
        ]
      : [{ absent: true }],
  };
}

/** Ends a try with its final answer, deflated, or opens the key for another one. */
export function keyedRequestEnded(
  tenant: string,
  { idempotencyKey, startedAt, tries }: KeyedRequest,
  answer: StoredAnswer | undefined,
): Update {
  return {
    update: key.idempotency(tenant, idempotencyKey),
    set: answer
      ? { state: 'DONE', status: answer.status, content: deflateRawSync(answer.body) }
      : { state: 'OPEN' },
    if: [
      { attribute: 'tries', is: tries },
      { attribute: 'startedAt', is: startedAt },
    ],
  };
}
