import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { key } from '../../lib/table/schema.ts';
import { comeBack, MINUTE, someone } from '../world/shop.ts';
import { checkoutBody, makeTenant, payForm, type TestTenant } from '../world/tenant.ts';
import { startWorld, type World } from '../world/world.ts';

let world: World;
let shop: TestTenant;

beforeAll(async () => {
  world = await startWorld();
  shop = await makeTenant(world);
});
afterAll(() => world.stop());

async function start(): Promise<string> {
  const body = checkoutBody(shop.plans.basic!, { email: someone() });
  return String((await shop.call('checkout/initialize', { body })).body.token);
}
const open = (token: string) => world.call('checkout/page', { query: { token } });

describe('GET /checkout/page', () => {
  it('our choice: a minimal HTML page that runs the provider’s form content', async () => {
    const page = await open(await start());
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('id="iyzipay-checkout-form"');
    expect(page.text).toContain(world.pay.url);
  });

  it('our choice: a strict Content-Security-Policy, with a nonce of its own each time', async () => {
    const token = await start();
    const [one, other] = [await open(token), await open(token)];
    const policy = one.headers['content-security-policy']!;
    const [, nonce] = /'nonce-([^']+)'/.exec(policy)!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(one.text.match(/<script/g)!.length).toBe(one.text.split(`<script nonce="${nonce!}"`).length - 1);
    expect(other.headers['content-security-policy']).not.toBe(policy);
  });

  it('our choice: a key that comes along is not checked, but one of another tenant sees no page', async () => {
    const [token, stranger] = [await start(), await makeTenant(world)];
    expect((await shop.call('checkout/page', { query: { token } })).status).toBe(200);
    const refused = await stranger.call('checkout/page', { query: { token } });
    expect(refused).toMatchObject({ status: 404, body: { error: 'checkout_not_found' } });
    const random = await stranger.call('checkout/page', { query: { token: 'forged' } });
    expect(random.text).toBe(refused.text);
  });

  it('our choice: a form that an earlier release kept comes from the provider’s own domain', async () => {
    const token = await start();
    await world.table.apply({ update: key.form(token), remove: ['sources'] });
    const { status, headers } = await open(token);
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toContain('https://*.iyzipay.com');
  });

  it('our choice: an unknown token is 404; a checkout that is paid or expired is 410', async () => {
    expect((await open('forged')).status).toBe(404);
    const paid = await start();
    await payForm(world, paid);
    await comeBack(world, paid);
    expect((await open(paid)).status).toBe(410);
    const expired = await start();
    await world.clock.advanceTo(world.clock.now() + 30 * MINUTE - 1);
    expect((await open(expired)).status).toBe(200);
    await world.clock.advanceTo(world.clock.now() + 1);
    expect((await open(expired)).status).toBe(410);
  });
});
