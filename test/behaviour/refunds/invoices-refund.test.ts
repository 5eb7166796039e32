import { describe, expect } from 'vitest';
import { svcIdOf } from '../../../lib/billing/identifiers.ts';
import { closeByHand } from '../../../lib/comparison/close-by-hand.ts';
import { settleRefund } from '../../../lib/refunds/settle-refund.ts';
import type { Refund } from '../../../sandbox/pay/records.ts';
import { differencesOf, listedTenant, night } from '../reconciliation/comparison.ts';
import { NO_AMOUNTS, NOTHING } from '../../support/world/amounts.ts';
import { it } from '../../support/world/fixtures.ts';
import {
  advanceToRenewal,
  behave,
  control,
  DAY,
  HOUR,
  ledger,
  MINUTE,
  moveToPlan,
  read,
  subscribe,
  type Member,
} from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

interface View {
  readonly id: string;
  readonly svcId: string;
  readonly state: string;
  readonly amount: string;
  readonly by: string;
  readonly errorCode: string | null;
  readonly document: { state: string } | null;
}

interface Bought {
  readonly shop: TestTenant;
  readonly member: Member;
  /** Of the first month, 100.00 TRY. */
  readonly invoice: string;
  readonly refund: (more?: Record<string, unknown>) => ReturnType<TestTenant['call']>;
  readonly refunds: (query?: Record<string, string>) => Promise<View[]>;
}

const invoicesOf = async (shop: TestTenant, { svcId }: Member) =>
  (await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } })).body.data as Record<
    string,
    string
  >[];

async function bought(world: World, card?: string): Promise<Bought> {
  const shop = await listedTenant(world);
  const member = await subscribe(world, shop, card === undefined ? {} : { card });
  const invoice = (await invoicesOf(shop, member))[0]!['id']!;
  return {
    shop,
    member,
    invoice,
    refund: (more = {}) => shop.call('invoices/refund', { body: { 'invoice-id': invoice, ...more } }),
    refunds: async (query = {}) => (await shop.call('invoices/refunds', { query })).body.data as View[],
  };
}

const viewOf = ({ body }: { body: Record<string, unknown> }) => body['data'] as View;

/** What the provider really gave back, in hundredths. */
async function givenBack(world: World, shop: TestTenant): Promise<number[]> {
  const all = await control(world, `/refunds?merchantId=${shop.credentials.merchantId}`);
  return (all as unknown as Refund[])
    .filter(({ status }) => status === 1)
    .map(({ amount }) => Math.round(Number(amount) * 100));
}

const paymentOf = async (world: World, shop: TestTenant) => (await ledger(world, shop))[0]!.paymentId;

const SILENT = 'The reports do not show what was given back of this payment.';

