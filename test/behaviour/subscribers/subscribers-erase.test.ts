import { describe, expect, it } from 'vitest';
import { payClientFor } from '../../../lib/pay/client.ts';
import { key } from '../../../lib/table/schema.ts';
import { findTenant } from '../../../lib/table/tenants/tenants.ts';
import { end, former } from '../../support/world/former.ts';
import { openShop } from '../../support/world/opened.ts';
import { visitor } from '../../support/world/portal.ts';
import { behave, check, subscribe, type Member } from '../../support/world/shop.ts';
import { type TestTenant } from '../../support/world/tenant.ts';
import { keyed } from '../../promises/requests/keyed-requests.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const { world, shop } = await openShop();

const erase = (body: Record<string, unknown>, at: TestTenant = shop) =>
  at.call('subscribers/erase', { body });

/** Whether the payment provider knows a customer. */
async function knownAtProvider(reference: string): Promise<boolean> {
  const pay = await payClientFor(forTenant(world.app, await findTenant(shop.app)));
  return (await pay.readCustomer(reference)).ok;
}

describe('spec: POST /subscribers/erase', () => {
  it.each([
    ['e-mail address', (one: Member) => ({ email: ` ${one.email.toUpperCase()} ` })],
    ['our id', (one: Member) => ({ 'svc-id': one.svcId })],
    ['the provider’s reference', (one: Member) => ({ 'pay-subscriber-reference-code': one.reference })],
  ])('erases the customer named by %s, here and at the payment provider', async (_, named) => {
    const member = await former(world, shop);
    const reference = member.customerReference;
    expect(await knownAtProvider(reference)).toBe(true);
    const { status, body } = await erase(named(member));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ subscriptions: 1, events: 2, paymentProvider: 'deleted' });
    expect(await knownAtProvider(reference)).toBe(false);
    expect(await check(shop, member.email)).toMatchObject({ exists: false });
    const { body: shown } = await shop.call('subscribers/get', { query: { 'svc-id': member.svcId } });
    expect(JSON.stringify(shown)).not.toContain(member.email);
    expect((await erase(named(member))).status).toBe(404);
  });

  it('takes along the stored answer of a correction, and the customer’s sessions in the portal', async () => {
    const member = await former(world, shop);
    const visit = await visitor(world, shop, member.svcId);
    expect(visit.page.status).toBe(200);
    const body = { 'svc-id': member.svcId, name: 'Şule' };
    await shop.call('subscribers/correct-customer', { body, headers: keyed('corrected') });
    const stored = () => world.table.get(key.idempotency(shop.tenant.id, 'corrected'), { consistent: true });
    expect(await stored()).toBeDefined();
    expect((await erase({ 'svc-id': member.svcId })).status).toBe(200);
    expect(await stored()).toBeUndefined();
    expect((await visit.visitor.open('/portal/home')).status).toBe(401);
  });

  it('is refused while a subscription runs, and changes nothing', async () => {
    const member = await subscribe(world, shop);
    const reference = member.customerReference;
    const { status, body } = await erase({ 'svc-id': member.svcId });
    expect([status, body.error]).toEqual([409, 'not_erasable']);
    expect(await check(shop, member.email)).toMatchObject({ exists: true, hasActiveSubscription: true });
    expect(await knownAtProvider(reference)).toBe(true);
  });

  it('leaves a record that the provider keeps for a live subscription of another buyer', async () => {
    await behave(world, shop, { customerIdentity: 'phone' });
    const more = { gsmNumber: '+905351234599' };
    const gone = await subscribe(world, shop, { more });
    const other = await subscribe(world, shop, { more });
    await end(world, shop, gone);
    const reference = other.customerReference;
    const { status, body } = await erase({ 'svc-id': gone.svcId });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ paymentProvider: 'kept' });
    expect(body.message).toContain('ask its support');
    expect(await knownAtProvider(reference)).toBe(true);
    await behave(world, shop, { customerIdentity: 'emailAndPhone' });
  });

  it('erases nothing here while the provider does not answer, and may be repeated', async () => {
    const member = await former(world, shop);
    await behave(world, shop, { loseAnswerNext: 1, path: '/customers/delete' });
    expect((await erase({ 'svc-id': member.svcId })).status).toBe(504);
    expect(await check(shop, member.email)).toMatchObject({ exists: true });
    const { status, body } = await erase({ 'svc-id': member.svcId });
    expect([status, body.message]).toEqual([200, expect.stringContaining('did not confirm')]);
    expect(await knownAtProvider(member.customerReference)).toBe(false);
  });

  it.each([
    ['no customer', {}, 'missing_identifier'],
    ['two ways', { email: 'ada@example.com', 'svc-id': 'sub_1' }, 'mutually_exclusive_parameters'],
    ['an address that is none', { email: 'ada' }, 'invalid_request'],
  ])('refuses %s', async (_, body, code) => {
    const answer = await erase(body);
    expect([answer.status, answer.body.error]).toEqual([400, code]);
  });
});
