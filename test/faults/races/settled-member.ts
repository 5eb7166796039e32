import { MINUTE, nextOrder, subscribe, type Member } from '../../support/world/shop.ts';
import type { Runner } from './driver.ts';
import type { Stage } from './stage.ts';

/** A customer who subscribed three minutes ago, and when the provider charges next (epoch ms). */
export async function settledMember(stage: Stage): Promise<{ member: Member; renewsAt: number }> {
  const member = await subscribe(stage.world, stage.shop);
  const { startPeriod } = await nextOrder(stage.world, member.reference);
  await stage.goOn(3 * MINUTE);
  return { member, renewsAt: startPeriod };
}

/** The queue's messages about a subscriber: the provider's notification, where one comes, and our own reconciliation. */
export function hintsOf(
  stage: Stage,
  { id, reference }: Member,
  after: { readonly notification?: number; readonly reconciliation: number },
): Runner[] {
  const tenantId = stage.shop.tenant.id;
  const { notification } = after;
  const reconciliation = { kind: 'subscriber', tenantId, subscriberId: id };
  return [
    ...(notification === undefined
      ? []
      : [
          {
            name: 'notification',
            after: notification,
            run: stage.receives('reconciliation', { kind: 'notification', tenantId, reference }),
          },
        ]),
    {
      name: 'reconciliation',
      after: after.reconciliation,
      run: stage.receives('reconciliation', reconciliation),
    },
  ];
}
