import { describe, expect, it } from 'vitest';
import type { RouteName } from '../../../functions/routes.ts';
import type { PayAnswer } from '../../../lib/pay/pay.ts';
import { Refusal, REFUSAL_CODES, type RefusalCode } from '../../../lib/refusal.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { refusalFor } from '../../../lib/table/tenants/refusal-for.ts';
import { Busy } from '../../../lib/table/table.ts';
import type { Answer, Ask } from '../../support/world/ask.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { openShop } from '../../support/world/opened.ts';
import { paying } from '../../support/world/paying.ts';
import { advanceToRenewal, CARDS, control, DAY, MINUTE, subscribe } from '../../support/world/shop.ts';
import { changeTenant, checkoutBody, makeTenant } from '../../support/world/tenant.ts';

const { world, shop } = await openShop();

/** Status by kind, from the decisions and not from the catalogue: a code that is missing here does not compile. */
const STATUS: Readonly<Record<RefusalCode, number>> = {
  // Malformed or invalid input.
  malformed_json: 400,
  invalid_request: 400,
  missing_identifier: 400,
  mutually_exclusive_parameters: 400,
  mixed_pair: 400,
  identifiers_differ: 400,
  invalid_cursor: 400,
  amount_too_large: 400,
  forbidden_target: 400,
  // Credentials.
  unauthorized: 401,
  // The provider refused the payment, or giving it back.
  payment_refused: 402,
  refund_refused: 402,
  // A tenant suspended, or a key not allowed.
  tenant_suspended: 403,
  key_not_allowed: 403,
  // Unknown, and everything of another tenant.
  not_found: 404,
  plan_not_found: 404,
  subscriber_not_found: 404,
  checkout_not_found: 404,
  invoice_not_found: 404,
  task_not_found: 404,
  event_not_found: 404,
  replay_not_found: 404,
  key_not_found: 404,
  method_not_allowed: 405,
  // A conflict with what is, or a concurrent change.
  concurrent_change: 409,
  operation_in_progress: 409,
  already_ended: 409,
  same_plan: 409,
  already_subscribed: 409,
  purchase_in_progress: 409,
  currency_mismatch: 409,
  event_not_ended: 409,
  too_many_replays: 409,
  webhook_not_set: 409,
  portal_disabled: 409,
  plan_inactive: 409,
  not_cancelled: 409,
  undo_window_closed: 409,
  nothing_to_retry: 409,
  retry_too_soon: 409,
  not_active: 409,
  not_erasable: 409,
  email_taken: 409,
  external_id_taken: 409,
  invoice_not_paid: 409,
  refund_in_progress: 409,
  already_refunded: 409,
  too_old: 409,
  too_many_keys: 409,
  last_key: 409,
  preview_outdated: 409,
  plan_change_refused: 409,
  settings_refused: 409,
  provider_not_configured: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  // A key or a reference used with another request.
  idempotency_key_reused: 422,
  reference_reused: 422,
  card_forms_exhausted: 429,
  rate_limited: 429,
  internal_error: 500,
  // The provider answered nonsense or refused our credentials.
  provider_refused: 502,
  provider_answer_invalid: 502,
  provider_credentials_refused: 502,
  provider_configuration: 502,
  // The provider, or a part of ours, cannot be reached.
  provider_unreachable: 503,
  provider_limited: 503,
  temporarily_unavailable: 503,
  // No answer in time.
  provider_timeout: 504,
  payment_outcome_unknown: 504,
};

/** How the codes come about that no other test of a request provokes. */
const PROVOKED: Partial<Readonly<Record<RefusalCode, () => Promise<Answer>>>> = {
  malformed_json: () => shop.call('subscribers/cancel', { raw: '{', headers: JSON_TYPE }),
  replay_not_found: () => shop.call('events/replay-progress', { query: { 'replay-id': shop.tenant.id } }),
  event_not_ended: async () => {
    const other = await makeTenant(world);
    world.receiver.answer(other.hook, 500);
    await subscribe(world, other);
    const { body } = await other.call('events/list');
    const [{ eventId }] = body.data as [{ eventId: string }];
    return other.call('events/replay', { body: { eventId } });
  },
  portal_disabled: async () => {
    const other = await makeTenant(world);
    const { svcId } = await subscribe(world, other);
    await other.call('account/set-portal', { body: { enabled: false } });
    const body = { 'svc-id': svcId, returnUrl: 'https://shop.example/' };
    return other.call('portal/create-session', { body });
  },
  invoice_not_found: () => shop.call('invoices/get', { query: { 'invoice-id': 'x' } }),
  invoice_not_paid: async () => {
    const { svcId, reference } = await subscribe(world, shop);
    await control(world, `/subscriptions/${reference}/card`, { cardNumber: CARDS.noMoney });
    await advanceToRenewal(world, reference);
    await world.advance(MINUTE);
    return refund(await newestInvoice(svcId));
  },
  too_old: async () => {
    const { svcId, reference } = await subscribe(world, shop);
    const invoice = await newestInvoice(svcId);
    await shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': reference } });
    await world.clock.advanceTo(world.clock.now() + 361 * DAY);
    return refund(invoice);
  },
  internal_error: () =>
    served({ table: { ...world.table, query: () => Promise.reject(OURS) } }, 'plans/list', {}),
  provider_refused: async () => {
    const gone: PayAnswer<never> = { ok: false, is: 'notFound', providerCode: '201400', message: 'gone' };
    const { reference } = await subscribe(world, shop);
    const { pay } = paying(world.app, () => ({ readSubscription: async () => gone }));
    return served({ pay }, 'subscribers/cancel', { body: { 'pay-subscriber-reference-code': reference } });
  },
  provider_unreachable: async () => {
    const other = await makeTenant(world);
    await changeTenant(world, other, { pay: { ...other.tenant.pay!, baseUrl: 'http://127.0.0.1:9' } });
    return other.call('checkout/initialize', { body: checkoutBody(other.plans.basic!) });
  },
};

