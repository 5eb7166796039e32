import { describe, expect } from 'vitest';
import { eraseCustomer } from '../../lib/account/erase.ts';
import { importSubscriptions, type ImportRow } from '../../lib/checkout/import.ts';
import { openIntents } from '../../lib/checkout/open-intents.ts';
import { resolveIntent } from '../../lib/checkout/resolve-intent.ts';
import { it as test } from '../world/fixtures.ts';
import { behave, directBody, MINUTE, someone } from '../world/shop.ts';

/** The e-mail of a customer who paid twice at once; neither answer arrived, so that either charge fits either purchase. */
const it = test.extend('email', async ({ world, shop }) => {
  const email = someone();
  const body = directBody(shop.plans.basic!, { email });
  await behave(world, shop, { loseAnswerNext: 2, path: '/subscription/initialize' });
  for (const clientReferenceId of ['order 1', 'order 2'])
    await shop.call('checkout/initialize-direct', { body: { ...body, clientReferenceId } });
  await world.advance(20 * MINUTE);
  return email;
});

describe('charges that fit more than one purchase', () => {
  it('are listed as not settled until a person decides, and keep their customer from being erased', async ({
    world,
    shop,
    email,
  }) => {
    const { id } = shop.tenant;
    const open = async () => (await openIntents(world.app, id)).map(({ reference }) => reference);
    expect(await open()).toEqual(['order 1', 'order 2']);
    await expect(eraseCustomer(world.app, id, email)).rejects.toThrow(
      'a payment of this customer is not settled',
    );

    const rows: ImportRow[] = [];
    const asked = { dryRun: false, announce: false };
    await importSubscriptions(world.app, id, asked, (page) => void rows.push(...page));
    expect(rows.map(({ fate }) => fate)).toEqual(['adopted', 'adopted']);
    for (const reference of await open()) await resolveIntent(world.app, id, reference);
    expect(await open()).toEqual([]);
  });
});