describe('spec: POST /invoices/refund', () => {
  /** 40.00 of 100.00 asked for, which the bank puts off. */
  async function putOff(world: World, truths: Parameters<typeof behave>[2]): Promise<Bought> {
    const of = await bought(world);
    await behave(world, of.shop, { deferredRefunds: 'silently', ...truths, reporting: 'on' });
    expect(viewOf(await of.refund({ amount: '40' }))).toMatchObject({ state: 'PENDING' });
    await behave(world, of.shop, { ...truths, deferredRefunds: 'never' });
    return of;
  }

  it('gives all of an invoice back, which is REFUNDED then, and leaves the subscription alone', async ({
    world,
  }) => {
    const { shop, member, invoice, refund, refunds } = await bought(world);
    const { status, body } = await refund({ reason: 'OTHER', note: 'asked by phone' });
    expect(status).toBe(200);
    expect(body['data']).toMatchObject({
      svcId: expect.stringMatching(/^rfd_[0-9a-f]{32}$/),
      invoice: { id: invoice, svcId: svcIdOf('invoice', invoice) },
      ...{ amount: '100.00', currency: 'TRY', state: 'SUCCEEDED', reason: 'OTHER', by: 'request' },
      ...{ note: 'asked by phone', errorCode: null, errorMessage: null, clientReferenceId: null },
    });
    expect(await givenBack(world, shop)).toEqual([10_000]);
    const [only] = await invoicesOf(shop, member);
    expect(only).toMatchObject({ status: 'REFUNDED', refundedAmount: '100.00' });
    const { data, latestInvoice } = await read(shop, member);
    expect(data).toMatchObject({ subscriptionStatus: 'ACTIVE' });
    expect(latestInvoice).toMatchObject({ status: 'REFUNDED', refundedAmount: '100.00' });
    await world.settle();
    expect(await refunds()).toMatchObject([{ state: 'SUCCEEDED', document: { state: 'none_needed' } }]);
  });

  it('gives a part back, then the rest, and never more', async ({ world }) => {
    const { shop, refund } = await bought(world);
    expect(viewOf(await refund({ amount: '30.5' }))).toMatchObject({ amount: '30.50', state: 'SUCCEEDED' });
    const tooMuch = await refund({ amount: '69.51' });
    expect([tooMuch.status, tooMuch.body.errorCode, tooMuch.body.left]).toEqual([
      400,
      'amount_too_large',
      '69.50',
    ]);
    expect(viewOf(await refund({ reason: 'OTHER' }))).toMatchObject({ amount: '69.50' });
    expect((await refund({ amount: '0.01' })).body.errorCode).toBe('already_refunded');
    expect(await givenBack(world, shop)).toEqual([3050, 6950]);
  });

  it('our choice: counts identical requests within five seconds as one, and later ones as new', async ({
    world,
  }) => {
    const { shop, refund } = await bought(world);
    const [one, other] = await Promise.all([refund({ amount: '10' }), refund({ amount: '10' })]);
    expect(viewOf(one).id).toBe(viewOf(other).id);
    await world.advance(5_000);
    expect(viewOf(await refund({ amount: '10' })).id).toBe(viewOf(one).id);
    await world.advance(1);
    expect((await refund({ amount: '10' })).status).toBe(200);
    expect(await givenBack(world, shop)).toEqual([1000, 1000]);
  });

  it('is made once under a clientReferenceId, whatever comes between', async ({ world }) => {
    const { shop, refund } = await bought(world);
    const ask = { amount: '10.00', clientReferenceId: 'return 7' };
    const first = viewOf(await refund(ask));
    await world.advance(HOUR);
    expect(viewOf(await refund(ask))).toEqual({ ...first, document: { ...first.document, ...anyDocument } });
    expect((await refund({ ...ask, amount: '11.00' })).body.errorCode).toBe('reference_reused');
    expect(await givenBack(world, shop)).toEqual([1000]);
  });

  it('under a clientReferenceId is another one than the same without, at the same moment', async ({
    world,
  }) => {
    const { shop, refund } = await bought(world);
    const named = viewOf(await refund({ amount: '10.00', clientReferenceId: 'return 8' }));
    expect(viewOf(await refund({ amount: '10.00' })).id).not.toBe(named.id);
    expect(await givenBack(world, shop)).toEqual([1000, 1000]);
  });

  it('is refused with the provider’s code, recorded as FAILED, and free to be asked for again', async ({
    world,
  }) => {
    const { shop, refund, refunds } = await bought(world);
    await behave(world, shop, { merchantBalance: 'tooSmall' });
    const refused = await refund({ clientReferenceId: 'first' });
    expect([refused.status, refused.body.errorCode, refused.body.providerErrorCode]).toEqual([
      402,
      'refund_refused',
      '5904',
    ]);
    expect((await refund({ clientReferenceId: 'first' })).status).toBe(402);
    expect(await refunds({ state: 'FAILED' })).toMatchObject([{ errorCode: '5904' }]);
    expect((await refund()).status).toBe(402);
    await behave(world, shop, { merchantBalance: 'enough' });
    expect((await refund()).status).toBe(200);
    expect(await givenBack(world, shop)).toEqual([10_000]);
  });

  it('stays PENDING while its answer is lost, is looked up within seconds, and never sent again', async ({
    world,
  }) => {
    const { shop, refund, refunds } = await bought(world);
    await behave(world, shop, { loseAnswerNext: 1, path: '/payment/refund' });
    expect(viewOf(await refund())).toMatchObject({ state: 'PENDING', document: null });
    expect((await refund({ amount: '1.00' })).body.errorCode).toBe('refund_in_progress');
    await world.advance(3_000);
    expect(await refunds()).toMatchObject([{ state: 'SUCCEEDED', amount: '100.00' }]);
    expect(await givenBack(world, shop)).toEqual([10_000]);
  });

  it('whose answer was lost is FAILED with the provider’s reason once the report lists it as refused', async ({
    world,
  }) => {
    const { shop, refund, refunds } = await bought(world);
    const refuses = { merchantBalance: 'tooSmall', refusedRefunds: 'status0' } as const;
    await behave(world, shop, { ...refuses, loseAnswerNext: 1, path: '/payment/refund' });
    expect(viewOf(await refund())).toMatchObject({ state: 'PENDING', errorCode: null });
    await world.advance(MINUTE);
    expect(await refunds()).toMatchObject([
      { state: 'FAILED', errorCode: '5904', errorMessage: expect.stringMatching(/./) },
    ]);
  });

  it('that was lost before it was booked is never sent again, and left to a person after three days', async ({
    world,
  }) => {
    const { shop, refund, refunds } = await bought(world);
    await behave(world, shop, { failNext: 1, path: '/payment/refund' });
    expect(viewOf(await refund())).toMatchObject({ state: 'PENDING' });
    await world.advance(2 * DAY);
    expect((await shop.call('reports/differences', {})).body.data).toEqual([]);
    await world.advance(DAY + 2 * HOUR);
    const [told, ...others] = await differencesOf(shop);
    expect([told?.kind, others]).toEqual(['refund_unconfirmed', []]);
    await closeByHand(shop.app, told!.id, { by: 'Ada', because: 'The bank is asked.' });
    await world.advance(2 * DAY); // it is looked for each day, and told of once
    expect((await shop.call('reports/differences', { query: { state: 'open' } })).body.data).toEqual([]);
    expect(await refunds()).toMatchObject([{ state: 'PENDING' }]);
    expect(await givenBack(world, shop)).toEqual([]);
  });

  it('put off by the bank is made by itself, and recorded once', async ({ world }) => {
    const { shop, refund, refunds } = await bought(world);
    await behave(world, shop, { deferredRefunds: 'announced', refusedRefunds: 'status0' });
    expect(viewOf(await refund({ amount: '40' }))).toMatchObject({ state: 'PENDING' });
    await world.advance(3 * HOUR);
    expect(await refunds()).toMatchObject([{ state: 'SUCCEEDED', amount: '40.00', errorCode: null }]);
    await night(world);
    expect(await refunds()).toHaveLength(1);
    expect(await givenBack(world, shop)).toEqual([4000]);
  });

  it.for([
    { subscriptionPayments: 'notReported' },
    { subscriptionPayments: 'hidden' },
    { subscriptionPayments: 'shown', deferredShown: 'never' },
    { subscriptionPayments: 'shown', deferredShown: 'always' },
    { subscriptionPayments: 'shown', reporting: 'off' },
  ] as const)(
    'put off for longer than it is looked for is a person’s, keeps its amount reserved, and is never sent again: %o',
    async (shows, { world }) => {
      const truths = { ...shows, deferredPayout: 'afterFiveDays' } as const;
      const { shop, refund, refunds } = await putOff(world, truths);
      await world.advance(4 * DAY);
      expect(await refunds()).toMatchObject([{ state: 'PENDING', amount: '40.00', errorCode: '10246' }]);
      const { body } = await shop.call('reports/differences', {});
      const proves = shows.subscriptionPayments === 'shown' && !('reporting' in shows);
      expect(body.data).toMatchObject([
        {
          kind: 'refund_unconfirmed',
          theirs: proves ? 'The reports of three days show nothing of it.' : SILENT,
        },
      ]);
      await behave(world, shop, { reporting: 'on' });
      expect((await refund({ amount: '40' })).body.errorCode).toBe('refund_in_progress');
      await world.advance(2 * DAY);
      expect(await givenBack(world, shop)).toEqual([4000]);
      await behave(world, shop, { subscriptionPayments: 'shown' });
      await world.advance(DAY + HOUR);
      expect(await refunds()).toMatchObject([{ state: 'SUCCEEDED', amount: '40.00', by: 'request' }]);
      await night(world);
      expect(await differencesOf(shop)).toEqual([]);
      expect(viewOf(await refund())).toMatchObject({ amount: '60.00', state: 'SUCCEEDED' });
    },
  );

  it.for([
    ['made', 'SUCCEEDED', [4000, 6000]],
    ['never made', 'FAILED', [4000]],
  ] as const)('that a person has found %s is %s', async ([finding, state, made], { world }) => {
    const { shop, refund, refunds } = await putOff(world, { subscriptionPayments: 'hidden' });
    await world.advance(4 * DAY);
    const [{ id }] = (await refunds()) as [View];
    expect((await settleRefund(shop.app, id, finding)).state).toBe(state);
    expect((await refunds())[0]).toMatchObject({ state, amount: '40.00' });
    if (finding === 'made') await refund();
    expect(await givenBack(world, shop)).toEqual(made);
  });

  it('that was refused and made all the same, days later, is recorded before another one is sent', async ({
    world,
  }) => {
    const { shop, refund, refunds } = await bought(world);
    await behave(world, shop, { deferredRefunds: 'silently', subscriptionPayments: 'hidden' });
    await refund({ amount: '40', clientReferenceId: 'first' });
    await world.advance(4 * DAY);
    const [{ id }] = (await refunds()) as [View];
    await settleRefund(shop.app, id, 'never made');
    await world.advance(3 * DAY);
    await behave(world, shop, { deferredRefunds: 'never', subscriptionPayments: 'shown' });
    const again = await refund({ amount: '70', clientReferenceId: 'second' });
    expect([again.body.errorCode, again.body.left]).toEqual(['amount_too_large', '60.00']);
    expect(await refunds()).toMatchObject([{ id, state: 'SUCCEEDED', by: 'request' }]);
  });

  it('that is proven late leaves the invoice to another one under way', async ({ world }) => {
    const { shop, refund, refunds } = await bought(world);
    await behave(world, shop, { deferredRefunds: 'silently', subscriptionPayments: 'hidden' });
    await refund({ amount: '40' });
    await world.advance(4 * DAY);
    const [{ id }] = (await refunds()) as [View];
    await settleRefund(shop.app, id, 'never made');
    await behave(world, shop, { deferredPayout: 'afterFiveDays' });
    expect(viewOf(await refund({ amount: '30' }))).toMatchObject({ state: 'PENDING' });
    await behave(world, shop, { deferredRefunds: 'never', subscriptionPayments: 'shown' });
    await world.advance(2 * HOUR);
    expect((await refunds()).map((one) => [one.amount, one.state])).toEqual([
      ['30.00', 'PENDING'],
      ['40.00', 'SUCCEEDED'],
    ]);
    expect((await refund({ amount: '1' })).body.errorCode).toBe('refund_in_progress');
  });

  it('that has to wait for the end of the day is sent the next morning', async ({ world }) => {
    const { shop, refund, refunds } = await bought(world);
    await behave(world, shop, { sameDayRefunds: 'afterDayEnd' });
    expect(viewOf(await refund())).toMatchObject({ state: 'PENDING', errorCode: '10223' });
    const eightInTurkey = 5 * HOUR;
    const morning = Math.ceil((world.clock.now() + 3 * HOUR) / DAY) * DAY + eightInTurkey;
    await world.advance(morning - MINUTE - world.clock.now());
    expect(await refunds()).toMatchObject([{ state: 'PENDING' }]);
    await world.advance(HOUR);
    expect(await refunds()).toMatchObject([{ state: 'SUCCEEDED', errorCode: null }]);
    expect(await givenBack(world, shop)).toEqual([10_000]);
  });

  it('is not sent where the provider cannot be reached or refuses its reports, and can be asked for again', async ({
    world,
  }) => {
    const { shop, refund, refunds } = await bought(world);
    await behave(world, shop, { limitNext: 1, path: '/payment/refund' });
    expect((await refund({ clientReferenceId: 'a' })).body.errorCode).toBe('provider_limited');
    await behave(world, shop, { reporting: 'off' });
    expect((await refund({ clientReferenceId: 'a' })).body.errorCode).toBe('provider_configuration');
    expect(await refunds()).toEqual([]);
    await behave(world, shop, { reporting: 'on' });
    expect((await refund({ clientReferenceId: 'a' })).status).toBe(200);
    expect(await givenBack(world, shop)).toEqual([10_000]);
  });

  it('of a payment in several lines goes through what is left of them, the largest first', async ({
    world,
  }) => {
    const { shop, refund } = await bought(world);
    await behave(world, shop, { paymentLines: 'several' });
    expect(viewOf(await refund({ amount: '80' }))).toMatchObject({ state: 'SUCCEEDED', amount: '80.00' });
    expect(await givenBack(world, shop)).toEqual([6000, 2000]);
    expect(viewOf(await refund())).toMatchObject({ state: 'SUCCEEDED', amount: '20.00' });
    expect(await givenBack(world, shop)).toEqual([6000, 2000, 2000]);
  });

  it('of a payment that nothing shows goes by the payment itself', async ({ world }) => {
    const { shop, refund } = await bought(world);
    await behave(world, shop, { subscriptionPayments: 'hidden' });
    expect(viewOf(await refund({ amount: '80' }))).toMatchObject({ state: 'SUCCEEDED' });
    expect(await givenBack(world, shop)).toEqual([8000]);
  });

  it('reaches charges before a plan change, and months ago', async ({ world }) => {
    const { shop, member, refund } = await bought(world);
    await advanceToRenewal(world, member.reference);
    await world.advance(HOUR);
    await moveToPlan(shop, member, 'plus');
    await world.advance(HOUR);
    expect((await refund()).status).toBe(200);
    const { paymentId } = (await ledger(world, shop))[0]!;
    const all = (await control(
      world,
      `/refunds?merchantId=${shop.credentials.merchantId}`,
    )) as unknown as Refund[];
    expect(all).toMatchObject([{ paymentId }]);
    expect(await invoicesOf(shop, { ...member })).toHaveLength(3);
  });

  it('leaves a later reading of a refunded order without events', async ({ world }) => {
    const { shop, member, refund } = await bought(world);
    await behave(world, shop, { orderAfterRefund: 'changed' });
    await refund();
    await advanceToRenewal(world, member.reference);
    await world.advance(DAY);
    const statuses = (await invoicesOf(shop, member)).map((one) => one['status']);
    expect(statuses).toEqual(['PAID', 'REFUNDED']);
  });

  it.for([...NO_AMOUNTS, ...NOTHING, 5, null])(
    'refuses the amount %j, with the field, and gives nothing back',
    async (amount, { world }) => {
      const { shop, refund } = await bought(world);
      const { status, body } = await refund({ amount });
      expect([status, body.errorCode, (body.details as { field: string }[])[0]?.field]).toEqual([
        400,
        'invalid_request',
        'amount',
      ]);
      expect(await givenBack(world, shop)).toEqual([]);
    },
  );
});

