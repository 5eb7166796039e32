import { expect, it } from 'vitest';
import { customerHash, customerHashIn } from '../../../lib/table/ids.ts';
import { openShop } from '../../support/world/opened.ts';
import { check, subscribe } from '../../support/world/shop.ts';

const { world, shop } = await openShop();

it('the ids of customers and subscriptions cannot be found by trying e-mail addresses on them', async () => {
  const member = await subscribe(world, shop);
  expect(customerHashIn(member.id)).not.toBe(customerHash(shop.tenant.id, member.email));
  const again = await subscribe(world, shop, { email: member.email });
  expect(customerHashIn(again.id)).toBe(customerHashIn(member.id));
  expect(await check(shop, member.email)).toMatchObject({ exists: true });
});
