import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
