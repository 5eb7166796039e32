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
  ...namesIn(of, 'tenantId'),
  eventId: uuidIn(of, 'eventId'),
  attempt: wholeIn(of, 'attempt', 1),
}));

/**
 * Queue `slow-deliveries`: a replay of many events is to go on. Without a revision, from wherever it stands: the sweep
 * asks for that where no step was made in time.
 */
export type ReplayMessage = ReturnType<typeof replayMessageFrom>;

const replayMessageFrom = readerOf((of) => ({
  kind: kindIn(of, ['replay']),
  ...namesIn(of, 'tenantId', 'replayId'),
  ...revisionIn(of),
}));

/** Reads a message of the queue `slow-deliveries`. Throws Malformed. */
export const slowDeliveryMessageFrom = (body: unknown): DeliveryMessage | ReplayMessage => {
  const isReplay = typeof body === 'object' && body !== null && 'kind' in body;
  return isReplay ? replayMessageFrom(body) : deliveryMessageFrom(body);
};

/** Queue `invoicing`: which paid invoice is to become an official document. */
export type IssueMessage = ReturnType<typeof issueMessageFrom>;

/** Reads a message of the queue `invoicing`. Throws Malformed. */
export const issueMessageFrom = readerOf((of) => namesIn(of, 'tenantId', 'subscriberId', 'invoiceId'));

/**
 * Queue `reconciliation`: what is to be compared with the payment provider. A `subscriber` by its id, or by one of its
 * `reference`s; what a `notification` named; a `checkout` by its token; a payment `intent` by the caller's reference. A
 * `probe` asks whether a tenant's account works again; a `comparison` goes on with a tenant's by one step, without a
 * revision from wherever it stands; a `listing` brings a subscriber into the lists that it belongs to.
 */
export type ReconciliationMessage = ReturnType<typeof reconciliationMessageFrom>;

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

/** Reads a message of the queue `reconciliation`. Throws Malformed. */
export const reconciliationMessageFrom = readerOf((of) => {
  const kind = kindIn(of, KINDS);
  switch (kind) {
    case 'subscriber':
      return { kind, ...namesIn(of, 'tenantId', 'subscriberId') };
    case 'listing':
      return { kind, ...namesIn(of, 'tenantId', 'subscriberId') };
    case 'reference':
      return { kind, ...namesIn(of, 'tenantId', 'reference') };
    case 'notification':
      return { kind, ...namesIn(of, 'tenantId', 'reference') };
    case 'intent':
      return { kind, ...namesIn(of, 'tenantId', 'reference') };
    case 'checkout':
      return { kind, ...namesIn(of, 'token') };
    case 'probe':
      return { kind, ...namesIn(of, 'tenantId') };
    case 'comparison':
      return { kind, ...namesIn(of, 'tenantId'), ...revisionIn(of) };
  }
});

/** Queue of sweeps: one kind and shard of what is due is to be handed out, in the round begun at `startedAt` (epoch ms). */
export type SweepMessage = ReturnType<typeof sweepMessageFrom>;

/** Reads a message of the queue of sweeps. Throws Malformed. */
export const sweepMessageFrom = readerOf((of) => {
  const shard = wholeIn(of, 'shard', 0);
  if (shard >= DUE_SHARDS) throw new Unreadable('shard');
  const startedAt = wholeIn(of, 'startedAt');
  return { kind: kindIn(of, DUE_KINDS), shard, startedAt, requestId: of.textOrNull('requestId') ?? '' };
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

/** What a message may carry besides what it names. */
interface Sent {
  /** The id of the request that brought it about, for the logs. */
  readonly requestId?: string | undefined;
  /** Where the sweep sent it: until when (epoch ms) it has handed out what the message names. */
  readonly due?: number | undefined;
}

/** What a message names, none of it empty, and what it carries besides. */
function namesIn<Name extends string>(
  of: Fields,
  ...names: readonly Name[]
): Readonly<Record<Name, string>> & Sent {
  const requestId = of.textOrNull('requestId');
  const due = of.numberOrNull('due');
  const named = Object.fromEntries(names.map((name) => [name, nameIn(of, name)])) as Record<Name, string>;
  return { ...named, ...(requestId !== null && { requestId }), ...(due !== null && { due }) };
}

/** The step that a message asks for, by the revision it follows. */
const revisionIn = (of: Fields): { readonly revision?: number | undefined } => ({
  revision: of.numberOrNull('revision') ?? undefined,
});

/** Which of a queue's kinds a message is of. Throws UnknownKind where it names another: newer code may have sent it. */
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
