import { SUBSCRIPTION } from '../../../lib/billing/subscription.ts';
import type { ObservedReference } from '../../../lib/billing/tail.ts';
import { subscriberIdIn } from '../../../lib/table/key-parts.ts';
import type { Attribute, Item } from '../../../lib/table/table.ts';

/** The attributes of a stored subscriber whose current reference is another one, or is in another status. */
export function withCurrent(
  item: Item,
  fields: Partial<Pick<ObservedReference, 'reference' | 'status'>>,
): Readonly<Record<string, Attribute>> {
  const { refs } = SUBSCRIPTION.read(item, { id: subscriberIdIn(item) });
  return SUBSCRIPTION.change({ refs: refs.map((one) => ({ ...one, ...fields })) }).set;
}
