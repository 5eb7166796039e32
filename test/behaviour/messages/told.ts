import { USUAL_RECOVERY, type RecoverySettings } from '../../../lib/billing/recovery-settings.ts';
import { CUSTOMER_KINDS, NO_MESSAGES, type MessageKind } from '../../../lib/messages/kinds.ts';
import { messageFrom, type StoredMessage } from '../../../lib/table/messages/messages.ts';
import { list } from '../../../lib/table/lists.ts';
import { advanceToRenewal, control, MINUTE, subscribe, type Member } from '../../support/world/shop.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

/** A card of which the bank refuses every charge for lack of funds, and one that it charges. */
export const CARD = { refused: '4111111111111129', good: '5528790000000008' } as const;

/** A tenant that has these kinds of message switched on. */
export const shopWithMessages = (
  world: World,
  on: readonly MessageKind[] = CUSTOMER_KINDS,
  recovery: RecoverySettings = USUAL_RECOVERY,
): Promise<TestTenant> => makeTenant(world, { messages: { ...NO_MESSAGES, on }, recovery });

/** Somebody whose renewal has just failed. */
export async function failing(world: World, shop: TestTenant): Promise<Member> {
  const member = await subscribe(world, shop);
  await control(world, `/subscriptions/${member.reference}/card`, { cardNumber: CARD.refused });
  await advanceToRenewal(world, member.reference);
  await world.advance(2 * MINUTE);
  return member;
}

/** Every message of a tenant, oldest first. */
export async function messagesOf(world: World, { tenant: { id } }: TestTenant): Promise<StoredMessage[]> {
  const listed = await world.table.list({ ...list.messages(id), limit: 500 });
  const items = await Promise.all(listed.map((at) => world.table.get(at, { consistent: true })));
  return items.flatMap((item) => (item ? [messageFrom(id, item)] : []));
}

/** The kinds and states of a tenant's messages that are not merely planned. */
export const toldOf = async (world: World, shop: TestTenant): Promise<string[]> =>
  (await messagesOf(world, shop))
    .filter(({ dueAt, state }) => state !== 'PENDING' || (dueAt ?? 0) <= world.clock.now() + MINUTE)
    .map(({ kind, state, because }) => `${kind} ${state}${because === null ? '' : ` ${because}`}`);
