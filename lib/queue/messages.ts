import type { Message } from '../runtime/app.ts';
import { DUE_SHARDS } from '../limits.ts';
import { DUE_KINDS } from '../table/work/due.ts';
import { Unreadable } from '../record.ts';
import { fieldsIn, type Fields } from '../table/fields.ts';

/** A message that no consumer can read; it ends in the dead-letter queue. */
export class Malformed extends Error {
  override readonly name: string = 'Malformed';
}

/** A message of a kind that only newer code knows; it is redelivered like a malformed one. */
export class UnknownKind extends Malformed {
  override readonly name = 'UnknownKind';
  readonly kind: string;

  constructor(kind: string) {
    super('is of an unknown kind');
    this.kind = kind;
  }
}

/** Queues `deliveries` and `slow-deliveries`: which attempt of which event to make. */
export type AttemptMessage = ReturnType<typeof attemptMessageFrom>;

const attemptMessageFrom = readerOf((of) => ({
  ...namesIn(of, 'tenantId'),
  eventId: uuidIn(of, 'eventId'),
  attempt: wholeIn(of, 'attempt', 1),
}));

/** Queue `deliveries`: which event is late for its next attempt. */
export type RedriveMessage = ReturnType<typeof redriveMessageFrom>;

const redriveMessageFrom = readerOf((of) => ({
  kind: kindIn(of, ['redrive']),
  ...namesIn(of, 'tenantId'),
  eventId: uuidIn(of, 'eventId'),
}));

/** Reads a message of the queue `deliveries`. Throws Malformed. */
export const deliveryMessageFrom = (body: unknown): AttemptMessage | RedriveMessage =>
  hasKind(body) ? redriveMessageFrom(body) : attemptMessageFrom(body);

/** Queue `slow-deliveries`: continues a replay of many events; without a revision (from the sweep) at its current one. */
export type ReplayMessage = ReturnType<typeof replayMessageFrom>;

const replayMessageFrom = readerOf((of) => ({
  kind: kindIn(of, ['replay']),
  ...namesIn(of, 'tenantId', 'replayId'),
  ...revisionIn(of),
}));

/** Reads a message of the queue `slow-deliveries`. Throws Malformed. */
export const slowDeliveryMessageFrom = (body: unknown): AttemptMessage | ReplayMessage =>
  hasKind(body) ? replayMessageFrom(body) : attemptMessageFrom(body);

/** Queue `invoicing`: which paid invoice to issue as an official document. */
export type IssueMessage = ReturnType<typeof issueMessageFrom>;

/** Reads a message of the queue `invoicing`. Throws Malformed. */
export const issueMessageFrom = readerOf((of) => namesIn(of, 'tenantId', 'subscriberId', 'invoiceId'));

/** Queue `invoicing`: whose tokens of the invoicing provider to keep alive. */
export type TokensMessage = ReturnType<typeof tokensMessageFrom>;

const tokensMessageFrom = readerOf((of) => ({ kind: kindIn(of, ['tokens']), ...namesIn(of, 'tenantId') }));

/** Queues `invoicing` and `reconciliation`: which refund to work on: its document, or its outcome. */
export type RefundMessage = ReturnType<typeof refundMessageFrom>;

const refundMessageFrom = readerOf((of) => ({
  kind: kindIn(of, ['refund']),
  ...namesIn(of, 'tenantId', 'subscriberId', 'refundId'),
}));

/** Queue `invoicing`: which task to look at, whether its document was cancelled. */
export type TaskMessage = ReturnType<typeof taskMessageFrom>;

const taskMessageFrom = readerOf((of) => ({
  kind: kindIn(of, ['task']),
  ...namesIn(of, 'tenantId', 'taskId'),
}));

/** Reads a message of the queue `invoicing`. Throws Malformed. */
export const invoicingMessageFrom = (
  body: unknown,
): IssueMessage | TokensMessage | RefundMessage | TaskMessage => {
  if (!hasKind(body)) return issueMessageFrom(body);
  if (body.kind === 'refund') return refundMessageFrom(body);
  return body.kind === 'task' ? taskMessageFrom(body) : tokensMessageFrom(body);
};

/**
 * Queue `reconciliation`: what to compare with the payment provider. A `subscriber` by its id; what a `notification` named; a
 * `checkout` by its token; a payment `intent` by the caller's reference; a `refund` by its id. A `probe` tests whether a
 * tenant's account works again; a `comparison` makes the next step of a tenant's comparison (without a revision: at its
 * current one); a `repair` reads a subscriber of whom it found a difference; a `listing` updates a subscriber's entries in the
 * lists; `figures` counts a tenant's figures on.
 */
export type ReconciliationMessage = ReturnType<typeof reconciliationMessageFrom>;

