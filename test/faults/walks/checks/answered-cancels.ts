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
export function answeredCancels({ svcId }: Family, asked: readonly Asked[]): AnsweredCancel[] {
  return asked.flatMap(({ route, status, body, sent, at, step }) => {
    if ((route !== 'subscribers/cancel' && route !== 'subscribers/undo-cancel') || status !== 200) return [];
    const data = body.data as AnsweredCancel['data'];
    const isOwn = 'svc-id' in (sent as object);
    return data.svcId === svcId ? [{ route, at, isAtTheEnd: step === Infinity, isOwn, data }] : [];
  });
}
