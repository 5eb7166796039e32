import { describe, expect } from 'vitest';
import { eraseCustomer } from '../../../lib/account/erase.ts';
import { importSubscriptions, type ImportRow } from '../../../lib/checkout/import.ts';
import { openIntents } from '../../../lib/checkout/open-intents.ts';
import { resolveIntent } from '../../../lib/checkout/resolve-intent.ts';
import { it as test } from '../../support/world/fixtures.ts';
import {
  behave,
  DAY,
  directBody,
  eventsAbout,
  ledger,
  MINUTE,
  paidIn,
  someone,
} from '../../support/world/shop.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

/** The e-mail of a customer who paid twice at once; neither answer arrived, so that either charge fits either purchase. */
const it = test.extend('email', async ({ world, shop }) => {
  const email = someone();
  const body = directBody(shop.plans.basic!, { email });
  await behave(world, shop, { loseAnswerNext: 2, path: '/subscription/initialize' });
  for (const clientReferenceId of ['order 1', 'order 2']) {
    await shop.call('checkout/initialize-direct', { body: { ...body, clientReferenceId } });
    await world.clock.advanceTo(world.clock.now() + 1);
  }
  await world.advance(65 * MINUTE);
  return email;
});

describe('charges that fit more than one purchase', () => {
  it('are listed as not settled until a person decides, and keep their customer from being erased', async ({
    world,
    shop,
    email,
  }) => {
    const { id } = shop.tenant;
    const open = async () =>
      (await openIntents(forTenant(world.app, id))).map(({ clientReferenceId }) => clientReferenceId);
    expect(await open()).toEqual(['order 1', 'order 2']);
    await expect(eraseCustomer(forTenant(world.app, id), email)).rejects.toThrow(
      'A payment of this customer is not settled',
    );

    const rows: ImportRow[] = [];
    const asked = { dryRun: false, announce: false };
    await importSubscriptions(forTenant(world.app, id), asked, (page) => void rows.push(...page));
    expect(rows.map(({ fate }) => fate)).toEqual(['adopted', 'adopted']);
    for (const reference of await open()) await resolveIntent(forTenant(world.app, id), reference);
    expect(await open()).toEqual([]);
    const repeated = ['order 1', 'order 2'].map(async (clientReferenceId) => {
      const body = { ...directBody(shop.plans.basic!, { email }), clientReferenceId };
      return (await shop.call('checkout/initialize-direct', { body })).body.svcSubscriptionId;
    });
    expect(new Set(await Promise.all(repeated)).size).toBe(2);
    expect(paidIn(await ledger(world, shop))).toHaveLength(2);
  });

  it('have their invoices and events where they are imported with the charges since then, and announced', async ({
    world,
    shop,
    email,
  }) => {
    const { id } = shop.tenant;
    const chargesSince = world.clock.now() - DAY;
    await importSubscriptions(
      forTenant(world.app, id),
      { dryRun: false, announce: true, chargesSince },
      () => undefined,
    );
    for (const { clientReferenceId } of await openIntents(forTenant(world.app, id)))
      await resolveIntent(forTenant(world.app, id), clientReferenceId);
    await world.advance(5 * MINUTE);
    expect(eventsAbout(world, shop, email).map(({ type }) => type)).toEqual(['SUBSCRIBED', 'SUBSCRIBED']);
    const { body } = await shop.call('subscribers/list', { query: { email } });
    const invoices = (body.data as { latestInvoice: unknown }[]).map(({ latestInvoice }) => latestInvoice);
    expect(invoices).toMatchObject([{ status: 'PAID' }, { status: 'PAID' }]);
    expect(await openIntents(forTenant(world.app, id))).toEqual([]);
  });
});
