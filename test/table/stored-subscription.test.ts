import { describe, expect, it } from 'vitest';
import type { Cancellation } from '../../lib/billing/subscription.ts';
import { key } from '../../lib/table/schema.ts';
import { storedSubscription, subscriptionFrom } from '../../lib/table/stored-subscription.ts';
import { NOW, subscription } from '../billing/given.ts';

const CANCELLATION: Cancellation = { at: NOW, accessUntil: NOW, by: 'pay', sent: true, confirmed: true };

/** A cancellation as it is read again, written with or without what this release adds. */
function readAgain(
  { confirmed, ...earlier }: Cancellation,
  { nextOrderAt, isEarlier }: { nextOrderAt: number | null; isEarlier: boolean },
) {
  const cancellation = isEarlier ? earlier : { ...earlier, confirmed };
  const stored = storedSubscription(subscription({ nextOrderAt, cancellation: { ...CANCELLATION } }));
  const item = { ...key.subscriber('tenant', 'id'), ...stored, cancellation };
  return subscriptionFrom(item).cancellation;
}

describe('A cancellation that is read from the table', () => {
  it.for([true, false])('is confirmed (%s) as it was written, whatever order is awaited', (confirmed) => {
    const written = { ...CANCELLATION, confirmed };
    for (const nextOrderAt of [null, NOW])
      expect(readAgain(written, { nextOrderAt, isEarlier: false })).toEqual(written);
  });

  it('of an earlier release is confirmed if it was sent and no order is awaited since', () => {
    const isConfirmed = (sent: boolean, nextOrderAt: number | null) =>
      readAgain({ ...CANCELLATION, sent }, { nextOrderAt, isEarlier: true })?.confirmed;
    expect([isConfirmed(true, null), isConfirmed(true, NOW), isConfirmed(false, null)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
