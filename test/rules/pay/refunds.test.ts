import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PayRefundAsk } from '../../../lib/pay/pay.ts';
import { REFUSES_REFUNDS } from '../../../sandbox/pay/refunds.ts';
import { DAY, got, GOOD_CARD, MINUTE, openProvider, startWith, type Provider } from './provider.ts';

interface Paid {
  readonly provider: Provider;
  readonly paymentId: string;
  readonly ask: (changes?: Partial<PayRefundAsk>) => PayRefundAsk;
}

/** A subscription whose first month, 199.00 TRY, was paid. */
async function paid(cardNumber = GOOD_CARD): Promise<Paid> {
  const provider = await openProvider();
  const { reference } = got(await startWith(provider, await provider.plan(), cardNumber));
  const { orders } = got(await provider.pay.readSubscription(reference));
  const paymentId = orders[0]?.attempts[0]?.paymentId ?? '';
  return {
    provider,
    paymentId,
    ask: (changes) => ({
      paymentId,
      line: `${paymentId}1`,
      amount: '199.00',
      currency: 'TRY',
      reason: 'BUYER_REQUEST',
      note: undefined,
      correlationId: randomUUID(),
      ...changes,
    }),
  };
}

const behave = ({ control }: Provider, switches: object) => control('POST', '/behaviour', switches);
const made = ({ control }: Provider) => control<{ amount: string; status: number }[]>('GET', '/refunds');

describe('a refund', () => {
  it('of a line gives it back, and is found again by its own id, with what is left', async () => {
    const { provider, paymentId, ask } = await paid();
    const part = ask({ amount: '50.50', note: 'asked for by phone' });
    expect(got(await provider.pay.refund(part)).hostReference).toMatch(/^refund-host-/);
    const payment = got(await provider.pay.readPayment(paymentId));
    expect(payment).toMatchObject({
      paymentId,
      lines: [{ id: `${paymentId}1`, amount: '199.00' }],
      showsRefunds: true,
      refunds: [
        { correlationId: part.correlationId, amount: '50.50', succeeded: true, line: `${paymentId}1` },
      ],
    });
  });

  it('of a payment without lines gives it back', async () => {
    const { provider, ask } = await paid();
    expect((await provider.pay.refund(ask({ line: undefined, amount: '199.00' }))).ok).toBe(true);
    expect(await made(provider)).toMatchObject([{ amount: '199.00', status: 1 }]);
  });

  it.each([
    ['more than is left', {}, { amount: '199.01' }, 'refused'],
    ['an unknown line', {}, { line: '4' }, 'refused'],
    ['from a balance that is too small', { merchantBalance: 'tooSmall' }, {}, 'refused'],
    ['of a payment where lines are asked for', { refundCalls: 'linesOnly' }, { line: undefined }, 'refused'],
    ['before the end of the day of its charge', { sameDayRefunds: 'afterDayEnd' }, {}, 'notFinished'],
    ['put off', { deferredRefunds: 'silently' }, {}, 'unclear'],
  ])('of %s is not made: %o', async (_, switches, changes, is) => {
    const { provider, ask } = await paid();
    await behave(provider, switches);
    expect(await provider.pay.refund(ask(changes))).toMatchObject({ ok: false, is });
    expect((await made(provider)).filter(({ status }) => status === 1)).toEqual([]);
  });

  it('to a card that takes none is declined by the bank, a second one of everything and one after a year refused', async () => {
    const { provider, ask } = await paid(REFUSES_REFUNDS);
    expect(await provider.pay.refund(ask())).toMatchObject({ is: 'declined', providerCode: '10220' });
    const other = await paid();
    await other.provider.pay.refund(other.ask());
    expect(await other.provider.pay.refund(other.ask())).toMatchObject({ is: 'refused' });
    const old = await paid();
    await old.provider.clock.advanceTo(old.provider.clock.now() + 366 * DAY);
    expect(await old.provider.pay.refund(old.ask())).toMatchObject({ is: 'refused' });
  });

  it.each(['withoutSignature', 'badSignature'])(
    'answered %s counts as not answered',
    async (refundAnswer) => {
      const { provider, ask } = await paid();
      await behave(provider, { refundAnswer });
      expect(await provider.pay.refund(ask())).toMatchObject({
        ok: false,
        is: 'invalidResponse',
        httpStatus: 200,
      });
      expect(await made(provider)).toMatchObject([{ status: 1 }]);
    },
  );

  it.each([
    { refundFailureStatus: '200' },
    { refundFailureStatus: '422' },
    { refundAmounts: 'text' },
    { refundAmounts: 'eightDecimals' },
    { refundAnswer: 'withoutHostReference' },
    { refundAnswer: 'withoutRetryable' },
    { paymentIds: 'text' },
    { paymentIds: 'numbers' },
    { refundIp: 'required' },
    { refusedRefunds: 'status0' },
    { refusedRefunds: 'status2' },
    { refusedRefunds: 'statusMinus1' },
    { orderAfterRefund: 'changed' },
  ])('is made, read and refused alike under %o', async (switches) => {
    const { provider, paymentId, ask } = await paid();
    await behave(provider, switches);
    expect(await provider.pay.refund(ask({ amount: '99.90' }))).toMatchObject({ ok: true });
    expect(await provider.pay.refund(ask({ amount: '99.90', correlationId: 'again' }))).toMatchObject({
      ok: false,
      is: 'refused',
    });

    const { refunds } = got(await provider.pay.readPayment(paymentId));
    expect(refunds.filter(({ succeeded }) => succeeded)).toMatchObject([{ amount: '99.90' }]);
  });

  it('whose answer is lost is made once, and found in the report after its delay', async () => {
    const { provider, paymentId, ask } = await paid();
    await behave(provider, { loseAnswerNext: 1, path: '/payment/refund', reportingDelayMs: 5 * MINUTE });
    const lost = ask();
    const { pay } = provider;
    expect(await pay.refund(lost)).toMatchObject({ is: 'connectionLost' });
    expect(got(await pay.readPayment(paymentId)).refunds).toEqual([]);
    await provider.clock.advanceTo(provider.clock.now() + 5 * MINUTE);
    expect(got(await pay.readPayment(paymentId)).refunds).toMatchObject([
      { correlationId: lost.correlationId, succeeded: true },
    ]);
  });

  it('that was put off is made an hour later by itself', async () => {
    const { provider, paymentId, ask } = await paid();
    await behave(provider, { deferredRefunds: 'announced' });
    const late = ask();
    await provider.pay.refund(late);
    await provider.clock.advanceTo(provider.clock.now() + 60 * MINUTE);
    expect(got(await provider.pay.readPayment(paymentId)).refunds).toMatchObject([
      { correlationId: late.correlationId, succeeded: true },
    ]);
  });
});

