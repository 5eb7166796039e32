import { describe, expect, it } from 'vitest';
import { openShop } from '../../support/world/opened.ts';
import { LOGO, pngOf } from '../../support/world/logo.ts';
import { makeTenant } from '../../support/world/tenant.ts';

const { world, shop } = await openShop();

const set = (body: Record<string, unknown>) => shop.call('account/set-brand', { body });
interface Brand {
  readonly displayName: string | null;
  readonly accentColor: string | null;
  readonly logo: { readonly url: string; readonly width: number } | null;
}
const brand = async () => (await shop.call('account/get-brand')).body.data as Brand;
const logoAt = (url: string) =>
  world.call('brand/logo', { path: { logo: new URL(url).pathname.split('/').at(-1)! } });

describe('spec: Account: brand', () => {
  it('what is absent stays, and null takes it away', async () => {
    expect(await brand()).toMatchObject({ displayName: null, logo: null });
    await set({ displayName: ' Kumru ', accentColor: '#C2562D' });
    await set({ termsUrl: 'https://kumru.example/terms' });
    expect(await brand()).toMatchObject({ displayName: 'Kumru', accentColor: '#C2562D' });
    await set({ accentColor: null });
    expect(await brand()).toMatchObject({ displayName: 'Kumru', accentColor: null });
  });

  it('the logo is served with a long cache, under an address that changes with it', async () => {
    await set({ logo: LOGO });
    const first = (await brand()).logo!;
    expect(first.width).toBe(8);
    const { status, headers, text } = await logoAt(first.url);
    expect([status, text]).toEqual([200, LOGO]);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    await set({ logo: pngOf(9, 9).toString('base64') });
    expect((await brand()).logo!.url).not.toBe(first.url);
    expect((await logoAt(first.url)).status).toBe(200); // pages that are open still show it
    await set({ logo: null });
    expect((await brand()).logo).toBeNull();
  });

  it('an unknown logo is 404 not_found', async () => {
    for (const name of ['AAAAAAAAAAAAAAAAAAAAAA.png', '..%2f..', 'x.svg'])
      expect((await world.call('brand/logo', { path: { logo: name } })).status).toBe(404);
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')],
    ['no image', Buffer.from('GIF89a').toString('base64')],
    ['an image that ends too early', pngOf(8, 8).subarray(0, 18).toString('base64')],
    ['too wide an image', pngOf(1_025, 1).toString('base64')],
    ['too large an image', Buffer.concat([pngOf(8, 8), Buffer.alloc(64 * 1024)]).toString('base64')],
    ['no base64', 'data:image/png,x'],
  ])('%s is 400 and changes nothing', async (_what, logo) => {
    const before = await brand();
    const { status, body } = await set({ displayName: 'Other', logo });
    expect([status, (body.details as { field: string }[])[0]?.field]).toEqual([400, 'logo']);
    expect(await brand()).toEqual(before);
  });

  it.each([
    ['accentColor', 'red'],
    ['supportUrl', 'javascript:alert(1)'],
    ['termsUrl', 'http://shop.example/'],
    ['supportEmail', 'nobody'],
    ['displayName', ''],
  ])('a wrong %s is 400', async (field, value) => {
    const { status, body } = await set({ [field]: value });
    expect([status, (body.details as { field: string }[])[0]?.field]).toEqual([400, field]);
  });
});

describe('spec: Account: portal', () => {
  it('offers everything until it is set, and is set whole', async () => {
    const usual = { enabled: true, actions: ['card', 'plan', 'cancel', 'invoices'], plans: 'same-product' };
    expect((await shop.call('account/get-portal')).body.data).toEqual(usual);
    const plans = [shop.plans.basic!.reference];
    await shop.call('account/set-portal', { body: { actions: ['invoices', 'card'], plans } });
    const changed = { enabled: true, actions: ['card', 'invoices'], plans };
    expect((await shop.call('account/get-portal')).body.data).toEqual(changed);
    await shop.call('account/set-portal', { body: {} });
    expect((await shop.call('account/get-portal')).body.data).toEqual(usual);
  });

  it('refuses actions and plans that are not there', async () => {
    for (const body of [{ actions: ['refund'] }, { plans: 'all' }, { enabled: 'yes' }])
      expect((await shop.call('account/set-portal', { body })).status).toBe(400);
  });

  it('refuses plans that are not the tenant’s, at their place in the list, and takes a reference however it is spelt', async () => {
    const { reference } = shop.plans.basic!;
    const other = await makeTenant(world);
    for (const wrong of ['gold', other.plans.basic!.reference, shop.plans.basic!.id]) {
      const before = (await shop.call('account/get-portal')).body.data;
      const { status, body } = await shop.call('account/set-portal', { body: { plans: [reference, wrong] } });
      expect([status, body.error, body.details]).toEqual([
        400,
        'invalid_request',
        [{ field: 'plans.1', message: 'is no plan of yours; GET /plans/list has their references' }],
      ]);
      expect((await shop.call('account/get-portal')).body.data).toEqual(before);
    }
    const { body } = await shop.call('account/set-portal', { body: { plans: [reference.toUpperCase()] } });
    expect(body.data).toMatchObject({ plans: [reference] });
    await shop.call('account/set-portal', { body: {} });
  });
});