const KINDS = [
  'subscriber',
  'listing',
  'notification',
  'intent',
  'refund',
  'checkout',
  'probe',
  'comparison',
  'repair',
  'figures',
] as const;

/** Reads a message of the queue `reconciliation`. Throws Malformed. */
export const reconciliationMessageFrom = readerOf((of) => {
  const kind = kindIn(of, KINDS);
  switch (kind) {
    case 'subscriber':
    case 'listing':
      return { kind, ...namesIn(of, 'tenantId', 'subscriberId') };
    case 'notification':
    case 'intent':
      return { kind, ...namesIn(of, 'tenantId', 'reference') };
    case 'refund':
      return { kind, ...namesIn(of, 'tenantId', 'subscriberId', 'refundId') };
    case 'repair':
      return { kind, ...namesIn(of, 'tenantId', 'subscriberId', 'differenceId') };
    case 'checkout':
      return { kind, ...namesIn(of, 'tenantId', 'token') };
    case 'probe':
    case 'figures':
      return { kind, ...namesIn(of, 'tenantId') };
    case 'comparison':
      return { kind, ...namesIn(of, 'tenantId'), ...revisionIn(of) };
  }
});

/** Queue `messages`: which message to send. */
export type MessageToSend = ReturnType<typeof messageToSendFrom>;

/** Reads a message of the queue `messages`. Throws Malformed. */
export const messageToSendFrom = readerOf((of) => ({
  ...namesIn(of, 'tenantId'),
  messageId: uuidIn(of, 'messageId'),
}));

/** Queue `sweeps`: hands out what is due of one kind and shard, in the round begun at `startedAt` (epoch ms). */
export type SweepMessage = ReturnType<typeof sweepMessageFrom>;

/** Reads a message of the queue of sweeps. Throws Malformed. */
export const sweepMessageFrom = readerOf((of) => {
  const shard = wholeIn(of, 'shard', 0);
  if (shard >= DUE_SHARDS) throw new Unreadable('shard');
  const startedAt = wholeIn(of, 'startedAt');
  return { kind: kindIn(of, DUE_KINDS), shard, startedAt, requestId: of.textOrNull('requestId') ?? '' };
});

/** A message to send. One tenant's messages form a group, so that its backlog does not delay others. */
export function messageOf(
  body: AttemptMessage | ReplayMessage | IssueMessage | ReconciliationMessage | RefundMessage,
  delaySeconds?: number,
): Message {
  return { body, group: body.tenantId, ...(delaySeconds !== undefined && { delaySeconds }) };
}

const hasKind = (body: unknown): body is { readonly kind: unknown } =>
  typeof body === 'object' && body !== null && 'kind' in body;

/** A reader of message bodies by their fields; throws Malformed. */
function readerOf<T>(make: (of: Fields) => T): (body: unknown) => T {
  return (body) => {
    try {
      return make(fieldsIn('body', body));
    } catch (error) {
      throw error instanceof Unreadable ? new Malformed(`cannot be read: ${error.code}`) : error;
    }
  };
}

/** What any message may carry. */
interface Envelope {
  /** The id of the request that caused it, for the logs. */
  readonly requestId?: string | undefined;
  /** If the sweep sent it: until when (epoch ms) the due item is leased to this message. */
  readonly due?: number | undefined;
}

/** The named fields of a message, none empty, and what any message may carry. */
function namesIn<Name extends string>(
  of: Fields,
  ...names: readonly Name[]
): Readonly<Record<Name, string>> & Envelope {
  const requestId = of.textOrNull('requestId');
  const due = of.numberOrNull('due');
  const named = Object.fromEntries(names.map((name) => [name, nameIn(of, name)])) as Record<Name, string>;
  return { ...named, ...(requestId !== null && { requestId }), ...(due !== null && { due }) };
}

/** The revision that the step follows. */
const revisionIn = (of: Fields): { readonly revision?: number | undefined } => ({
  revision: of.numberOrNull('revision') ?? undefined,
});

/** The kind of a message. Throws UnknownKind for any other: newer code may have sent it. */
function kindIn<const Kind extends string>(of: Fields, known: readonly Kind[]): Kind {
  const kind = nameIn(of, 'kind');
  const found = known.find((one) => one === kind);
  if (found === undefined) throw new UnknownKind(kind);
  return found;
}

function nameIn(of: Fields, attribute: string): string {
  const name = of.text(attribute);
  if (name === '') throw new Unreadable(attribute);
  return name;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function uuidIn(of: Fields, attribute: string): string {
  const id = of.text(attribute);
  if (!UUID.test(id)) throw new Unreadable(attribute);
  return id;
}

function wholeIn(of: Fields, attribute: string, least = -Infinity): number {
  const number = of.number(attribute);
  if (!Number.isSafeInteger(number) || number < least) throw new Unreadable(attribute);
  return number;
}