const anyDocument = { state: expect.any(String), message: expect.any(String) } as Record<string, unknown>;

describe('spec: Refunds in the provider’s panel', () => {
  it('are found in the night, recorded once as made by the provider, and count', async ({ world }) => {
    const { shop, member, refund, refunds } = await bought(world);
    await control(world, `/payments/${await paymentOf(world, shop)}/refund`, { cents: 2500 });
    await night(world);
    await night(world);
    expect(await refunds()).toMatchObject([{ by: 'provider', amount: '25.00', state: 'SUCCEEDED' }]);
    expect((await invoicesOf(shop, member))[0]).toMatchObject({ status: 'PAID', refundedAmount: '25.00' });
    expect(viewOf(await refund())).toMatchObject({ amount: '75.00' });
    const { body } = await shop.call('subscribers/timeline', { query: { 'svc-id': member.svcId } });
    const words = (body.data as { what: string }[]).map(({ what }) => what);
    expect(words.filter((what) => what === 'refunded')).toHaveLength(2);
  });

  it('are seen before a refund is sent, so that never more than the charge is given back', async ({
    world,
  }) => {
    const { shop, refund, refunds } = await bought(world);
    await control(world, `/payments/${await paymentOf(world, shop)}/refund`, { cents: 9000 });
    expect((await refund({ amount: '20' })).body).toMatchObject({
      errorCode: 'amount_too_large',
      left: '10.00',
    });
    expect(await refunds()).toMatchObject([{ by: 'provider', amount: '90.00' }]);
  });

  it('are recorded once each where the report tells no ids, beside one of ours of the same amount', async ({
    world,
  }) => {
    const { shop, member, refund, refunds } = await bought(world);
    await behave(world, shop, { refundIds: 'untold', refundConversation: 'dropped' });
    const payment = await paymentOf(world, shop);
    for (const cents of [1000, 1000, 2000]) await control(world, `/payments/${payment}/refund`, { cents });
    expect(viewOf(await refund({ amount: '10' }))).toMatchObject({ state: 'SUCCEEDED' });
    for (let nights = 0; nights < 3; nights++) {
      await world.advance(HOUR);
      await night(world);
    }
    const recorded = (await refunds()).map(({ amount, by }) => `${amount} ${by}`);
    expect(recorded.sort()).toEqual(['10.00 provider', '10.00 provider', '10.00 request', '20.00 provider']);
    expect((await invoicesOf(shop, member))[0]).toMatchObject({ refundedAmount: '50.00' });
  });

  it('leave the invoice to one of ours under way', async ({ world }) => {
    const { shop, refund, refunds } = await bought(world);
    await behave(world, shop, { deferredRefunds: 'silently', deferredPayout: 'afterFiveDays' });
    expect(viewOf(await refund({ amount: '40' }))).toMatchObject({ state: 'PENDING' });
    await world.advance(MINUTE);
    await control(world, `/payments/${await paymentOf(world, shop)}/refund`, { cents: 2500 });
    await night(world);
    expect((await refunds()).map((one) => [one.amount, one.state])).toEqual([
      ['25.00', 'SUCCEEDED'],
      ['40.00', 'PENDING'],
    ]);
    await behave(world, shop, { deferredRefunds: 'never' });
    expect((await refund({ amount: '1' })).body.errorCode).toBe('refund_in_progress');
  });

  it('and cancelled payments are recorded whole', async ({ world }) => {
    const { shop, member, refund } = await bought(world);
    await control(world, `/payments/${await paymentOf(world, shop)}/refund`, {});
    await night(world);
    expect((await invoicesOf(shop, member))[0]).toMatchObject({ status: 'REFUNDED' });
    expect((await refund()).body.errorCode).toBe('already_refunded');
  });
});