const JSON_TYPE = { 'content-type': 'application/json' };
const OURS = new Error('details of ours');

/** A request to an instance of which some parts are others. */
const served = (parts: Partial<App>, name: RouteName, ask: Ask): Promise<Answer> =>
  instanceOf({ ...world.app, ...parts }).call(name, { ...ask, headers: shop.headers });

const refund = (invoice: string) => shop.call('invoices/refund', { body: { 'invoice-id': invoice } });

async function newestInvoice(svcId: string): Promise<string> {
  const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } });
  return (body.data as { id: string }[])[0]!.id;
}

describe('spec: Errors', () => {
  it('have a status by their kind', () => {
    const statuses = REFUSAL_CODES.map((code) => [code, new Refusal(code).status]);
    expect(Object.fromEntries(statuses)).toEqual(STATUS);
  });

  // That a failure has the shape of all, and that each code is provoked, is held against every test of a request.
  it.each(Object.entries(PROVOKED))('answer %s, and say nothing of ours', async (code, provoke) => {
    const { status, body, text } = await provoke();
    expect([status, body.error]).toEqual([STATUS[code as RefusalCode], code]);
    expect(text).not.toContain(OURS.message);
  });

  it.each([
    '/nothing',
    '/subscribers/',
    '/subscribers/x',
    '/Subscribers',
    '/$default',
    '/notifications/pay/',
  ])('our choice: a path that nothing serves is 404 before any credentials: %s', async (address) => {
    const headers = { 'x-api-key': 'wrong', 'x-api-secret': 'wrong' };
    for (const method of ['GET', 'POST', 'OPTIONS'])
      expect(await world.call('not-found', { method, address, headers })).toMatchObject({
        status: 404,
        body: { status: 'failure', error: 'not_found' },
        headers: { 'x-request-id': expect.stringMatching(/\S/) as unknown },
      });
  });

  it.each([
    ['POST', '/subscribers', 'GET, HEAD, PUT, DELETE'],
    ['GET', '/checkout/initialize', 'POST'],
    ['POST', '/plans/list', 'GET, HEAD'],
    ['PUT', '/checkout/callback', 'GET, POST, HEAD'],
    ['GET', '/notifications/pay/token', 'POST'],
  ])(
    'our choice: a method that a path does not have is 405 with Allow: %s %s',
    async (method, address, allow) => {
      const answer = await world.call('not-found', { method, address });
      expect(answer).toMatchObject({ status: 405, body: { error: 'method_not_allowed' } });
      expect(answer.body.message).toBe(`This address does not have this method, only ${allow}.`);
      expect(answer.headers).toMatchObject({ allow, 'x-request-id': expect.any(String) as unknown });
    },
  );

  it('our choice: input refused by the provider is 400 with the field and the provider’s code', async () => {
    const shop = await makeTenant(world);
    const gsmNumber = '+905555555555';
    const { status, body } = await shop.call('checkout/initialize', {
      body: checkoutBody(shop.plans.basic!, { gsmNumber }),
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: 'invalid_request',
      providerErrorCode: '200310',
      details: [{ field: 'gsmNumber', message: expect.stringMatching(/\S/) as unknown }],
    });
  });

  it.each<[string, string]>([
    ...['\ufdd0', '\ufdef', '\ufffe', '\uffff', '\u{1fffe}', '\u{10ffff}'].map((bad): [string, string] => [
      `U+${bad.codePointAt(0)!.toString(16)}`,
      bad,
    ]),
    ['a lone surrogate', '\ud800'],
    ['its other half', '\ude00b'],
    ['the first control character', '\u0000'],
    ['a control character', '\u0007'],
    ['the last of the first block', '\u001f'],
    ['a delete', '\u007f'],
  ])('our choice: text that holds %s is 400 and names the field, wherever it came', async (_what, bad) => {
    const shop = await makeTenant(world);
    const plan = shop.plans.basic!;
    const body = checkoutBody(plan, { name: `A${bad}` });
    const nested = checkoutBody(plan, { billingAddress: { contactName: 'A', city: `B${bad}` } });
    const query = { email: `a${bad}@example.com` };
    const answers = {
      name: await shop.call('checkout/initialize', { body }),
      'billingAddress.city': await shop.call('checkout/initialize', { body: nested }),
      clientReferenceId: await shop.call('checkout/initialize-direct', { body: { clientReferenceId: bad } }),
      email: await shop.call('subscribers/check', { query }),
      token: await world.call('notifications/receive', { path: { token: `x${bad}` } }),
      'Idempotency-Key': await shop.call('checkout/initialize', {
        body: checkoutBody(plan),
        headers: { 'idempotency-key': `x${bad}` },
      }),
    };
    for (const [field, answer] of Object.entries(answers))
      expect(answer).toMatchObject({
        status: 400,
        body: { error: 'invalid_request', details: [{ field }] },
      });
  });

  it.each([
    ['a table that throttles a transaction', new Busy(new Error('throttled'))],
    ['a queue that does not take a message', Object.assign(new Error(), { name: 'NotTaken' })],
    ['a part that refuses the connection', Object.assign(new Error(), { code: 'ECONNREFUSED' })],
    ['a part that fails on its own side', Object.assign(new Error(), { $fault: 'server' })],
  ])('our choice: what passes by itself is 503 and worth another try: %s', (_what, error) => {
    const { code, status, more } = refusalFor(error);
    expect({ code, status }).toEqual({ code: 'temporarily_unavailable', status: 503 });
    expect(more.retryAfterSeconds).toBe(1);
  });
});
