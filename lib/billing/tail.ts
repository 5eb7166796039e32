import { listOf, other } from '../record.ts';
import type { ProviderSubscription } from './provider-snapshot.ts';

/** A period that was paid for. Times are epoch ms. */
export interface PaidPeriod {
  readonly start: number;
  readonly end: number;
  /** Null where it is not known. */
  readonly paidAt: number | null;
}

/** An order that failed and is owed, as it was told. Times are epoch ms. */
export interface OwedOrder {
  readonly reference: string;
  readonly dueAt: number;
  /** When an attempt at it failed last. */
  readonly failedAt: number;
  readonly graceEndsAt: number | null;
}

/** What was observed of one provider reference and told, as far as it can still matter. Times are epoch ms. */
export interface ObservedReference extends Pick<
  ProviderSubscription,
  'reference' | 'planReference' | 'status' | 'createdAt' | 'startAt' | 'trialEnd'
> {
  /** Whether its orders may still change, so that it is read. */
  readonly isOpen: boolean;
  /** Orders that began before this are final and told; 0 until one is. */
  readonly toldBefore: number;
  /** When the first order begins that waits to be charged; null if none does, or it is not known. */
  readonly waitsFrom: number | null;
  /** The period that the subscription is in, if this reference gave it. */
  readonly paid: PaidPeriod | null;
  /** The payment that is owed, if it is of this reference. */
  readonly owed: OwedOrder | null;
}

const STATUSES = { A: 'ACTIVE', P: 'PENDING', U: 'UNPAID', C: 'CANCELLED', E: 'EXPIRED' } as const;

/** One that was made and not read yet. */
export const unread = (
  of: Pick<ObservedReference, 'reference' | 'planReference' | 'createdAt' | 'startAt' | 'trialEnd'>,
  status: ObservedReference['status'],
): ObservedReference => {
  const { reference, planReference, createdAt, startAt, trialEnd } = of;
  const told = { isOpen: true, toldBefore: 0, waitsFrom: null, paid: null, owed: null };
  return { reference, planReference, status, createdAt, startAt, trialEnd, ...told };
};

const SAMPLE: ObservedReference = {
  ...unread(
    { reference: 'r 1', planReference: 'p', createdAt: 9_000, startAt: 9_001, trialEnd: 9_500 },
    'ACTIVE',
  ),
  toldBefore: 8_000,
  waitsFrom: 9_900,
  paid: { start: 9_001, end: 9_900, paidAt: null },
  owed: { reference: 'o', dueAt: 9_002, failedAt: 9_003, graceEndsAt: null },
};

const NONE = '~';

/** One text: its letter, its times from when it was made, in base 36, and its names. */
function textOf(one: ObservedReference): string {
  const { reference, planReference, status, createdAt, isOpen, toldBefore, paid, owed } = one;
  const letter = Object.entries(STATUSES).find(([, word]) => word === status)?.[0] ?? 'A';
  const after = (at: number | null | undefined) =>
    typeof at === 'number' ? (at - createdAt).toString(36) : NONE;
  const times = [one.startAt, one.trialEnd, toldBefore === 0 ? null : toldBefore, one.waitsFrom];
  const period = paid ? [paid.start, paid.end, paid.paidAt] : [null];
  const failure = owed ? [owed.dueAt, owed.failedAt, owed.graceEndsAt].map(after) : [];
  const names = [planReference, reference, ...(owed ? [owed.reference] : [])].map(encodeURIComponent);
  const head = `${isOpen ? letter : letter.toLowerCase()}${createdAt.toString(36)}`;
  return [
    head,
    ...[...times, ...period].map(after),
    ...names.slice(0, 2),
    ...failure,
    ...names.slice(2),
  ].join(' ');
}

/** Undefined where a text is none of these. */
function fromText(text: string): ObservedReference | undefined {
  const [head = '', ...parts] = text.split(' ');
  const letter = head.slice(0, 1).toUpperCase();
  const status = letter in STATUSES ? STATUSES[letter as keyof typeof STATUSES] : undefined;
  const createdAt = Number.parseInt(head.slice(1), 36);
  const take = () => parts.shift() ?? '';
  const time = () => {
    const part = take();
    return part === NONE ? null : createdAt + Number.parseInt(part, 36);
  };
  const name = () => decodeURIComponent(take());
  const [startAt, trialEnd, toldBefore, waitsFrom, start] = [time(), time(), time(), time(), time()];
  const end = start === null ? null : time();
  const paid = start !== null && end !== null ? { start, end, paidAt: time() } : null;
  const [planReference, reference] = [name(), name()];
  const [dueAt, failedAt, graceEndsAt] = parts.length === 0 ? [null, null, null] : [time(), time(), time()];
  const owed =
    dueAt !== null && failedAt !== null ? { dueAt, failedAt, graceEndsAt, reference: name() } : null;
  const isOpen = head.startsWith(letter);
  const isWhole = status && startAt !== null && reference !== '' && parts.length === 0;
  const times = [createdAt, startAt, trialEnd, toldBefore, waitsFrom, paid?.start, paid?.end, paid?.paidAt];
  if (!isWhole || [...times, owed?.dueAt, owed?.failedAt, owed?.graceEndsAt].some(Number.isNaN))
    return undefined;
  const told = { isOpen, toldBefore: toldBefore ?? 0, waitsFrom, paid, owed };
  return { reference, planReference, status, createdAt, startAt, trialEnd, ...told };
}

/** The references of a subscription, oldest first; the last one is current. */
export const TAIL = listOf(
  other<ObservedReference>(
    [SAMPLE, { ...SAMPLE, isOpen: false, paid: null, owed: null }],
    (stored) => (typeof stored === 'string' ? fromText(stored) : undefined),
    textOf,
  ),
);
