import type { Asked } from '../records.ts';
import type { Family } from './families.ts';

/** A cancellation of a subscriber, or its undoing, that was answered with success. Times are epoch ms. */
export interface AnsweredCancel {
  readonly route: 'subscribers/cancel' | 'subscribers/undo-cancel';
  /** When it was asked for. */
  readonly at: number;
  /** Not asked for in the walk, but to read the state that it ended with. */
  readonly isAtTheEnd: boolean;
  /** Named by our identifier: nothing was asked of the provider. */
  readonly isOwn: boolean;
  readonly data: {
    readonly svcId: string;
    readonly status: string;
    readonly cancelledAt: string;
    readonly accessUntil: string | null;
  };
}

/** The cancellations of a subscriber and their undoings that were answered with success, in their order. */
export function answeredCancels({ svcId }: Pick<Family, 'svcId'>, asked: readonly Asked[]): AnsweredCancel[] {
  return asked.flatMap(({ route, status, body, sent, at, step, code }, nth) => {
    if (route !== 'subscribers/cancel' && route !== 'subscribers/undo-cancel') return [];
    const isDone = code === 'not_cancelled' && asked.slice(0, nth).some((one) => wasLost(one, sent));
    if (isDone)
      return [{ route, at, isAtTheEnd: false, isOwn: false, data: { svcId } as AnsweredCancel['data'] }];
    if (status !== 200) return [];
    const data = body.data as AnsweredCancel['data'];
    const isOwn = 'svc-id' in (sent as object);
    return data.svcId === svcId ? [{ route, at, isAtTheEnd: step === Infinity, isOwn, data }] : [];
  });
}

/** Whether it was this undoing, and its answer was lost by a fault of ours: whoever repeats it finds nothing to undo. */
const wasLost = ({ route, status, sent, isStruck }: Asked, again: unknown): boolean =>
  isStruck === true &&
  route === 'subscribers/undo-cancel' &&
  (status === 0 || status >= 500) &&
  JSON.stringify(sent) === JSON.stringify(again);

/** The cancellation that was answered and not taken back: when, by which identifier, and the end it promised. */
export interface StandingCancel {
  readonly at: number;
  /** `svc` only where no repetition named the provider's reference. */
  readonly by: 'pay' | 'svc';
  readonly until: number;
}

/** The standing cancellation of a subscriber; undefined if there is none. */
export function standingCancel(family: Family, asked: readonly Asked[]): StandingCancel | undefined {
  const answered = answeredCancels(family, asked).filter(({ isAtTheEnd }) => !isAtTheEnd);
  const undone = answered.findLastIndex(({ route }) => route === 'subscribers/undo-cancel');
  const cancels = answered.slice(undone + 1);
  const last = cancels.at(-1);
  if (!last) return undefined;
  const { accessUntil, cancelledAt } = last.data;
  const by = cancels.every(({ isOwn }) => isOwn) ? 'svc' : 'pay';
  const at = Date.parse(cancelledAt);
  return { at, by, until: accessUntil === null ? at : Date.parse(accessUntil) };
}
