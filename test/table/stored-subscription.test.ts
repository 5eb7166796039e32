import { describe, expect, it } from 'vitest';
import type { Cancellation, Subscription } from '../../lib/billing/subscription.ts';
import { key } from '../../lib/table/schema.ts';
import { storedSubscription, subscriptionFrom } from '../../lib/table/subscribers/stored-subscription.ts';
import type { Attribute } from '../../lib/table/table.ts';
import { NOW, subscription } from '../billing/given.ts';

const CANCELLATION: Cancellation = { at: NOW, accessUntil: NOW, by: 'pay', progress: 'confirmed' };

/** A subscriber's cancellation as it is read again, written with or without what earlier releases left out. */
function readAgain(more: Partial<Subscription>, isEarlier = false) {
  const stored = storedSubscription(subscription({ cancellation: CANCELLATION, ...more }));
  const { confirmed, ...earlier } = stored.cancellation as Readonly<Record<string, Attribute>>;
  const cancellation: Attribute = isEarlier || confirmed === undefined ? earlier : { ...earlier, confirmed };
  return subscriptionFrom({ ...key.subscriber('tenant', 'id'), ...stored, cancellation }).cancellation;
}

describe('A cancellation that is read from the table', () => {
  it.for(['scheduled', 'sent', 'confirmed'] as const)(
    'is %s as it was written, whatever order is awaited',
    (progress) => {
      const cancellation = { ...CANCELLATION, progress };
      for (const nextOrderAt of [null, NOW])
        expect(readAgain({ cancellation, nextOrderAt })).toEqual(cancellation);
    },
  );

  it('of an earlier release is confirmed if it was sent and no order is awaited since', () => {
    const progressOf = (progress: Cancellation['progress'], nextOrderAt: number | null) =>
      readAgain({ cancellation: { ...CANCELLATION, progress }, nextOrderAt }, true)?.progress;
    expect([progressOf('sent', null), progressOf('sent', NOW), progressOf('scheduled', null)]).toEqual([
      'confirmed',
      'sent',
      'scheduled',
    ]);
  });
});
