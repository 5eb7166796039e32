import { describe, expect, it } from 'vitest';
import { planChanges } from '../../../lib/table/subscribers/plans.ts';
import { like } from '../../support/world/expecting.ts';
import { comeBack, locationOf, MINUTE, subscribe } from '../../support/world/shop.ts';
import { makeTenant, payForm } from '../../support/world/tenant.ts';
import { openShop } from '../../support/world/opened.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';

const { world, shop } = await openShop();

const start = async () => (await startCheckout(shop)).token;
const open = (token: string, more: Record<string, string> = {}, headers = {}) =>
  world.call('checkout/page', { query: { token, ...more }, headers });

describe('spec: GET /checkout/page', () => {
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

  it('our choice: in Turkish or English as the browser asks, or as `lang` says, and the provider’s form with it', async () => {
    const token = await start();
    const english = await open(token, {}, { 'accept-language': 'en-GB,en;q=0.9' });
    expect(english.text).toContain('<html lang="en" ');
    expect(english.text).toContain(`iyziInit.locale = 'en'`);
    expect((await open(token, {}, { 'accept-language': 'tr' })).text).toContain('<html lang="tr" ');
    const switched = await open(token, { lang: 'tr' }, { 'accept-language': 'en' });
    expect(switched.text).toContain(`iyziInit.locale = 'tr'`);
  });

  it('our choice: a chosen language is remembered, for later pages and for what the shop is told', async () => {
    const { svcId } = await subscribe(world, shop);
    const body = { 'svc-id': svcId, callbackUrl: `${world.receiver.url}/card` };
    const token = String((await shop.call('checkout/update-card', { body })).body.token);
    const [cookie = ''] = (await open(token, { lang: 'en' })).cookies ?? [];
    expect(cookie).toMatch(/^__Host-language=en; Path=\/; .*Secure; HttpOnly; SameSite=Lax$/);
    expect((await open(token)).cookies).toEqual([]);
    const cookies = { '__Host-language': 'en' };
    const inTurkish = { 'accept-language': 'tr' };
    const again = await world.call('checkout/page', { query: { token }, headers: inTurkish, cookies });
    expect(again.text).toContain('<html lang="en" ');
    await world.clock.advanceTo(world.clock.now() + 30 * MINUTE);
    const back = await world.call('checkout/callback', { query: { token }, headers: inTurkish, cookies });
    expect(locationOf(back).searchParams.get('errorMessage')).toBe('The form has expired.');
  });

  it('our choice: shows no form of a plan that was retired since, unless somebody has paid by it', async () => {
    const closing = await makeTenant(world);
    const [left, paid] = [(await startCheckout(closing)).token, (await startCheckout(closing)).token];
    const retire = (active: boolean) =>
      world.table.write(planChanges(closing.tenant.id, { ...closing.plans.basic!, active }));
    await payForm(world, paid);
    await retire(false);
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    const retired = await open(left, { lang: 'en' });
    expect(retired).toMatchObject({
      status: 410,
      text: like(/This plan is no longer available.*charged nothing/s),
    });
    expect(retired.text).not.toContain('iyzipay-checkout-form');
    expect(retired.text).toContain('href="https://shop.example"');
    expect((await open(paid, { lang: 'en' })).text).toContain('Your payment went through.');
    await retire(true);
    expect((await open(left)).status).toBe(200);
  });

  it('our choice: names the tenant, the plan and its price, and links back to the tenant’s site', async () => {
    const { text } = await open(await start(), { lang: 'tr' });
    expect(text).toContain(shop.tenant.name);
    expect(text).toContain('basic aboneliği');
    expect(text).toMatch(/her ay <span class="sum-line">₺100,00<\/span>/);
    expect(text).toContain('href="https://shop.example"');
  });

  it('our choice: shows whether something was paid, and never invites a customer who may have paid to start again', async () => {
    const paid = await start();
    await payForm(world, paid);
    await comeBack(world, paid);
    expect((await open(paid, { lang: 'en' })).text).toContain('Your payment went through.');
    const left = await start();
    await payForm(world, left);
    await world.clock.advanceTo(world.clock.now() + 30 * MINUTE);
    const before = (await open(left, { lang: 'en' })).text;
    expect(before).toContain('Do not pay again before you have checked.');
    expect(before).toContain(`href="callback?token=${left}"`);
    await comeBack(world, left);
    expect((await open(left, { lang: 'en' })).text).toContain('Your payment went through.');
  });
});
