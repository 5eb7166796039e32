import { RIGHTS } from '../../../lib/billing/rights.ts';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { keyStateOf } from '../../../lib/billing/api-key.ts';
import { byOperator } from '../../../lib/billing/timeline.ts';
import { prompt } from '../../../cli/prompt.ts';
import { run } from '../../../cli/program.ts';
import { createKey, listKeys, type IssuedKey } from '../../../lib/account/keys.ts';
import { removePerson } from '../../../lib/console/people.ts';
import { reconcileSubscriber } from '../../../lib/reconciliation/reconcile.ts';
import { lookUpPerson } from '../../../lib/table/people/people.ts';
import { openDesk } from '../console/desk.ts';
import { copyOf, restore } from '../../support/world/copy.ts';
import { end, former } from '../../support/world/former.ts';
import {
  advanceToRenewal,
  check,
  HOUR,
  ledger,
  MINUTE,
  paidIn,
  read,
  subscribe,
  receivedEvents,
  type Member,
} from '../../support/world/shop.ts';
import { openShop } from '../../support/world/opened.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const { world, shop } = await openShop();

/** What an operator types, at this stack. */
async function billing(
  args: readonly string[],
  out: (text: string) => void = () => undefined,
): Promise<number> {
  return run(args, {
    open: async () => ({
      app: world.app,
      name: 'the test',
      mode: 'test',
      providers: { pay: { live: world.pay.url, test: world.pay.url }, acct: world.acct.url },
    }),
    prompt: (fields) => prompt(fields, Readable.from([]), process.stderr),
    confirm: async () => true,
    out,
    err: () => undefined,
  });
}

/** Ends a subscription, and erases its customer. */
async function eraseEnded(one: Member) {
  await end(world, shop, one);
  return shop.call('subscribers/erase', { body: { 'svc-id': one.svcId } });
}

async function stateOf({ key: { apiKey } }: IssuedKey): Promise<string | undefined> {
  const keys = await listKeys(shop.app);
  return keys.filter((one) => one.apiKey === apiKey).map((one) => keyStateOf(one, world.clock.now()))[0];
}

const renewals = () => receivedEvents(world, shop).filter(({ type }) => type === 'DID_RENEW');
const invoicesOf = async (svcId: string) =>
  (await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } })).body.data as { status: string }[];

describe('a table that is turned back in time', () => {
  it('has every charge again after reconcile --all and import, and sends none under a second event id', async () => {
    const renewed = await subscribe(world, shop);
    const leaving = await subscribe(world, shop);
    const copy = await copyOf(world);
    const moment = new Date(world.clock.now()).toISOString();

    const cancelled = { 'pay-subscriber-reference-code': leaving.reference };
    expect((await shop.call('subscribers/cancel', { body: cancelled })).status).toBe(200);
    const bought = await subscribe(world, shop);
    await advanceToRenewal(world, renewed.reference);
    await world.advance(HOUR);
    const before = renewals().map(({ eventId }) => eventId);
    expect(before.length).toBeGreaterThan(0);

    await restore(world, copy);
    expect((await shop.call('subscribers/get', { query: { 'svc-id': bought.svcId } })).status).toBe(404);
    expect(await invoicesOf(renewed.svcId)).toHaveLength(1);

    expect(await billing(['reconcile', '--all', '--tenant', shop.tenant.id])).toBe(0);
    expect(await billing(['import', '--tenant', shop.tenant.id, '--charges-since', moment])).toBe(0);
    await world.advance(HOUR);

    const paid = paidIn(await ledger(world, shop)).length;
    const { body } = await shop.call('subscribers/list', { query: { limit: '100' } });
    const subscribers = body.data as { svcId: string; payReference: string }[];
    expect(subscribers.map(({ payReference }) => payReference)).toContain(bought.reference);
    const invoices = await Promise.all(subscribers.map(({ svcId }) => invoicesOf(svcId)));
    expect(invoices.flat().filter(({ status }) => status === 'PAID')).toHaveLength(paid);
    expect(new Set(renewals().map(({ eventId }) => eventId))).toEqual(new Set(before));
  });

  it('has nobody again who was erased since, no key that was revoked, and nobody who was removed', async () => {
    const [gone, running] = [await former(world, shop), await subscribe(world, shop)];
    const { id: tenantId } = shop.tenant;
    const ask = { label: 'leaked', rights: RIGHTS };
    const leaked = await createKey(forTenant(world.app, tenantId), ask, RIGHTS);
    const rotated = await createKey(forTenant(world.app, tenantId), ask, RIGHTS);
    const desk = await openDesk(world, shop, 'support');
    const copy = await copyOf(world);

    expect((await shop.call('subscribers/erase', { body: { 'svc-id': gone.svcId } })).status).toBe(200);
    expect((await eraseEnded(running)).status).toBe(200);
    await shop.call('account/revoke-key', { body: { apiKey: leaked.key.apiKey } });
    await shop.call('account/rotate-key', { body: { apiKey: rotated.key.apiKey, overlapHours: 1 } });
    await removePerson(forTenant(world.app, tenantId), desk.personId, { by: 'operator' });
    await world.advance(2 * HOUR);

    await restore(world, copy);
    expect(await check(shop, gone.email)).toMatchObject({ exists: true });
    expect(await stateOf(leaked)).toBe('ACTIVE');
    const told: string[] = [];
    expect(await billing(['repeat'], (text) => told.push(text))).toBe(0);
    expect(told.join('')).toContain('Repeated 1 erasure, 2 revocations and 1 removal.');
    expect(told.join('')).toContain('still runs');
    expect(await check(shop, gone.email)).toMatchObject({ exists: false });
    expect([await stateOf(leaked), await stateOf(rotated)]).toEqual(['REVOKED', 'REVOKED']);
    expect(await lookUpPerson(forTenant(world.app, tenantId), desk.personId)).toBeUndefined();

    await reconcileSubscriber(forTenant(world.app, tenantId), running.id, byOperator);
    await world.advance(2 * MINUTE);
    expect(await billing(['repeat'])).toBe(0);
    expect(await check(shop, running.email)).toMatchObject({ exists: false });
    expect(await billing(['repeat'], (text) => told.push(text))).toBe(0);
    expect(told.at(-1)).toContain('Repeated 0 erasures, 0 revocations and 0 removals.');
  });

  it('has lost a cancellation that only our records had, which the tenant must make again', async () => {
    const leaving = await subscribe(world, shop);
    const copy = await copyOf(world);
    const cancel = () =>
      shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': leaving.reference } });
    await cancel();
    await restore(world, copy);
    expect(await billing(['reconcile', '--all', '--tenant', shop.tenant.id])).toBe(0);
    expect((await read(shop, leaving)).data.cancelAtPeriodEnd).toBe(false);
    expect((await cancel()).status).toBe(200);
    expect((await read(shop, leaving)).data.cancelAtPeriodEnd).toBe(true);
  });
});
