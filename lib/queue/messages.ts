import type { Message } from '../app.ts';
import { DUE_SHARDS } from '../limits.ts';
import { DUE_KINDS } from '../table/due.ts';
import { fieldsIn, Unreadable, type Fields } from '../table/fields.ts';

/** A message that no consumer can read; it ends in the dead-letter queue. */
export class Malformed extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'Malformed';
  }
}

/** A message of a kind that this code does not know: newer code sent it. It waits as a malformed one does. */
export class UnknownKind extends Malformed {
  readonly kind: string;

  constructor(kind: string) {
    super('is of an unknown kind');
    this.name = 'UnknownKind';
    this.kind = kind;
  }
}

/** Queues `deliveries` and `slow-deliveries`: which attempt of which event is to be made. */
export type DeliveryMessage = ReturnType<typeof deliveryMessageFrom>;

/** Reads a message of the deliveries queues. Throws Malformed. */
export const deliveryMessageFrom = readerOf((of) => ({
  ...sentOf(of),
  tenantId: nameIn(of, 'tenantId'),
  eventId: uuidIn(of, 'eventId'),
  attempt: wholeIn(of, 'attempt', 1),
}));

/**
 * Queue `slow-deliveries`: a replay of many events is to go on. Without a revision, from wherever it stands: the sweep
 * asks for that where no step was made in time.
 */
export type ReplayMessage = ReturnType<typeof replayMessageFrom>;

const replayMessageFrom = readerOf((of) => ({
  ...sentOf(of),
  ...revisionOf(of),
  kind: kindIn(of, ['replay']),
  tenantId: nameIn(of, 'tenantId'),
  replayId: nameIn(of, 'replayId'),
}));

/** Reads a message of the queue `slow-deliveries`. Throws Malformed. */
export const slowDeliveryMessageFrom = (body: unknown): DeliveryMessage | ReplayMessage => {
  const isReplay = typeof body === 'object' && body !== null && 'kind' in body;
  return isReplay ? replayMessageFrom(body) : deliveryMessageFrom(body);
};

/** Queue `invoicing`: which paid invoice is to become an official document. */
export type IssueMessage = ReturnType<typeof issueMessageFrom>;

/** Reads a message of the queue `invoicing`. Throws Malformed. */
export const issueMessageFrom = readerOf((of) => ({
  ...sentOf(of),
  tenantId: nameIn(of, 'tenantId'),
  subscriberId: nameIn(of, 'subscriberId'),
  invoiceId: nameIn(of, 'invoiceId'),
}));

/**
 * Queue `reconciliation`: what is to be compared with the payment provider. A `subscriber` by its id, or by one of its
 * `reference`s; what a `notification` named; a `checkout` by its token; a payment `intent` by the caller's reference; a
 * `probe` of a tenant's account that does not work; a step of a tenant's `comparison`, without a revision wherever it stands.
 */
export type ReconciliationMessage = ReturnType<typeof reconciliationMessageFrom>;

const RECONCILIATION_KINDS = [
  'subscriber',
  'reference',
  'notification',
  'intent',
  'checkout',
  'probe',
  'comparison',
] as const;

/** Reads a message of the queue `reconciliation`. Throws Malformed. */
export const reconciliationMessageFrom = readerOf((of) => {
  const kind = kindIn(of, RECONCILIATION_KINDS);
  if (kind === 'checkout') return { ...sentOf(of), kind, token: nameIn(of, 'token') };
  const ofTenant = { ...sentOf(of), tenantId: nameIn(of, 'tenantId') };
  switch (kind) {
    case 'probe':
      return { ...ofTenant, kind };
    case 'comparison':
      return { ...ofTenant, ...revisionOf(of), kind };
    case 'subscriber':
      return { ...ofTenant, kind, subscriberId: nameIn(of, 'subscriberId') };
    case 'reference':
      return { ...ofTenant, kind, reference: nameIn(of, 'reference') };
    case 'notification':
      return { ...ofTenant, kind, reference: nameIn(of, 'reference') };
    case 'intent':
      return { ...ofTenant, kind, reference: nameIn(of, 'reference') };
  }
});

/** Queue of sweeps: one kind and shard of what is due is to be handed out, in the round begun at `startedAt` (epoch ms). */
export type SweepMessage = ReturnType<typeof sweepMessageFrom>;

/** Reads a message of the queue of sweeps. Throws Malformed. */
export const sweepMessageFrom = readerOf((of) => {
  const shard = wholeIn(of, 'shard', 0);
  if (shard >= DUE_SHARDS) throw new Unreadable('shard');
  return {
    kind: kindIn(of, DUE_KINDS),
    shard,
    startedAt: wholeIn(of, 'startedAt'),
    requestId: of.textOrNull('requestId') ?? '',
  };
});

/** A message on its way: those of one tenant form a group, so that its backlog does not make others wait. */
export function messageOf(
  body: DeliveryMessage | ReplayMessage | IssueMessage | ReconciliationMessage,
  delaySeconds?: number,
): Message {
  const group = 'tenantId' in body ? body.tenantId : body.token;
  return { body, group, ...(delaySeconds !== undefined && { delaySeconds }) };
}

/** Reads a body by its fields. */
function readerOf<T>(make: (of: Fields) => T): (body: unknown) => T {
  return (body) => {
    try {
      return make(fieldsIn('body', body));
    } catch (error) {
      throw error instanceof Unreadable ? new Malformed(`cannot be read: ${error.code}`) : error;
    }
  };
}

/**
 * What every message may carry: the id of the request that brought it about, for the logs, and, where the sweep sent it,
 * until when (epoch ms) that has handed out what the message names.
 */
function sentOf(of: Fields): { readonly requestId?: string | undefined; readonly due?: number | undefined } {
  const requestId = of.textOrNull('requestId');
  const due = of.numberOrNull('due');
  return { ...(requestId !== null && { requestId }), ...(due !== null && { due }) };
}

/** The step that a message asks for, by the revision it follows. */
const revisionOf = (of: Fields): { readonly revision?: number | undefined } => ({
  revision: of.numberOrNull('revision') ?? undefined,
});

/** Which of a queue's kinds a message is of. Throws UnknownKind where it names another: newer code may have sent it. */
function kindIn<const Kind extends string>(of: Fields, known: readonly Kind[]): Kind {
  const kind = nameIn(of, 'kind');
  const found = known.find((one) => one === kind);
  if (found === undefined) throw new UnknownKind(kind);
  return found;
}

/** A name is never empty. */
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
