import { eraseCustomer } from '../../../../lib/account/erase.ts';
import { OperatorError } from '../../../../lib/account/operator-error.ts';
import { setTenantStatus } from '../../../../lib/account/tenants.ts';
import { importSubscriptions } from '../../../../lib/checkout/import.ts';
import { isErased } from '../../../../lib/billing/customer.ts';
import { svcIdOf } from '../../../../lib/billing/identifiers.ts';
import { Refusal } from '../../../../lib/refusal.ts';
import { reconcileSubscriber } from '../../../../lib/reconciliation/reconcile.ts';
import { lookUpSubscriptions } from '../../../../lib/table/subscribers/subscribers.ts';
import { HOUR, MINUTE } from '../../../support/world/shop.ts';
import type { Dice } from '../../dice.ts';
import type { Shop } from '../records.ts';
import type { Stage } from '../stage.ts';
import { returnSome } from './buy.ts';
import { uuidOf } from './manage.ts';
import { forTenant } from '../../../../lib/runtime/for-tenant.ts';

const BY_OPERATOR = { by: 'operator', id: null } as const;
/** So long it takes at most until every function knows of a tenant's settings. */
const KNOWN_EVERYWHERE_MS = MINUTE + 1_000;

/** An operator has a subscriber compared with the provider right now, while others may be at it. */
export async function reconcileByHand(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const { svcId } = dice.pick(shop.members);
  const named = { tenantId: shop.tenant.tenantId, subscriberId: uuidOf(svcId) };
  await stage.together(
    dice,
    () => reconcileSubscriber(forTenant(stage.place.app, named.tenantId), named.subscriberId, BY_OPERATOR),
    () => stage.place.settle(),
  );
}

/**
 * The tenant is suspended for a while: its own calls are refused, and everything else goes on, also for customers who
 * come back from a form.
 */
export async function suspend(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const { tenantId } = shop.tenant;
  await setTenantStatus(forTenant(stage.place.app, tenantId), 'SUSPENDED');
  await stage.place.advance(KNOWN_EVERYWHERE_MS);
  await stage.ask(shop, 'plans/list', {}, { expected: 403 });
  if (shop.forms.length > 0) await returnSome(stage, shop, dice);
  await stage.place.advance(dice.between(0, 5 * HOUR));
  await setTenantStatus(forTenant(stage.place.app, tenantId), 'ACTIVE');
  await stage.place.advance(KNOWN_EVERYWHERE_MS);
  await stage.ask(shop, 'plans/list', {}, { expected: 200 });
}

/** A customer who has nothing running is erased, while others may be at it: also one who has only begun to buy. */
export async function erase(stage: Stage, shop: Shop, dice: Dice): Promise<boolean> {
  const panel = await stage.panel(shop);
  const live = new Set(
    panel
      .filter(({ subscriptionStatus }) => ['ACTIVE', 'UNPAID', 'PENDING'].includes(subscriptionStatus))
      .map(({ customerEmail }) => customerEmail),
  );
  const corrected = shop.corrections.filter(({ kind }) => kind === 'email').map(({ value }) => value);
  const known = new Set([...[...shop.tries.keys()].map((each) => each.split(' ')[0]!), ...corrected]);
  const gone = [...known].filter((email) => !live.has(email));
  if (gone.length === 0) return false;
  const email = dice.pick(gone);
  const { tenantId } = shop.tenant;
  const [isDone] = await stage.together(
    dice,
    () => done(() => eraseCustomer(forTenant(stage.place.app, tenantId), { email })),
    () => stage.place.settle(),
  );
  if (isDone) shop.erased.push({ email, at: stage.now, svcIds: await erasedMembers(stage, shop) });
  return isDone;
}

/** Those of a tenant's subscribers whose customer is erased. */
async function erasedMembers(stage: Stage, { tenant, members }: Shop): Promise<string[]> {
  const ids = members.map(({ svcId }) => uuidOf(svcId));
  const found = await lookUpSubscriptions(forTenant(stage.place.app, tenant.tenantId), ids);
  return found
    .filter(({ subscription }) => isErased(subscription.customer))
    .map(({ subscription }) => svcIdOf('subscription', subscription.id));
}

/** What the tenant has at the provider is imported once more, while others may be at it: all of it is on record, or about to be. */
export async function importBeside(stage: Stage, shop: Shop, dice: Dice): Promise<boolean> {
  const { tenantId } = shop.tenant;
  const asked = { dryRun: false, announce: dice.chance(0.5) };
  const [isDone] = await stage.together(
    dice,
    () => done(() => importSubscriptions(forTenant(stage.place.app, tenantId), asked, () => undefined)),
    () => stage.place.settle(),
  );
  return isDone;
}

/** False where an operator is told that it cannot be done now. */
async function done(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof OperatorError || error instanceof Refusal) return false;
    throw error;
  }
}
