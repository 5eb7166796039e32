import { afterEach, describe, expect, it } from 'vitest';
import { startCheckout } from '../../support/world/hosted-checkout.ts';
import { openShop } from '../../support/world/opened.ts';
import {
  comeBack,
  control,
  DAY,
  directBody,
  eventNamesOf,
  eventsAbout,
  locationOf,
  MINUTE,
  someone,
  subscribe,
  toldOfUnknown,
} from '../../support/world/shop.ts';
import { payForm } from '../../support/world/tenant.ts';
import { servePaying } from '../../support/world/paying.ts';

const { world, shop } = await openShop();
const provider = world.app.pay({ ...shop.credentials, baseUrl: world.pay.url });

/** From now on the provider names this subscription as the result of every form; `changed`: so much of it differs. */
async function name(reference: string, changed: object = {}): Promise<void> {
  const read = await provider.readSubscription(reference);
  if (!read.ok) throw new Error('the provider does not tell of it');
  const named = { ok: true, value: { ...read.value, ...changed } } as const;
  servePaying(world, () => ({ readForm: async () => named }));
}

const nameNothingElse = () => world.serve();
afterEach(nameNothingElse);

const returned = async (token: string) =>
  Object.fromEntries(locationOf(await comeBack(world, token)).searchParams);
/** How often somebody has been called. */
const alarms = () => world.log.filter((line) => line.includes('"AmbiguousCharge":1')).length;

/** The browser of a form for which the provider named another purchase; afterwards it names the right one. */
async function expectDisbelief(token: string, email: string): Promise<void> {
  const before = alarms();
  expect(toldOfUnknown(await comeBack(world, token))).toEqual({
    status: 'error',
    errorCode: 'payment_outcome_unknown',
    errorMessage: expect.stringContaining('do not pay again'),
  });
  expect(alarms()).toBeGreaterThan(before);
  nameNothingElse();
  await world.advance(3 * MINUTE);
  expect((await returned(token)).status).toBe('success');
  expect(eventsAbout(world, shop, email).at(-1)?.type).toBe('SUBSCRIBED');
}

describe('a form whose result is another purchase', () => {
  it.each([
    ['another customer’s subscription from before', 'before', undefined],
    ['another customer’s subscription that was bought since', 'since', undefined],
    ['what the same customer bought before', 'before', someone()],
  ] as const)('is not completed by %s', async (_, when, email) => {
    const buy = () => subscribe(world, shop, { plan: shop.plans.plus!, ...(email && { email }) });
    const earlier = when === 'before' ? await buy() : undefined;
    if (earlier) await world.advance(DAY);
    const form = await startCheckout(shop, email ? { email } : {});
    await payForm(world, form.token);
    const other = earlier ?? (await buy());
    await name(other.reference);
    await expectDisbelief(form.token, form.email);
    if (!email) expect(eventNamesOf(world, shop, other)).toEqual(['SUBSCRIBED/INITIAL_BUY']);
  });

  it('activates nothing that another customer has not begun', async () => {
    const body = directBody(shop.plans.basic!, { subscriptionInitialStatus: 'PENDING' });
    const { body: answer } = await shop.call('checkout/initialize-direct', { body });
    const { referenceCode } = answer.data as { referenceCode: string };
    const { token, email } = await startCheckout(shop);
    await payForm(world, token);
    await name(referenceCode);
    await expectDisbelief(token, email);
    expect(await control(world, `/subscriptions/${referenceCode}`)).toMatchObject({
      subscriptionStatus: 'PENDING',
    });
  });

  it('is polled as often as an unpaid one, and no more', async () => {
    const other = await subscribe(world, shop);
    await world.advance(DAY);
    await startCheckout(shop);
    await name(other.reference);
    const before = alarms();
    await world.advance(3 * DAY);
    expect(alarms() - before).toBe(5);
  });
});

describe('a form whose result is on no record', () => {
  it('is believed whatever the time of the provider’s clock', async () => {
    const { token } = await startCheckout(shop);
    await payForm(world, token);
    const made = await provider.readForm(token);
    if (!made.ok) throw new Error('the form is not paid');
    await name(made.value.reference, { createdAt: world.clock.now() - 30 * DAY });
    expect((await returned(token)).status).toBe('success');
  });
});
