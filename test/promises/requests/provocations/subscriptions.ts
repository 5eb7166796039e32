import { Conflict } from '../../../../lib/table/table.ts';
import { create as cancelWith } from '../../../../functions/subscribers/cancel.ts';
import {
  advanceToRenewal,
  behave,
  control,
  DAY,
  MINUTE,
  someone,
  subscribe,
  type Member,
} from '../../../support/world/shop.ts';
import { makeTenant, type TestTenant } from '../../../support/world/tenant.ts';
import { callWith, cancel, changePlan, direct, start, type Cast, type Provocations } from './cast.ts';

const retryPayment = (shop: TestTenant, { svcId }: Member) =>
  shop.call('subscribers/retry-payment', { body: { 'svc-id': svcId } });

async function newestInvoice(shop: TestTenant, { svcId }: Member): Promise<string> {
  const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } });
  return (body.data as { id: string }[])[0]!.id;
}

const refund = async (shop: TestTenant, member: Member, more: Record<string, string> = {}) =>
  shop.call('invoices/refund', { body: { 'invoice-id': await newestInvoice(shop, member), ...more } });

/** How the codes about plans, checkouts and subscriptions come about. */
export function bySubscriptions(to: Cast) {
  const { world, shop, member, ended } = to;
  const undo = (one: Member) => shop.call('subscribers/undo-cancel', { body: { 'svc-id': one.svcId } });
  const toPlan = (plan: string, more: Record<string, string> = {}) =>
    changePlan(to, {
      ...more,
      'pay-subscriber-reference-code': member.reference,
      'pay-plan-reference-code': shop.plans[plan]!.reference,
    });

  return {
    portal_disabled: async () => {
      await shop.call('account/set-portal', { body: { enabled: false } });
      const body = { 'svc-id': member.svcId, returnUrl: 'https://shop.example/' };
      const answer = await shop.call('portal/create-session', { body });
      await shop.call('account/set-portal', { body: {} });
      return answer;
    },
    plan_not_found: () => start(shop, { pricingPlanReferenceCode: 'x' }),
    plan_inactive: () => start(shop, { pricingPlanReferenceCode: shop.plans.old!.reference }),
    subscriber_not_found: () => cancel(to, { 'svc-id': 'x' }),
    checkout_not_found: async () => {
      const other = await makeTenant(world);
      const { body } = await start(other);
      return shop.call('checkout/callback', { method: 'GET', query: { token: String(body.token) } });
    },
    concurrent_change: () => {
      const table = { ...world.table, write: () => Promise.reject(new Conflict([0], [undefined])) };
      const ask = { body: { 'svc-id': member.svcId } };
      return callWith(to, cancelWith, { table }, 'subscribers/cancel', ask);
    },
    operation_in_progress: async () => {
      await behave(world, shop, { loseAnswerNext: 1, path: '/subscription/initialize' });
      const ask = { email: someone(), clientReferenceId: 'under way' };
      await direct(to, ask);
      return direct(to, ask);
    },
    not_cancelled: () => undo(member),
    undo_window_closed: async () => {
      const other = await subscribe(world, shop);
      const { body } = await cancel(to, { 'svc-id': other.svcId });
      const { accessUntil } = body.data as { accessUntil: string };
      await world.clock.advanceTo(Date.parse(accessUntil) - DAY);
      return undo(other);
    },
    already_ended: () => cancel(to, { 'svc-id': ended.svcId }),
    not_active: async () => {
      const { body: sold } = await direct(to);
      const svcId = String(sold.svcSubscriptionId);
      const { referenceCode } = sold.data as { referenceCode: string };
      await control(world, `/subscriptions/${referenceCode}/cancel`, {}); // and nobody told us
      const body = { 'svc-id': svcId, callbackUrl: 'https://shop.example/' };
      return shop.call('checkout/update-card', { body });
    },
    currency_mismatch: () => toPlan('euro'),
    same_plan: () => toPlan('basic'),
    already_subscribed: () => start(shop, { email: member.email, ifActive: 'refuse' }),
    plan_change_refused: () => toPlan('yearly'),
    email_taken: async () => {
      const { svcId } = await subscribe(world, shop);
      return shop.call('subscribers/correct-customer', { body: { 'svc-id': svcId, email: member.email } });
    },
    external_id_taken: async () => {
      await subscribe(world, shop, { more: { externalId: 'user-of-another' } });
      return start(shop, { externalId: 'user-of-another' });
    },
    not_erasable: () => shop.call('subscribers/erase', { body: { email: member.email } }),
    nothing_to_retry: () => retryPayment(shop, member),
    retry_too_soon: async () => {
      const other = await subscribe(world, shop);
      await control(world, `/subscriptions/${other.reference}/card`, { cardNumber: '4111111111111129' });
      await advanceToRenewal(world, other.reference);
      await world.advance(MINUTE);
      return retryPayment(shop, other);
    },
    task_not_found: () => shop.call('reports/finish-task', { body: { id: 'x' } }),
    invoice_not_found: () => shop.call('invoices/get', { query: { 'invoice-id': 'x' } }),
    refund_refused: async () => {
      const other = await subscribe(world, shop);
      await behave(world, shop, { merchantBalance: 'tooSmall' });
      const answer = await refund(shop, other);
      await behave(world, shop, { merchantBalance: 'enough' });
      return answer;
    },
    amount_too_large: async () => refund(shop, await subscribe(world, shop), { amount: '100.01' }),
    already_refunded: async () => {
      const other = await subscribe(world, shop);
      await refund(shop, other, { clientReferenceId: 'all of it' });
      return refund(shop, other, { clientReferenceId: 'again' });
    },
    refund_in_progress: async () => {
      const other = await subscribe(world, shop);
      await behave(world, shop, { deferredRefunds: 'silently' });
      await refund(shop, other);
      await behave(world, shop, { deferredRefunds: 'never' });
      return refund(shop, other, { amount: '1.00' });
    },
    invoice_not_paid: async () => {
      const other = await subscribe(world, shop);
      await control(world, `/subscriptions/${other.reference}/card`, { cardNumber: '4111111111111129' });
      await advanceToRenewal(world, other.reference);
      await world.advance(MINUTE);
      return refund(shop, other);
    },
    too_old: async () => {
      const other = await subscribe(world, shop);
      const invoice = await newestInvoice(shop, other);
      await shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': other.reference } });
      await world.clock.advanceTo(world.clock.now() + 361 * DAY);
      return shop.call('invoices/refund', { body: { 'invoice-id': invoice } });
    },
    preview_outdated: () => toPlan('plus', { previewId: 'prv_1' }),
  } satisfies Partial<Provocations>;
}
