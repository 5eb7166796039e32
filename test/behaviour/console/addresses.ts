import type { TestTenant } from '../../support/world/tenant.ts';
import type { Member } from '../../support/world/shop.ts';

/** The query with which each screen of the console has something to show: of a subscriber, and of one of the tenant's people. */
export async function addressesOf(
  shop: TestTenant,
  { svcId }: Pick<Member, 'svcId'>,
  { personId }: { readonly personId: string },
): Promise<(screen: string) => Record<string, string>> {
  const { body: listed } = await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } });
  const { body: told } = await shop.call('events/list');
  const [invoice] = listed.data as [{ svcId: string }];
  const [event] = told.data as [{ eventId: string }];
  const ids: Readonly<Record<string, string>> = {
    plan: Object.values(shop.plans)[0]!.reference,
    ...{ invoice: invoice.svcId, refund: invoice.svcId },
    ...{ event: event.eventId, difference: event.eventId, import: event.eventId, replay: event.eventId },
    person: personId,
  };
  const key = shop.headers['x-api-key']!;
  return (screen) => ({ id: ids[screen] ?? svcId, list: 'plans', key });
}
