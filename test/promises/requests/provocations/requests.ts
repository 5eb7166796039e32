import { CARD_FORMS, RATE_LIMITS_PER_MINUTE } from '../../../../lib/limits.ts';
import { create as plansWith } from '../../../../functions/plans/list.ts';
import { someone, subscribe } from '../../../support/world/shop.ts';
import { checkoutBody, makeTenant } from '../../../support/world/tenant.ts';
import { callWith, cancel, changePlan, direct, start, twice, type Cast, type Provocations } from './cast.ts';

/** How the codes that a request itself brings about come about. */
export function byRequests(to: Cast) {
  const { world, shop, member, ended } = to;
  const failing = (error: Error) => {
    const table = { ...world.table, query: () => Promise.reject(error) };
    return callWith(to, plansWith, { table }, 'plans/list', {});
  };
  const email = someone();

  return {
    malformed_json: () =>
      shop.call('subscribers/cancel', { raw: '{', headers: { 'content-type': 'application/json' } }),
    invalid_request: () => start(shop, { email: 'nobody' }),
    missing_identifier: () => cancel(to, {}),
    mutually_exclusive_parameters: () => start(shop, { 'svc-plan-id': shop.plans.basic!.id }),
    mixed_pair: () => changePlan(to, { 'svc-subscriber-id': member.svcId, 'pay-plan-reference-code': 'x' }),
    identifiers_differ: () =>
      shop.call('subscribers/get', {
        query: { 'svc-id': member.svcId, 'pay-subscriber-code': ended.reference },
      }),
    invalid_cursor: () =>
      shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId, starting_after: 'x' } }),
    body_too_large: () => cancel(to, { filler: 'x'.repeat(70_000) }),
    unsupported_media_type: () =>
      shop.call('subscribers/cancel', { raw: '{}', headers: { 'content-type': 'text/plain' } }),
    not_found: () => world.call('notifications/receive', { path: { token: 'x' } }),
    method_not_allowed: () => world.call('not-found', { method: 'PATCH', address: '/subscribers' }),
    idempotency_key_reused: () =>
      twice((more) =>
        shop.call('checkout/initialize', {
          body: checkoutBody(shop.plans.basic!, { email, ...more }),
          headers: { 'idempotency-key': 'k' },
        }),
      ),
    reference_reused: () => twice((more) => direct(to, { ...more, clientReferenceId: 'reused' })),
    rate_limited: async () => {
      const busy = await makeTenant(world);
      const ask = () => busy.call('checkout/initialize', { body: checkoutBody(busy.plans.basic!) });
      await Promise.all(Array.from({ length: RATE_LIMITS_PER_MINUTE.hostedCheckouts }, ask));
      return ask();
    },
    card_forms_exhausted: async () => {
      const { svcId } = await subscribe(world, shop);
      const open = (nth: number) =>
        shop.call('checkout/update-card', {
          body: { 'svc-id': svcId, callbackUrl: `https://shop.example/${nth}` },
        });
      for (let nth = 0; nth < CARD_FORMS.hour.max; nth++) await open(nth);
      return open(CARD_FORMS.hour.max);
    },
    internal_error: () => failing(new Error('details of ours')),
    temporarily_unavailable: () =>
      failing(Object.assign(new Error('details of ours'), { name: 'ThrottlingException' })),
  } satisfies Partial<Provocations>;
}
