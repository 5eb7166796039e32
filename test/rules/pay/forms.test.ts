import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../../../sandbox/pay/records.ts';
import {
  customer,
  got,
  GOOD_CARD,
  MINUTE,
  openProvider,
  POOR_CARD,
  SECOND,
  START,
  startWith,
  type Provider,
} from './provider.ts';

const callbackUrl = 'https://shop.example/return';

async function openForm(provider: Provider, initialStatus: 'ACTIVE' | 'PENDING' = 'ACTIVE') {
  const ask = { planReference: await provider.plan(), customer: customer(), callbackUrl, initialStatus };
  return got(await provider.pay.openForm({ ...ask, correlationId: 'c1' })).token;
}

const ledgerOf = (provider: Provider) => provider.control<LedgerEntry[]>('GET', '/ledger');

describe('a hosted form', () => {
  it('stays open after a refused card, and another one can pay', async () => {
    const provider = await openProvider();
    const token = await openForm(provider);
    expect(await provider.complete(token, POOR_CARD)).toMatchObject({
      status: 'failure',
      errorCode: '10051',
      errorMessage: 'Kart limiti yetersiz, yetersiz bakiye',
    });
    expect(await provider.pay.readForm(token)).toMatchObject({ is: 'notFinished' });
    expect(await provider.complete(token, GOOD_CARD)).toMatchObject({ data: { token, callbackUrl } });
    expect((await ledgerOf(provider)).map((entry) => entry.status)).toEqual(['FAILED', 'SUCCESS']);
  });

  it.each([
    ['any', 'askedAgain', ['10051', '10051', '10051', '10051'], true],
    ['two', 'askedAgain', ['10051', '10051', '10051', '201600'], false],
    ['none', 'askedAgain', ['10051', '201600', '201600', '201600'], false],
    ['any', 'refusedUnasked', ['10051', '10051', '10051', '10051'], true],
  ] as const)(
    'takes %s more cards, and a card that was refused is %s',
    async (furtherCards, refusedCards, codes, isOpen) => {
      const provider = await openProvider();
      await provider.control('POST', '/behaviour', { furtherCards, refusedCards });
      const token = await openForm(provider);
      const tries = [];
      for (const _ of codes) tries.push(await provider.complete(token, POOR_CARD));
      expect(tries.map(({ errorCode }) => errorCode)).toEqual(codes);
      const asked = refusedCards === 'askedAgain' ? codes.filter((code) => code === '10051').length : 1;
      expect(await ledgerOf(provider)).toHaveLength(asked);
      expect((await provider.complete(token, GOOD_CARD)).status).toBe(isOpen ? 'success' : 'failure');
      for (const wrong of [{ furtherCards: 'one' }, { refusedCards: 'never' }])
        expect(await provider.control('POST', '/behaviour', wrong)).toMatchObject({
          error: expect.any(String),
        });
    },
  );

  it('charges once, regardless of how often it is completed', async () => {
    const provider = await openProvider();
    const token = await openForm(provider);
    const answers = await Promise.all([1, 2, 3].map(() => provider.complete(token, GOOD_CARD)));
    expect(answers.map((answer) => answer.status)).toEqual(['success', 'success', 'success']);
    expect(await ledgerOf(provider)).toHaveLength(1);
  });

  it('expires after half an hour and is then unknown', async () => {
    const provider = await openProvider();
    const token = await openForm(provider);
    await provider.clock.advanceTo(START + 30 * MINUTE - 1);
    expect(await provider.pay.readForm(token)).toMatchObject({ is: 'notFinished' });
    await provider.clock.advanceTo(START + 30 * MINUTE);
    expect(await provider.pay.readForm(token)).toMatchObject({ is: 'notFound' });
    expect(await provider.complete(token, GOOD_CARD)).toMatchObject({ errorCode: '201600' });
    expect(await ledgerOf(provider)).toEqual([]);
  });

  it('that was paid stays readable', async () => {
    const provider = await openProvider();
    const token = await openForm(provider);
    await provider.complete(token, GOOD_CARD);
    await provider.clock.advanceTo(START + 60 * MINUTE);
    expect(got(await provider.pay.readForm(token)).status).toBe('ACTIVE');
  });

  it('reads as not finished for a while after completion where a lag is set', async () => {
    const provider = await openProvider();
    await provider.control('POST', '/behaviour', { completionLagMs: 2_500 });
    const token = await openForm(provider);
    await provider.complete(token, GOOD_CARD);
    expect(await provider.pay.readForm(token)).toMatchObject({ is: 'notFinished' });
    await provider.clock.advanceTo(START + 3 * SECOND);
    expect((await provider.pay.readForm(token)).ok).toBe(true);
  });

  it('for a pending start checks the card only', async () => {
    const provider = await openProvider();
    const token = await openForm(provider, 'PENDING');
    await provider.complete(token, GOOD_CARD);
    expect(got(await provider.pay.readForm(token)).status).toBe('PENDING');
    expect(await ledgerOf(provider)).toMatchObject([{ kind: 'verification', refundedAt: START }]);
  });

  it.each([
    ['a card number that fails its check digit', { cardNumber: '5528790000000009' }, '12'],
    ['an expiry month that is none', { expireMonth: '13' }, '13'],
    ['an expiry in the past', { expireYear: '2025' }, '17'],
    ['no holder', { cardHolderName: ' ' }, '16'],
    ['a security code of letters', { cvc: 'abc' }, '15'],
  ])('reports the error in %s', async (_, fields, errorCode) => {
    const provider = await openProvider();
    const token = await openForm(provider);
    const paymentCard = {
      cardHolderName: 'A',
      cardNumber: GOOD_CARD,
      expireMonth: '12',
      expireYear: '2030',
      cvc: '123',
    };
    const answer = await fetch(`${provider.sandbox.url}/v2/subscription/checkoutform/complete`, {
      method: 'POST',
      body: JSON.stringify({ token, paymentCard: { ...paymentCard, ...fields } }),
    });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ status: 'failure', errorCode });
  });

  it("may be completed from any merchant's page of this machine", async () => {
    const { sandbox } = await openProvider();
    const url = `${sandbox.url}/v2/subscription/checkoutform/complete`;
    const asked = await fetch(url, { method: 'OPTIONS', headers: { Origin: 'http://localhost:4000' } });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-headers')).toBe('Content-Type');
    const answer = await fetch(url, { method: 'POST', body: '{}' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('a form for another card', () => {
  it('changes the card of its one subscription after a check with 1 TRY', async () => {
    const provider = await openProvider();
    const planReference = await provider.plan();
    const [one, other] = [
      got(await startWith(provider, planReference)),
      got(await startWith(provider, planReference)),
    ];
    for (const { reference } of [one, other])
      await provider.control('POST', `/subscriptions/${reference}/card`, { cardNumber: POOR_CARD });
    const { customerReference, reference } = one;
    const form = got(await provider.pay.openCardForm({ customerReference, reference, callbackUrl }));
    expect(await provider.complete(form.token, POOR_CARD)).toMatchObject({ errorCode: '10051' });
    await provider.complete(form.token, GOOD_CARD);
    await provider.clock.advanceTo(START + 40 * 24 * 60 * MINUTE);
    expect(got(await provider.pay.readSubscription(one.reference)).status).toBe('ACTIVE');
    expect(got(await provider.pay.readSubscription(other.reference)).status).toBe('UNPAID');
    const checks = (await ledgerOf(provider)).filter((entry) => entry.kind === 'verification');
    expect(checks.map((entry) => entry.status)).toEqual(['FAILED', 'SUCCESS']);
  });

  it('opens for an unpaid subscription, by its reference alone too, and not for an ended one', async () => {
    const provider = await openProvider();
    const { reference, customerReference } = got(await startWith(provider, await provider.plan()));
    await provider.control('POST', `/subscriptions/${reference}/charge`, { outcome: 'failure' });
    expect((await provider.pay.openCardForm({ customerReference, reference, callbackUrl })).ok).toBe(true);
    const path = '/v2/subscription/card-update/checkoutform/initialize/with-subscription';
    const byReference = await provider.api('POST', path, {
      callbackUrl,
      subscriptionReferenceCode: reference,
    });
    expect(byReference.body).toMatchObject({ status: 'success', tokenExpireTime: 1800 });
    await provider.pay.cancel(reference);
    const refused = await provider.pay.openCardForm({ customerReference, reference, callbackUrl });
    expect(refused).toMatchObject({ is: 'refused' });
  });

  it('has no readable outcome', async () => {
    const provider = await openProvider();
    const { reference, customerReference } = got(await startWith(provider, await provider.plan()));
    const { token } = got(await provider.pay.openCardForm({ customerReference, reference, callbackUrl }));
    await provider.complete(token, GOOD_CARD);
    expect(await provider.pay.readForm(token)).toMatchObject({ is: 'notFound' });
  });
});
