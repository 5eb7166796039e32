import type { MessageKind } from '../../../lib/messages/kinds.ts';
import {
  lookUpMessage,
  messageDropped,
  messageIdOf,
  messageInState,
  messagePut,
  type OwedMessage,
} from '../../../lib/table/messages/messages.ts';
import type { DropReason, MessageState } from '../../../lib/messages/kinds.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

interface Stored {
  readonly kind?: MessageKind;
  readonly at?: number;
  readonly state?: MessageState;
  readonly because?: DropReason;
  readonly to?: string;
  readonly eventId?: string;
}

/** Puts a message to a subscriber on record as it stands once this became of it, and says its id. */
export async function storeMessage(
  { table, app, clock }: World,
  { tenant: { id: tenant } }: TestTenant,
  subscriberId: string,
  { kind = 'payment_failed', at = clock.now(), state = 'DELIVERED', because, to, eventId }: Stored = {},
): Promise<string> {
  const owed: OwedMessage = {
    kind,
    cause: `${kind}:${subscriberId}:${at}`,
    about: 'order',
    at,
    subscriberId,
    personId: null,
    eventId,
  };
  const { put } = messagePut(tenant, owed, at);
  await table.apply({ put: { ...put, ...(to !== undefined && { to }) } });
  const id = messageIdOf(tenant, owed);
  const stored = await lookUpMessage(forTenant(app, tenant), id);
  if (because !== undefined) await table.apply(messageDropped(stored!, because));
  else if (state !== 'PENDING') await table.apply(messageInState(stored!, state, at));
  return id;
}
