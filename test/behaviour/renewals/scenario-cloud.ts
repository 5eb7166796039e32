import type { Behaviour } from '../../../sandbox/pay/behaviour.ts';
import type { LedgerEntry } from '../../../sandbox/pay/records.ts';
import { USUAL_RECOVERY } from '../../../lib/billing/recovery-settings.ts';
import type { RouteName } from '../../../functions/routes.ts';
import { behave, comeBack, control, ledger, receivedEvents } from '../../support/world/shop.ts';
import { makeTenant, payForm } from '../../support/world/tenant.ts';
import type { ReceivedEvent } from '../../support/world/verify.ts';
import { startWorld, type Answer, type Ask } from '../../support/world/world.ts';

/** What the scenario needs of whatever runs the service: this test world, or the deployed template on one machine. */
export interface Cloud {
  readonly plans: Readonly<Record<string, { readonly id: string; readonly reference: string }>>;
  /** Calls a route as the tenant. */
  call(route: RouteName, ask: Ask): Promise<Answer>;
  /** Moves time to an instant, with everything that falls due on the way. */
  goTo(time: number): Promise<void>;
  /** The customer fills in a hosted form and is sent back; answers where the browser ends. */
  fillIn(token: string, cardNumber: string): Promise<URL>;
  /** The bank puts another card behind a subscription, without a word. */
  swapCard(reference: string, cardNumber: string): Promise<void>;
  /** All deliveries so far, each verified as a receiver would. */
  receivedEvents(): Promise<ReceivedEvent[]>;
  /** Every attempt to take money, as the provider has it. */
  ledger(): Promise<LedgerEntry[]>;
  stop(): Promise<void>;
}

/** The test world as the scenario's cloud, with a provider whose notifications misbehave as told. */
export async function worldCloud(start: number, how: Partial<Behaviour> = {}): Promise<Cloud> {
  const world = await startWorld(start);
  const shop = await makeTenant(world, {
    recovery: USUAL_RECOVERY,
    plans: [
      { name: 'trial', price: '99.90', trialDays: 14, graceDays: 7 },
      { name: 'plus', price: '249.99' },
      { name: 'plain', price: '120.05' },
    ],
  });
  await behave(world, shop, how);
  return {
    plans: shop.plans,
    call: (route, ask) => shop.call(route, ask),
    goTo: (time) => world.advance(time - world.clock.now()),
    fillIn: async (token, cardNumber) => {
      await payForm(world, token, { cardNumber });
      const { headers } = await comeBack(world, token);
      await world.settle();
      return new URL(headers.location!);
    },
    swapCard: async (reference, cardNumber) =>
      void (await control(world, `/subscriptions/${reference}/card`, { cardNumber })),
    receivedEvents: async () => receivedEvents(world, shop),
    ledger: () => ledger(world, shop),
    stop: () => world.stop(),
  };
}
