import type { Message } from '../app.ts';
import { DUE_SHARDS } from '../limits.ts';
import { fieldsIn, Unreadable, type Fields } from '../table/fields.ts';
import { DUE_KINDS, type DueKind } from '../table/due.ts';
import { Malformed, UnknownKind } from './batch.ts';

/** What a message may carry besides what it names. */
interface Sent {
  /** The id of the request that brought it about, for the logs. */
  readonly requestId?: string | undefined;
  /** Where the sweep sent it: until when (epoch ms) it has handed out what the message names. */
  readonly due?: number | undefined;
}

/** Queues `deliveries` and `slow-deliveries`: which attempt of which event is to be made. */
export interface DeliveryMessage extends Sent {
  readonly tenantId: string;
  readonly eventId: string;
  readonly attempt: number;
}

/**
 * Queue `slow-deliveries`: a replay of many events is to go on. Without a revision, from wherever it stands: the sweep
 * asks for that where no step was made in time.
 */
export interface ReplayMessage extends Sent {
  readonly kind: 'replay';
  readonly tenantId: string;
  readonly replayId: string;
  readonly revision?: number | undefined;
}

/** Queue `invoicing`: which paid invoice is to become an official document. */
export interface IssueMessage extends Sent {
  readonly tenantId: string;
  readonly subscriberId: string;
  readonly invoiceId: string;
}

/**
 * Queue `reconciliation`: what is to be compared with the payment provider. A `subscriber` by its id, or by one of its
 * `reference`s; what a `notification` named; a `checkout` by its token; a payment `intent` by the caller's reference; a
 * `probe` of a tenant's account that does not work; a step of a tenant's `comparison`, without a revision wherever it stands.
 * By a `listing` a subscriber is brought into the lists that it belongs into.
 */
export type ReconciliationMessage = Sent &
  (
    | {
        readonly kind: 'subscriber' | 'listing';
        readonly tenantId: string;
        readonly subscriberId: string;
      }
    | { readonly kind: 'reference'; readonly tenantId: string; readonly reference: string }
    | { readonly kind: 'notification'; readonly tenantId: string; readonly reference: string }
    | { readonly kind: 'intent'; readonly tenantId: string; readonly reference: string }
    | { readonly kind: 'checkout'; readonly token: string }
    | { readonly kind: 'probe'; readonly tenantId: string }
    | {
        readonly kind: 'comparison';
        readonly tenantId: string;
        readonly revision?: number | undefined;
      }
  );

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const KINDS = [
  'subscriber',
  'listing',
  'reference',
  'notification',
  'intent',
  'checkout',
  'probe',
  'comparison',
] as const;

/** Reads a message of the deliveries queues. Throws Malformed. */
export const deliveryMessageFrom = (body: unknown): DeliveryMessage =>
  read(body, (of) => {
    const eventId = of.text('eventId');
    const attempt = of.number('attempt');
    if (!UUID.test(eventId)) throw new Unreadable('eventId');
    if (!Number.isSafeInteger(attempt) || attempt < 1) throw new Unreadable('attempt');
    return { ...sentOf(of), tenantId: nameIn(of, 'tenantId'), eventId, attempt };
  });

/** Reads a message of the queue `slow-deliveries`. Throws Malformed. */
export const slowDeliveryMessageFrom = (body: unknown): DeliveryMessage | ReplayMessage => {
  const isReplay = typeof body === 'object' && body !== null && 'kind' in body;
  return isReplay ? replayMessageFrom(body) : deliveryMessageFrom(body);
};

const replayMessageFrom = (body: unknown): ReplayMessage =>
  read(body, (of) => ({
    ...sentOf(of),
    kind: kindIn(of, ['replay']),
    tenantId: nameIn(of, 'tenantId'),
    replayId: nameIn(of, 'replayId'),
    revision: of.numberOrNull('revision') ?? undefined,
  }));

/** Which of a queue's kinds a message is of. Throws UnknownKind where it names another: newer code may have sent it. */
function kindIn<Kind extends string>(of: Fields, known: readonly Kind[]): Kind {
  const kind = nameIn(of, 'kind');
  const found = known.find((one) => one === kind);
  if (found === undefined) throw new UnknownKind(kind);
  return found;
}

/** Reads a message of the queue `invoicing`. Throws Malformed. */
export const issueMessageFrom = (body: unknown): IssueMessage =>
  read(body, (of) => ({
    ...sentOf(of),
    tenantId: nameIn(of, 'tenantId'),
    subscriberId: nameIn(of, 'subscriberId'),
    invoiceId: nameIn(of, 'invoiceId'),
  }));

/** Reads a message of the queue `reconciliation`. Throws Malformed. */
export const reconciliationMessageFrom = (body: unknown): ReconciliationMessage =>
  read(body, (of) => {
    const kind = kindIn(of, KINDS);
    if (kind === 'checkout') return { ...sentOf(of), kind, token: nameIn(of, 'token') };
    const tenantId = nameIn(of, 'tenantId');
    if (kind === 'probe') return { ...sentOf(of), kind, tenantId };
    if (kind === 'comparison')
      return { ...sentOf(of), kind, tenantId, revision: of.numberOrNull('revision') ?? undefined };
    if (kind === 'subscriber' || kind === 'listing')
      return { ...sentOf(of), kind, tenantId, subscriberId: nameIn(of, 'subscriberId') };
    return { ...sentOf(of), kind, tenantId, reference: nameIn(of, 'reference') };
  });

/** A message on its way: those of one tenant form a group, so that its backlog does not make others wait. */
export function messageOf(
  body: DeliveryMessage | ReplayMessage | IssueMessage | ReconciliationMessage,
  delaySeconds?: number,
): Message {
  const group = 'tenantId' in body ? body.tenantId : body.token;
  return { body, group, ...(delaySeconds !== undefined && { delaySeconds }) };
}

function read<T>(body: unknown, make: (of: Fields) => T): T {
  try {
    return make(fieldsIn('body', body));
  } catch (error) {
    throw error instanceof Unreadable ? new Malformed(`cannot be read: ${error.code}`) : error;
  }
}

function sentOf(of: Fields): Sent {
  const requestId = of.textOrNull('requestId');
  const due = of.numberOrNull('due');
  return { ...(requestId !== null && { requestId }), ...(due !== null && { due }) };
}

/** A name is never empty. */
function nameIn(of: Fields, attribute: string): string {
  const name = of.text(attribute);
  if (name === '') throw new Unreadable(attribute);
  return name;
}

/** What travels in the queue of sweeps: one kind and shard of what is due is to be handed out. */
export interface SweepMessage {
  readonly kind: DueKind;
  readonly shard: number;
  /** When the schedule began the round it belongs to (epoch ms). */
  readonly startedAt: number;
  readonly requestId: string;
}

/** Reads a message of the queue of sweeps. Throws Malformed. */
export const sweepMessageFrom = (body: unknown): SweepMessage =>
  read(body, (of) => {
    const kind = kindIn(of, DUE_KINDS);
    const shard = of.number('shard');
    const startedAt = of.number('startedAt');
    if (!Number.isSafeInteger(shard) || shard < 0 || shard >= DUE_SHARDS) throw new Unreadable('shard');
    if (!Number.isSafeInteger(startedAt)) throw new Unreadable('startedAt');
    return { kind, shard, startedAt, requestId: requestIdOf(of) };
  });

/** A sweep is not refused for want of a name. */
const requestIdOf = (of: Fields) => of.textOrNull('requestId') ?? '';
