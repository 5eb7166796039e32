import { describe, expect, it } from 'vitest';
import { key } from '../../../lib/table/schema.ts';
import { openShop } from '../../support/world/opened.ts';
import { portalLink, Visitor } from '../../support/world/portal.ts';
import { subscribe } from '../../support/world/shop.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';
import { payForm } from '../../support/world/tenant.ts';

const { world, shop } = await openShop();

describe('our choice: HEAD', () => {
  it('is answered as GET, without a body, whose length it tells', async () => {
    const [get, head] = [await shop.call('plans/list'), await shop.call('plans/list', { method: 'HEAD' })];
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(get.text)));
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
  });

  it('uses up no link of the portal: a preview of the link leaves it to the customer', async () => {
    const { svcId } = await subscribe(world, shop);
    const link = await portalLink(shop, svcId);
    const query = Object.fromEntries(new URL(link).searchParams);
    const head = await world.call('portal/show', { method: 'HEAD', path: { page: 'enter' }, query });
    expect([head.status, head.text, head.cookies ?? []]).toEqual([200, '', []]);
    expect((await new Visitor(world).enter(link)).address).toBe('/portal/home');
  });

  it('completes no checkout', async () => {
    const { token } = await startCheckout(shop);
    await payForm(world, token);
    for (const route of ['checkout/callback', 'checkout/page'] as const)
      expect(await world.call(route, { method: 'HEAD', query: { token } })).toMatchObject({
        status: 200,
        text: '',
      });
    const checkout = await world.table.get(key.checkout(token), { consistent: true });
    expect(checkout).toMatchObject({ status: 'PENDING' });
    expect(checkout).not.toHaveProperty('outcome');
  });
});
