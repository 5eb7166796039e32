import { describe, expect, it } from 'vitest';
import type { Cancellation, Subscription } from '../../lib/billing/subscription.ts';
import { key } from '../../lib/table/schema.ts';
import { storedSubscription, subscriptionFrom } from '../../lib/table/subscribers/stored-subscription.ts';
import { NOW, subscription } from '../billing/given.ts';

const CANCELLATION: Cancellation = { at: NOW, accessUntil: NOW, by: 'pay', progress: 'confirmed' };

/** A subscriber's cancellation as it is read again. */
function readAgain(more: Partial<Subscription>) {
  const stored = storedSubscription(subscription({ cancellation: CANCELLATION, ...more }));
  return subscriptionFrom({ ...key.subscriber('tenant', { id: 'id' }), ...stored }).cancellation;
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
});
