import { expect } from 'vitest';
import { importSubscriptions } from '../../../lib/checkout/import.ts';
import { directStart } from '../../support/world/direct-start.ts';
import { it } from '../../support/world/fixtures.ts';
import { upgradeInPanel } from '../../support/world/panel.ts';
import { DAY, nextOrder, receivedEvents, someone } from '../../support/world/shop.ts';

const seconds = (time: number) => Math.floor(time / 1000);

it.for([false, true])(
  'an import announces the period and the plan of now, bought as it was long ago (next plan: %s)',
  async (isChanged, { world, shop }) => {
    const boughtAt = world.clock.now();
    const reference = await directStart(world, shop, shop.plans.basic!.reference, someone());
    const renewedAt = (await nextOrder(world, reference)).startPeriod;
    await world.advance(40 * DAY);
    const { startPeriod: paidUntil } = await nextOrder(world, reference);
    if (isChanged) await upgradeInPanel(world, shop, { reference }, 'plus', 'NEXT_PERIOD');
    const asked = { dryRun: false, announce: true };
    await importSubscriptions(world.app, shop.tenant.id, asked, () => undefined);
    await world.settle();
    expect(receivedEvents(world, shop)).toMatchObject([
      {
        type: 'SUBSCRIBED',
        subtype: 'INITIAL_BUY',
        data: {
          planReference: shop.plans.basic!.reference,
          subscriptionFirstStartDate: seconds(boughtAt),
          periodStart: seconds(renewedAt),
          periodEnd: seconds(paidUntil),
          status: 'ACTIVE',
        },
      },
    ]);
  },
);
