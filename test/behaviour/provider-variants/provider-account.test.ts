import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { payHealth } from '../../../lib/pay/health.ts';
import { setPayAccount } from '../../../lib/account/provider-accounts.ts';
import { instanceOf } from '../../support/world/instance.ts';
import {
  behave,
  comeBack,
  directBody,
  HOUR,
  MINUTE,
  someone,
  subscribe,
  receivedEvents,
} from '../../support/world/shop.ts';
import {
  changeTenant,
  checkoutBody,
  makeTenant,
  payForm,
  type TestTenant,
} from '../../support/world/tenant.ts';
import { startWorld, type World } from '../../support/world/world.ts';

let world: World;
let shop: TestTenant;
beforeEach(async () => {
  world = await startWorld();
  shop = await makeTenant(world, { notificationsSigned: false });
});
afterEach(() => world.stop());

/** The key the service knows is wrong, or the right one again. */
async function useKey(isRight: boolean): Promise<void> {
  const { id, pay } = shop.tenant;
  const account = isRight ? shop.credentials : { ...shop.credentials, secretKey: 'sandbox-wrong' };
  const sealed = await world.app.secrets.encrypt(id, 'pay', JSON.stringify(account));
  await changeTenant(world, shop, { pay: { ...pay!, sealed } });
  await world.advance(2 * MINUTE); // settings are cached for a minute
}

const openForm = async () =>
  String(
    (await shop.call('checkout/initialize', { body: checkoutBody(shop.plans.basic!, { email: someone() }) }))
      .body.token,
  );
const subscribed = () => receivedEvents(world, shop).filter(({ type }) => type === 'SUBSCRIBED').length;

describe('our choice: a payment account that the provider refuses', () => {
  it('loses no purchase: one paid while the key was wrong for 26 hours is recorded within an hour of the repair', async () => {
    const returned = await openForm();
    const silentBuyer = await openForm();
    await behave(world, shop, { loseAnswerNext: 1, path: '/subscription/initialize' });
    const direct = await shop.call('checkout/initialize-direct', {
      body: directBody(shop.plans.basic!, { email: someone(), clientReferenceId: 'order-1' }),
    });
    expect(direct.body.error).toBe('payment_outcome_unknown');
    await useKey(false);
    await payForm(world, returned);
    await payForm(world, silentBuyer);
    expect((await comeBack(world, returned)).headers.location).toBeUndefined(); // the page says that it is being checked
    await world.advance(26 * HOUR);
    expect(subscribed()).toBe(0);
    expect(await payHealth(shop.app)).toMatchObject({ state: 'refused' });
    await useKey(true);
    await world.advance(HOUR - 2 * MINUTE);
    expect(subscribed()).toBe(3);
    expect((await payHealth(shop.app)).state).toBe('healthy');
    expect(world.queues.dead).toEqual([]);
  });

  it('resumes its work within two minutes once other credentials are set', async () => {
    const token = await openForm();
    await useKey(false);
    await payForm(world, token);
    await world.advance(5 * HOUR);
    const { baseUrl } = shop.tenant.pay!;
    await setPayAccount(shop.app, { ...shop.credentials, baseUrl });
    await world.advance(3 * MINUTE);
    expect(subscribed()).toBe(1);
  });

  it('gets only one probe per half hour', async () => {
    await subscribe(world, shop);
    await useKey(false);
    await openForm();
    await world.advance(2 * HOUR);
    let asked = 0;
    world.serve(instanceOf({ ...world.app, pay: (account) => (asked++, world.app.pay(account)) }));
    await world.advance(10 * HOUR);
    expect(asked).toBeLessThanOrEqual(21);
    expect(asked).toBeGreaterThanOrEqual(19);
  });
});
