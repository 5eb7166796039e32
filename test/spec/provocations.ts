import type { App } from '../../lib/app.ts';
import type { HttpHandler } from '../../lib/http/call.ts';
import { RATE_LIMITS_PER_MINUTE } from '../../lib/limits.ts';
import type { PayAnswer } from '../../lib/pay/pay.ts';
import type { RefusalCode } from '../../lib/refusal.ts';
import { Conflict } from '../../lib/table/table.ts';
import { create as cancelWith } from '../../functions/subscribers/cancel.ts';
import { create as plansWith } from '../../functions/plans/list.ts';
import { behave, CARDS, control, DAY, directBody, someone, subscribe, type Member } from '../world/shop.ts';
import { changeTenant, checkoutBody, GOOD_CARD, makeTenant, type TestTenant } from '../world/tenant.ts';
import { eventFor, type Answer, type Ask, type World } from '../world/world.ts';
import type { RouteName } from '../../lib/routes.ts';

/** What the codes are provoked with: a tenant, one of its members, and one whose subscription has ended. */
export interface Cast {
  readonly world: World;
  readonly shop: TestTenant;
  readonly member: Member;
  readonly ended: Member;
}

/** A tenant with a plan of each kind, and its members. */
export async function cast(world: World): Promise<Cast> {
  const shop = await makeTenant(world, {
    plans: [
      { name: 'basic' },
      { name: 'plus', price: '200.00' },
      { name: 'yearly', interval: 'YEARLY' },
      { name: 'euro', currency: 'EUR' },
      { name: 'old', active: false },
    ],
  });
  const ended = await subscribe(world, shop);
  await control(world, `/subscriptions/${ended.reference}/expire`, {});
  await world.advance(33 * DAY);
  return { world, shop, ended, member: await subscribe(world, shop) };
}

