import { told } from '../../billing/observed.ts';
import { SUBSCRIPTION, type Subscription } from '../../billing/subscription.ts';
import { subscriberIdIn } from '../key-parts.ts';
import type { Item } from '../table.ts';

/** Parses a subscriber. Throws Unreadable. */
export const subscriptionFrom = (item: Item): Subscription =>
  told(SUBSCRIPTION.read(item, { id: subscriberIdIn(item) }));
