import { afterEach, describe, expect, it } from 'vitest';
import type { PayFailure } from '../../../lib/pay/pay.ts';
import { like } from '../../support/world/expecting.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';
import { openShop } from '../../support/world/opened.ts';
import { refreshIn } from '../../support/world/refreshing.ts';
import {
  behave,
  comeBack,
  eventsAbout,
  locationOf,
  MINUTE,
  toldOfUnknown,
} from '../../support/world/shop.ts';
import { payForm } from '../../support/world/tenant.ts';
import { servePaying } from '../../support/world/paying.ts';

const { world, shop } = await openShop();
afterEach(() => world.serve());

/** Answers about a form that do not say whether it was paid. */
const UNCLEAR: readonly PayFailure[] = [
  { is: 'refused', providerCode: '209999', message: 'A code that nobody has documented' },
  { is: 'invalidInput', field: undefined, providerCode: '11', message: 'Geçersiz istek' },
  { is: 'notFound', providerCode: '201600', message: 'Ödeme Formu Bulunamadı' },
  { is: 'planNotFound', providerCode: '201050', message: 'No such plan' },
  { is: 'switchedOff', providerCode: '100001', message: 'Sistem hatası' },
  { is: 'credentials', providerCode: '8', message: 'Authentication token is not verified' },
  { is: 'rateLimited', providerCode: '50000', message: 'Request limit exceeded' },
  { is: 'invalidResponse', httpStatus: 502 },
  { is: 'timeout' },
  { is: 'unreachable' },
];

/** From now on the provider answers this about every form. */
function aboutForms(failure: PayFailure): void {
  servePaying(world, () => ({ readForm: async () => ({ ok: false, ...failure }) }));
}

const pageOf = (token: string) => world.call('checkout/page', { query: { token, lang: 'en' } });
const arrive = (token: string) => world.call('checkout/callback', { method: 'POST', raw: `token=${token}` });
const FORM = 'iyzipay-checkout-form';

describe('our choice: a payment of which the provider does not tell', () => {
  it.each(UNCLEAR.map((failure) => [JSON.stringify(failure), failure] as const))(
    'is being checked, and neither the return nor the page asks anybody to pay again: %s',
    async (_, failure) => {
      const { token, email } = await startCheckout(shop);
      await payForm(world, token);
      aboutForms(failure);
      const returned = await arrive(token);
      expect(returned).toMatchObject({
        status: 202,
        text: like(/Ödemeniz kontrol ediliyor.*Yeniden ödemeyin/s),
      });
      const page = await pageOf(token);
      expect(page).toMatchObject({
        status: 202,
        text: like(/Your payment is being checked.*Do not pay again/s),
      });
      expect(page.text).not.toContain(FORM);
      expect(page.headers.refresh).toBe(`3; url=callback?token=${token}&again=1&lang=en`);
      await world.clock.advanceTo(world.clock.now() + 30 * MINUTE);
      expect((await pageOf(token)).text).toContain('Your payment is being checked');
      world.serve();
      expect(locationOf(await comeBack(world, token)).searchParams.get('status')).toBe('success');
      await world.settle();
      expect(eventsAbout(world, shop, email)).toHaveLength(1);
    },
  );

  it('is checked ever more seldom for five minutes; then the page says what is true and leads to the shop', async () => {
    const { token } = await startCheckout(shop);
    await payForm(world, token);
    aboutForms({ is: 'timeout' });
    const pauses: number[] = [];
    let shown = await arrive(token);
    for (let next = refreshIn(shown.headers.refresh); next; next = refreshIn(shown.headers.refresh)) {
      pauses.push(next.seconds);
      await world.clock.advanceTo(world.clock.now() + next.seconds * 1000);
      shown = await world.call('checkout/callback', { method: 'GET', query: { ...next.query, lang: 'en' } });
    }
    expect(pauses).toEqual([3, 6, 12, 24, 48, 60, 60, 60, 60]);
    expect(shown.text).toMatch(/We do not know yet whether your payment went through.*Do not pay again/s);
    expect(toldOfUnknown(shown)).toMatchObject({ status: 'error', errorCode: 'payment_outcome_unknown' });
    expect(shown.text).toContain(`href="?token=${token}&amp;again=0&amp;lang=en"`);
  });

  it('is not said to be unpaid after its expiry before the provider has said so', async () => {
    const { token } = await startCheckout(shop);
    await payForm(world, token);
    aboutForms({ is: 'refused', providerCode: '209999', message: '' });
    await world.advance(40 * MINUTE);
    const { status, text } = await pageOf(token);
    expect(status).toBe(410);
    expect(text).toContain('Do not pay again before you have checked.');
    expect(text).not.toContain('knows of no payment');
  });
});

describe('our choice: a payment of which the provider tells', () => {
  it('redirects at once where it was declined, and the page offers no other try', async () => {
    const { token } = await startCheckout(shop);
    aboutForms({ is: 'declined', providerCode: '10051', message: 'Kart limiti yetersiz' });
    expect(locationOf(await arrive(token)).searchParams.get('errorCode')).toBe('10051');
    const page = await pageOf(token);
    expect(page).toMatchObject({ status: 410, text: like(/The payment was not completed/) });
    expect(page.text).not.toContain(FORM);
  });

  it('shows the form again where nobody came back, and where a poll has found it unpaid since', async () => {
    const { token } = await startCheckout(shop);
    expect((await pageOf(token)).text).toContain(FORM);
    await behave(world, shop, { completionLagMs: 0 });
    expect((await arrive(token)).status).toBe(202);
    expect((await pageOf(token)).text).not.toContain(FORM);
    await world.advance(3 * MINUTE);
    expect((await pageOf(token)).text).toContain(FORM);
  });

  it('says after expiry that the provider knows of no payment, once it has said so', async () => {
    const { token } = await startCheckout(shop);
    await world.advance(31 * MINUTE);
    expect(await pageOf(token)).toMatchObject({ status: 410, text: like(/knows of no payment made here/) });
  });
});

describe('our choice: a payment whose return never reached us', () => {
  const later = () => world.clock.advanceTo(world.clock.now() + MINUTE / 2);

  it('is known once the page is opened again, which shows no form, and is recorded', async () => {
    const { token, email } = await startCheckout(shop);
    expect((await pageOf(token)).text).toContain(FORM);
    await payForm(world, token);
    await later();
    const again = await pageOf(token);
    expect([again.status, again.text.includes(FORM)]).toEqual([410, false]);
    await world.settle();
    expect(eventsAbout(world, shop, email)).toHaveLength(1);
  });

  it.each(UNCLEAR.map((failure) => [JSON.stringify(failure), failure] as const))(
    'may be there while the provider does not tell: the page shows no form, and loads itself again: %s',
    async (_, failure) => {
      const { token } = await startCheckout(shop);
      await payForm(world, token);
      await later();
      aboutForms(failure);
      const page = await pageOf(token);
      expect([page.status, page.text.includes(FORM)]).toEqual([202, false]);
      expect(page.headers.refresh).toBe(`3; url=page?token=${token}&lang=en`);
      world.serve();
      expect((await pageOf(token)).status).toBe(410);
    },
  );
});