describe('reading a payment', () => {
  it.each([
    ['notReported', { showsRefunds: false, lines: [{ amount: '199.00' }] }],
    ['notDetailed', { showsRefunds: true, lines: [{ amount: '199.00' }] }],
    ['hidden', { showsRefunds: false, lines: [] }],
  ])('that is %s says what it shows', async (subscriptionPayments, shown) => {
    const { provider, paymentId } = await paid();
    for (const unknownPayment of ['emptyList', 'refused']) {
      await behave(provider, { subscriptionPayments, unknownPayment });
      expect(got(await provider.pay.readPayment(paymentId))).toMatchObject({ paymentId, ...shown });
    }
  });

  it('without reports is no answer', async () => {
    const { provider, paymentId } = await paid();
    await behave(provider, { reporting: 'off' });
    expect(await provider.pay.readPayment(paymentId)).toMatchObject({ ok: false, is: 'unclear' });
  });

  it('of several lines has each with its price', async () => {
    const { provider, paymentId } = await paid();
    await behave(provider, { paymentLines: 'several' });
    const { lines } = got(await provider.pay.readPayment(paymentId));
    expect(lines.map(({ amount }) => amount)).toEqual(['79.60', '119.40']);
  });
});

describe('the report of a day', () => {
  it('names what was given back, also in the panel and by a cancellation, on that day alone', async () => {
    const { provider, paymentId } = await paid();
    expect(got(await provider.pay.refundedPayments('2025-12-31'))).toEqual([]);
    expect(got(await provider.pay.refundedPayments('2026-01-01'))).toEqual([]);
    await provider.control('POST', `/payments/${paymentId}/refund`, { cents: 100 });
    expect(got(await provider.pay.refundedPayments('2026-01-01'))).toEqual([paymentId]);
    const other = await paid();
    await other.provider.control('POST', `/payments/${other.paymentId}/refund`, {});
    expect(got(await other.provider.pay.refundedPayments('2026-01-01'))).toEqual([other.paymentId]);
    expect(got(await other.provider.pay.readPayment(other.paymentId)).refunds).toMatchObject([
      { line: undefined, amount: '199.00', succeeded: true },
    ]);
  });
});
