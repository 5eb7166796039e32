import type { ReconciliationMessage } from '../../../lib/queue/messages.ts';
import type { RouteName } from '../../../functions/routes.ts';
import type { Ask } from '../../support/world/ask.ts';
import { behave, CARDS, check, comeBack, directBody, subscribe } from '../../support/world/shop.ts';
import { payForm, type TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';

/** A request, or a message of the queue of reconciliation, that may have a customer charged. */
export type Occasion =
  { readonly route: RouteName; readonly ask: Ask } | { readonly message: ReconciliationMessage };

/** A way in which somebody is charged. */
export interface Purchase {
  readonly name: string;
  /** How often the customer is charged for something else. */
  readonly chargedElsewhere: 0 | 1;
  /** Brings a customer, by e-mail, so far that the occasion is there. */
  readonly prepare: (world: World, shop: TestTenant, email: string) => Promise<Occasion>;
}

const comingBack = (token: string): Occasion => ({
  route: 'checkout/callback',
  ask: { method: 'POST', raw: new URLSearchParams({ token }).toString() },
});

/** Under a reference, a key against repeating, or neither. */
function direct(
  name: string,
  under: (email: string) => { reference?: string; headers?: Record<string, string> },
): Purchase {
  return {
    name,
    chargedElsewhere: 0,
    prepare: async (_world, shop, email) => {
      const { reference: clientReferenceId, headers } = under(email);
      const body = directBody(shop.plans.basic!, { email, clientReferenceId });
      return { route: 'checkout/initialize-direct', ask: { body, headers: { ...shop.headers, ...headers } } };
    },
  };
}

function hosted(name: string, initialStatus: 'ACTIVE' | 'PENDING'): Purchase {
  return {
    name,
    chargedElsewhere: 0,
    prepare: async (world, shop, email) => {
      const { token } = await startCheckout(shop, { email, subscriptionInitialStatus: initialStatus });
      await payForm(world, token);
      return comingBack(token);
    },
  };
}

const change: Purchase = {
  name: 'change of plan',
  chargedElsewhere: 1,
  prepare: async (world, shop, email) => {
    const { reference } = await subscribe(world, shop, { email });
    const body = {
      'pay-subscriber-reference-code': reference,
      'pay-plan-reference-code': shop.plans.plus!.reference,
    };
    return { route: 'subscribers/change-plan', ask: { body, headers: shop.headers } };
  },
};

/** The bank refused to activate what was bought; now the customer is back from the form for another card. */
const newCard: Purchase = {
  name: 'new card for what could not be activated',
  chargedElsewhere: 0,
  prepare: async (world, shop, email) => {
    const { token: bought } = await startCheckout(shop, { email, subscriptionInitialStatus: 'PENDING' });
    await payForm(world, bought, { cardNumber: CARDS.refusedLater });
    await comeBack(world, bought);
    const found = await check(shop, email);
    const update = { callbackUrl: 'https://shop.example/card', 'svc-id': found.data?.subscription?.svcId };
    const form = await shop.call('checkout/update-card', { body: update });
    const token = String(form.body.token);
    await payForm(world, token);
    await comeBack(world, token);
    return { message: { kind: 'checkout', tenantId: shop.tenant.id, token } };
  },
};

/** The answer to a charge was lost, and it is looked up what became of it. */
const lost: Purchase = {
  name: 'looking up a charge',
  chargedElsewhere: 0,
  prepare: async (world, shop, email) => {
    await behave(world, shop, { loseAnswerNext: 1 });
    const body = directBody(shop.plans.basic!, { email, clientReferenceId: email });
    await shop.call('checkout/initialize-direct', { body });
    return { message: { kind: 'intent', tenantId: shop.tenant.id, reference: email } };
  },
};

export const PURCHASES: readonly Purchase[] = [
  direct('direct', () => ({})),
  direct('direct by reference', (email) => ({ reference: `of ${email}` })),
  direct('direct by Idempotency-Key', (email) => ({ headers: { 'idempotency-key': email } })),
  hosted('return from a paid form', 'ACTIVE'),
  hosted('return from a form to be activated', 'PENDING'),
  change,
  newCard,
  lost,
];