/** How each code of the catalogue comes about. A code that is missing here does not compile. */
export function provocations({
  world,
  shop,
  member,
  ended,
}: Cast): Record<RefusalCode, () => Promise<Answer>> {
  /** Calls a function made with an App that is the world's but for some parts. */
  async function callWith(
    create: (app: App) => HttpHandler,
    parts: Partial<App>,
    name: RouteName,
    ask: Ask,
  ): Promise<Answer> {
    const event = eventFor(name, { ...ask, headers: { ...shop.headers, ...ask.headers } });
    const {
      statusCode = 0,
      headers,
      body = '',
    } = await create({ ...world.app, memory: {}, ...parts })(event, {} as never);
    const parsed = JSON.parse(body) as Record<string, unknown>;
    return { status: statusCode, headers: headers as Record<string, string>, text: body, body: parsed };
  }

  const start = (more: Record<string, unknown> = {}, who = shop) =>
    who.call('checkout/initialize', { body: checkoutBody(who.plans.basic!, { email: someone(), ...more }) });
  const direct = (more: Record<string, unknown> = {}) =>
    shop.call('checkout/initialize-direct', { body: directBody(shop.plans.basic!, more) });
  const cancel = (body: Record<string, unknown>) => shop.call('subscribers/cancel', { body });
  const undo = (one: Member) => shop.call('subscribers/undo-cancel', { body: { 'svc-id': one.svcId } });
  const change = (body: Record<string, unknown>) => shop.call('subscribers/change-plan', { body });
  const toPlan = (plan: string) =>
    change({
      'pay-subscriber-reference-code': member.reference,
      'pay-plan-reference-code': shop.plans[plan]!.reference,
    });
  const failing = (error: Error) =>
    callWith(plansWith, { table: { ...world.table, query: () => Promise.reject(error) } }, 'plans/list', {});
  const named = (name: string) => Object.assign(new Error('details of ours'), { name });

  async function twice(ask: (body: Record<string, unknown>) => Promise<Answer>): Promise<Answer> {
    await ask({ name: 'One' });
    return ask({ name: 'Other' });
  }
  const email = someone();

  return {
    malformed_json: () =>
      shop.call('subscribers/cancel', { raw: '{', headers: { 'content-type': 'application/json' } }),
    invalid_request: () => start({ email: 'nobody' }),
    missing_identifier: () => cancel({}),
    mutually_exclusive_parameters: () => start({ 'svc-plan-id': shop.plans.basic!.id }),
    mixed_pair: () => change({ 'svc-subscriber-id': member.svcId, 'pay-plan-reference-code': 'x' }),
    identifiers_differ: () =>
      shop.call('subscribers/get', {
        query: { 'svc-id': member.svcId, 'pay-subscriber-code': ended.reference },
      }),
    invalid_cursor: () =>
      shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId, starting_after: 'x' } }),
    forbidden_target: () => shop.call('account/set-webhook', { body: { url: 'https://10.0.0.1/' } }),
    event_not_found: () => shop.call('events/get', { query: { 'event-id': member.id } }),
    replay_not_found: () => shop.call('events/replay-progress', { query: { 'replay-id': member.id } }),
    event_not_ended: async () => {
      const other = await makeTenant(world);
      world.receiver.answer(other.hook, 500);
      await subscribe(world, other);
      const { body } = await other.call('events/list');
      const [{ eventId }] = body.data as [{ eventId: string }];
      return other.call('events/replay', { body: { eventId } });
    },
    webhook_not_set: async () => {
      const quiet = await makeTenant(world, { webhook: null });
      return quiet.call('account/test-webhook');
    },
    rotation_under_way: () => twice(() => shop.call('account/rotate-webhook-secret', { body: {} })),
    unauthorized: () => world.call('plans/list'),
    payment_refused: () => direct({ paymentCard: { ...GOOD_CARD, cardNumber: CARDS.noMoney } }),
    tenant_suspended: async () => {
      const closing = await makeTenant(world, { status: 'SUSPENDED' });
      return closing.call('plans/list');
    },
    key_not_allowed: async () => {
      const { body } = await shop.call('account/create-key', { body: { scope: 'read' } });
      const { apiKey, apiSecret } = body.data as { apiKey: string; apiSecret: string };
      const headers = { 'x-api-key': apiKey, 'x-api-secret': apiSecret };
      return world.call('subscribers/cancel', { body: { 'svc-id': member.svcId }, headers });
    },
    key_not_found: () => shop.call('account/revoke-key', { body: { apiKey: 'svck_test_x' } }),
    too_many_keys: async () => {
      const other = await makeTenant(world);
      for (let i = 0; i < 5; i++) await other.call('account/create-key', { body: {} });
      return other.call('account/create-key', { body: {} });
    },
    last_key: async () => {
      const other = await makeTenant(world);
      const apiKey = other.headers['x-api-key'];
      return other.call('account/revoke-key', { body: { apiKey } });
    },
    not_found: () => world.call('notifications/receive', { path: { token: 'x' } }),
    method_not_allowed: () => world.call('not-found', { method: 'PATCH', address: '/subscribers' }),
    plan_not_found: () => start({ pricingPlanReferenceCode: 'x' }),
    subscriber_not_found: () => cancel({ 'svc-id': 'x' }),
    checkout_not_found: async () => {
      const other = await makeTenant(world);
      const { body } = await start({}, other);
      return shop.call('checkout/callback', { method: 'GET', query: { token: String(body.token) } });
    },
    plan_inactive: () => start({ pricingPlanReferenceCode: shop.plans.old!.reference }),
    concurrent_change: () => {
      const table = { ...world.table, write: () => Promise.reject(new Conflict([0], [undefined])) };
      const ask = { body: { 'svc-id': member.svcId } };
      return callWith(cancelWith, { table }, 'subscribers/cancel', ask);
    },
    operation_in_progress: async () => {
      await behave(world, shop, { loseAnswerNext: 1, path: '/subscription/initialize' });
      const ask = { email: someone(), clientReferenceId: 'under way' };
      await direct(ask);
      return direct(ask);
    },
    not_cancelled: () => undo(member),
    undo_window_closed: async () => {
      const other = await subscribe(world, shop);
      const { body } = await cancel({ 'svc-id': other.svcId });
      const { accessUntil } = body.data as { accessUntil: string };
      await world.clock.advanceTo(Date.parse(accessUntil) - DAY);
      return undo(other);
    },
    already_ended: () => cancel({ 'svc-id': ended.svcId }),
    not_active: async () => {
      const { body: sold } = await direct({});
      const svcId = String(sold.svcSubscriptionId);
      const { referenceCode } = sold.data as { referenceCode: string };
      await control(world, `/subscriptions/${referenceCode}/cancel`, {}); // and nobody told us
      const body = { 'svc-id': svcId, callbackUrl: 'https://shop.example/' };
      return shop.call('checkout/update-card', { body });
    },
    currency_mismatch: () => toPlan('euro'),
    same_plan: () => toPlan('basic'),
    body_too_large: () => cancel({ filler: 'x'.repeat(70_000) }),
    unsupported_media_type: () =>
      shop.call('subscribers/cancel', { raw: '{}', headers: { 'content-type': 'text/plain' } }),
    idempotency_key_reused: () =>
      twice((more) =>
        shop.call('checkout/initialize', {
          body: checkoutBody(shop.plans.basic!, { email, ...more }),
          headers: { 'idempotency-key': 'k' },
        }),
      ),
    reference_reused: () => twice((more) => direct({ ...more, clientReferenceId: 'reused' })),
    plan_change_refused: () => toPlan('yearly'),
    rate_limited: async () => {
      const busy = await makeTenant(world);
      const ask = () => busy.call('checkout/initialize', { body: checkoutBody(busy.plans.basic!) });
      await Promise.all(Array.from({ length: RATE_LIMITS_PER_MINUTE.hostedCheckouts }, ask));
      return ask();
    },
    internal_error: () => failing(new Error('details of ours')),
    temporarily_unavailable: () => failing(named('ThrottlingException')),
    provider_refused: () => {
      const gone: PayAnswer<never> = { ok: false, is: 'notFound', providerCode: '201400', message: 'gone' };
      const pay: App['pay'] = (account) => ({
        ...world.app.pay(account),
        readSubscription: async () => gone,
      });
      const ask = { body: { 'pay-subscriber-reference-code': member.reference } };
      return callWith(cancelWith, { pay }, 'subscribers/cancel', ask);
    },
    provider_answer_invalid: async () => {
      await behave(world, shop, { failNext: 1, path: '/checkoutform' });
      return start();
    },
    provider_credentials_refused: async () => {
      const other = await makeTenant(world);
      const wrong = JSON.stringify({ ...other.credentials, secretKey: 'wrong' });
      const sealed = await world.app.secrets.encrypt(other.tenant.id, 'pay', wrong);
      await changeTenant(world, other, { pay: { ...other.tenant.pay!, sealed } });
      return start({}, other);
    },
    provider_configuration: async () => {
      const other = await makeTenant(world);
      await behave(world, other, { featureEnabled: false });
      return start({}, other);
    },
    provider_not_configured: async () => start({}, await makeTenant(world, { pay: null })),
    provider_unreachable: async () => {
      const other = await makeTenant(world);
      await changeTenant(world, other, { pay: { ...other.tenant.pay!, baseUrl: 'http://127.0.0.1:9' } });
      return start({}, other);
    },
    provider_limited: async () => {
      await behave(world, shop, { limitNext: 1, path: '/checkoutform' });
      return start();
    },
    provider_timeout: async () => {
      await behave(world, shop, { loseAnswerNext: 1, path: '/checkoutform' });
      return start();
    },
    payment_outcome_unknown: async () => {
      await behave(world, shop, { loseAnswerNext: 1, path: '/subscription/initialize' });
      return direct();
    },
  };
}
