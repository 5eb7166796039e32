import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { Refusal } from '../refusal.ts';
import { addressErased, messageErased, messageFrom } from '../table/messages/messages.ts';
import { range } from '../table/ranges.ts';
import { tryWrite } from '../table/table.ts';

/**
 * Removes the addresses that a customer's messages went to; none is sent from now on, as their record is erased. Throws
 * `not_erasable` while one is being sent.
 */
export async function eraseMessages(
  app: CoreApp & OfTenant,
  subscriptionIds: readonly string[],
): Promise<void> {
  const [first] = subscriptionIds;
  if (first === undefined) return;
  const items = await app.table.query({ ...range.messages(app.tenantId, first), consistent: true });
  const messages = items.map((item) => messageFrom(app.tenantId, item));
  for (const message of messages) {
    if (message.to === null || !subscriptionIds.includes(message.subscriberId ?? '')) continue;
    if (!(await tryWrite(() => app.table.apply(messageErased(message))))) throw beingSent();
  }
}

const beingSent = () =>
  new Refusal('not_erasable', {
    message: 'A message to this customer is being sent; erase it again in a minute.',
    retryAfterSeconds: 60,
  });

/** Removes the addresses of somebody of the tenant who is removed from what went to them: nothing is sent to them any more. */
export async function eraseMessagesTo(app: CoreApp & OfTenant, personId: string): Promise<void> {
  const items = await app.table.query({ ...range.messages(app.tenantId, personId), consistent: true });
  for (const { id, personId: to } of items.map((item) => messageFrom(app.tenantId, item)))
    if (to === personId) await tryWrite(() => app.table.apply(addressErased(app.tenantId, id)));
}
