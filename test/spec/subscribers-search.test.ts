import { beforeAll, describe, expect, it } from 'vitest';
import { cancel } from '../../lib/subscriptions/cancel.ts';
import { eraseCustomer } from '../../lib/account/erase.ts';
import { openShop } from '../world/opened.ts';
import { directBody } from '../world/shop.ts';
import { makeTenant } from '../world/tenant.ts';

const { world, shop } = await openShop();

async function buy(email: string, name: string, surname: string, of = shop): Promise<string> {
  const body = { ...directBody(of.plans.basic!, { email }), name, surname };
  const { body: made } = await of.call('checkout/initialize-direct', { body });
  await world.settle();
  return String(made.svcSubscriptionId);
}

async function found(query: Record<string, string>): Promise<string[]> {
  const { status, body } = await shop.call('subscribers/list', { query });
  expect(status).toBe(200);
  return (body.data as { svcId: string }[]).map(({ svcId }) => svcId);
}

let [aysel, mehmet, other] = ['', '', ''];
beforeAll(async () => {
  aysel = await buy('aysel.demir@acme.example', 'Ayşel', 'Demir');
  mehmet = await buy('m.isik@acme.example', 'Mehmet', 'Işık');
  other = await buy('zeynep@other.example', 'Zeynep', 'Ayşelioğlu');
  await buy('aysel@elsewhere.example', 'Ayşel', 'Kaya', await makeTenant(world));
});

describe('GET /subscribers/list with search', () => {
  it.each([
    ['the beginning of an e-mail address', 'aysel.de', () => [aysel]],
    ['a whole e-mail address, in any case', 'M.Isik@ACME.example', () => [mehmet]],
    ['the beginning of a name', 'zey', () => [other]],
    ['a name without its Turkish letters', 'aysel', () => [aysel]],
    ['a whole name with them', 'MEHMET IŞIK', () => [mehmet]],
    ['nothing that anybody has', 'nobody', () => []],
    ['what is left of no letters', '\u0301', () => []],
  ])('our choice: finds %s', async (_what, search, who) => {
    expect(await found({ search })).toEqual(who());
  });

  it('our choice: goes with a status and a plan, and not with a cursor', async () => {
    expect(await found({ search: 'aysel', status: 'ACTIVE' })).toEqual([aysel]);
    expect(await found({ search: 'aysel', status: 'EXPIRED' })).toEqual([]);
    expect(await found({ search: 'aysel', plan: shop.plans.plus!.reference })).toEqual([]);
    const both = await shop.call('subscribers/list', { query: { search: 'aysel', starting_after: aysel } });
    expect(both.body).toMatchObject({ error: 'mutually_exclusive_parameters' });
  });

  it('our choice: says that there are more where it has not shown all', async () => {
    await buy('many1@acme.example', 'A', 'B');
    await buy('many2@acme.example', 'A', 'B');
    const { body } = await shop.call('subscribers/list', { query: { search: 'many', limit: '1' } });
    expect(body).toMatchObject({ has_more: true, data: [{}] });
  });

  it('finds nothing of a customer who was erased', async () => {
    const svcId = await buy('gone@acme.example', 'Gone', 'Away');
    const id = svcId.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    await cancel(world.app, shop.tenant, { by: 'svc', id }, world.clock.now());
    await world.advance(40 * 24 * 3_600_000);
    expect(await found({ search: 'gone@' })).toEqual([svcId]);
    await eraseCustomer(world.app, shop.tenant.id, 'gone@acme.example', { givesUpDocuments: true });
    expect(await found({ search: 'gone' })).toEqual([]);
  });
});