describe('spec: GET /invoices and GET /invoices/refunds', () => {
  it('show one invoice with its subscriber, by either id', async ({ world }) => {
    const { shop, member, invoice } = await bought(world);
    for (const id of [invoice, svcIdOf('invoice', invoice)]) {
      const { body } = await shop.call('invoices/get', { query: { 'invoice-id': id } });
      expect(body.data).toMatchObject({
        id: invoice,
        refundedAmount: '0.00',
        status: 'PAID',
        subscriber: { svcId: member.svcId },
      });
    }
  });

  it('list refunds newest first, by invoice, subscriber and state, page by page', async ({ world }) => {
    const { member, invoice, refund, refunds } = await bought(world);
    for (const amount of ['1.00', '2.00', '3.00']) {
      await refund({ amount });
      await world.advance(MINUTE);
    }
    expect((await refunds()).map(({ amount }) => amount)).toEqual(['3.00', '2.00', '1.00']);
    for (const query of [
      { 'invoice-id': invoice },
      { 'svc-id': member.svcId },
      { state: 'SUCCEEDED' },
    ] as Record<string, string>[]) {
      const [newest] = await refunds({ ...query, limit: '1' });
      const rest = await refunds({ ...query, starting_after: newest!.svcId });
      expect(rest.map(({ amount }) => amount)).toEqual(['2.00', '1.00']);
    }
    expect(await refunds({ state: 'FAILED' })).toEqual([]);
  });

  it('have no refunds of an invoice that is another subscriber’s than the one named', async ({ world }) => {
    const { shop, member, invoice, refund, refunds } = await bought(world);
    const other = await subscribe(world, shop);
    await refund({ amount: '1.00' });
    expect(await refunds({ 'invoice-id': invoice, 'svc-id': member.svcId })).toHaveLength(1);
    const query = { 'invoice-id': invoice, 'svc-id': other.svcId };
    expect(await shop.call('invoices/refunds', { query })).toMatchObject({
      status: 404,
      body: { errorCode: 'invoice_not_found' },
    });
  });
});
