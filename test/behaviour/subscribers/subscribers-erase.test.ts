import { describe, expect, it } from 'vitest';
import { payClientFor } from '../../../lib/pay/client.ts';
import { key } from '../../../lib/table/schema.ts';
import { findTenant } from '../../../lib/table/tenants/tenants.ts';
import { end, former } from '../../support/world/former.ts';
import { openShop } from '../../support/world/opened.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { visitor } from '../../support/world/portal.ts';
import { behave, check, someone, subscribe, type Member } from '../../support/world/shop.ts';
import { checkoutBody, type TestTenant } from '../../support/world/tenant.ts';
import { isWrite, mortal, throughPorts } from '../../faults/ports.ts';
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

  it('takes along a form that was left open under an address before a correction', async () => {
    const since = world.written.length;
    const member = await former(world, shop);
    await shop.call('checkout/initialize', {
      body: checkoutBody(shop.plans.basic!, { email: member.email }),
    });
    const body = { 'svc-id': member.svcId, email: someone() };
    expect((await shop.call('subscribers/correct-customer', { body })).status).toBe(200);
    expect(await itemsWith(since, [member.email])).not.toEqual([]);
    expect((await erase({ 'svc-id': member.svcId })).status).toBe(200);
    expect(await itemsWith(since, [member.email, body.email])).toEqual([]);
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

  it('refuses an address that is none', async () => {
    expect(await erase({ email: 'ada' })).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });
});

/** The keys of all items written since, by index in what was written, that have one of these texts today. */
async function itemsWith(since: number, texts: readonly string[]): Promise<string[]> {
  const named = world.written
    .slice(since)
    .join()
    .matchAll(/"pk":"([^"]*)","sk":"([^"]*)"/g);
  const keys = new Map([...named].map(([both, pk = '', sk = '']) => [both, { pk, sk }]));
  const items = await world.table.getMany([...keys.values()], { consistent: true });
  return items.flatMap((item) =>
    item && texts.some((text) => JSON.stringify(item).includes(text)) ? [item.sk] : [],
  );
}

/** Serves requests by an instance that does something before the n-th thing that it asks the table. */
function serveWith(nth: number, first: () => Promise<unknown>) {
  let calls = 0;
  const app = throughPorts(world.app, async ({ port }, effect) => {
    if (port === 'table' && ++calls === nth) {
      world.serve(instanceOf(world.app));
      await first();
    }
    return effect();
  });
  world.serve(instanceOf(app));
  return { wasReached: () => calls >= nth };
}

describe('our choice: an erasure beside a correction of the customer', () => {
  const correct = ({ reference }: Member, what: Record<string, unknown>, under: string) =>
    shop.call('subscribers/correct-customer', {
      body: { 'pay-subscriber-reference-code': reference, ...what },
      headers: keyed(under),
    });
  /** Erased for good, also where it was told to come again. */
  async function erased({ svcId }: Member): Promise<void> {
    for (let tries = 0; tries < 3; tries++) if ((await erase({ 'svc-id': svcId })).status !== 409) return;
    throw new Error('not erased in three tries');
  }

  it.each(['the correction', 'the erasure'])(
    'wins, whatever %s had done when the other came',
    async (first) => {
      for (let nth = 1, isOver = false; !isOver; nth++) {
        const since = world.written.length;
        const member = await former(world, shop);
        const what = { email: someone(), name: 'Nurdane', externalId: `own-${first.at(-1)}-${nth}` };
        const under = `beside-${first.at(-1)}-${nth}`;
        let corrected = 0;
        const corrects = async () => {
          corrected = (await correct(member, what, under)).status;
        };
        const steps = [corrects, () => erased(member)] as const;
        const [began, other] = first === 'the correction' ? steps : [steps[1], steps[0]];
        const { wasReached } = serveWith(nth, other);
        await began();
        isOver = !wasReached();
        if (isOver) {
          await other();
          expect(corrected).toBe(first === 'the correction' ? 200 : 404);
        }
        expect(await itemsWith(since, [member.email, ...Object.values(what)]), `call ${nth}`).toEqual([]);
        const stored = await world.table.get(key.idempotency(shop.tenant.id, under), {
          consistent: true,
        });
        expect(stored?.answer, `call ${nth}`).toBeUndefined();
      }
    },
  );

  it.each(['its former address', 'its new address', 'our id'])(
    'takes a customer whose correction was cut short whole, by %s',
    async (by) => {
      for (let at = 0, wasKilled = true; wasKilled; at++) {
        const since = world.written.length;
        const one = await former(world, shop);
        const beside = await former(world, shop, { email: one.email, plan: shop.plans.yearly! });
        const email = someone();
        const killed = mortal(world.app, { at, when: 'before', counts: isWrite });
        world.serve(instanceOf(killed.app));
        const answer = await correct(one, { email }, `cut-short-${by.at(4)}-${at}`);
        world.serve(instanceOf(world.app));
        wasKilled = killed.died();
        const named =
          by === 'our id'
            ? { 'svc-id': beside.svcId }
            : { email: by === 'its new address' ? email : one.email };
        const { status } = await erase(named);
        if (!wasKilled) expect(answer.status).toBe(200);
        if (status === 404) continue; // it was not known by its new address yet
        expect(await itemsWith(since, [one.email, email]), `write ${at}`).toEqual([]);
      }
    },
  );
});
