import { beforeAll, describe, expect, it } from 'vitest';
import { key } from '../../../lib/table/schema.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { directBody, read, someone, subscribe, type Member } from '../../support/world/shop.ts';
import { openShop } from '../../support/world/opened.ts';
import { withCurrent } from '../../support/world/stored-references.ts';

const { world, shop } = await openShop();
const members: Member[] = [];
const twice = someone();
beforeAll(async () => {
  const [basic, plus] = [shop.plans.basic!, shop.plans.plus!];
  for (const [plan, email] of [[basic], [plus], [basic, twice], [plus, twice], [basic]] as const) {
    await world.clock.advanceTo(world.clock.now() + 1_000);
    members.push(await subscribe(world, shop, { plan, ...(email !== undefined && { email }) }));
  }
  await fetch(`${world.pay.url}/sandbox/subscriptions/${members[0]!.reference}/expire`, { method: 'POST' });
  await world.advance(32 * 86_400_000);
});

interface Listed {
  readonly data: Record<string, unknown>[];
  readonly has_more: boolean;
}

async function list(query: Record<string, string> = {}): Promise<Listed> {
  const { status, body } = await shop.call('subscribers/list', { query });
  expect(status).toBe(200);
  return body as unknown as Listed;
}

/** Which of the members are listed, by their number. */
const shown = ({ data }: Listed) => data.map(({ id }) => members.findIndex((one) => one.id === id));

describe('spec: GET /subscribers/list', () => {
  it('lists subscribers newest first, each as GET /subscribers answers it', async () => {
    const listed = await list();
    expect(shown(listed)).toEqual([4, 3, 2, 1, 0]);
    expect(listed).toMatchObject({ object: 'list', url: '/subscribers/list', limit: 10, has_more: false });
    const { data, customer, latestInvoice } = await read(shop, members[3]!);
    expect(listed.data[1]).toEqual({ ...data, customer, latestInvoice });
  });

  it('filters by status, e-mail, plan and time, alone and together', async () => {
    expect(shown(await list({ status: 'EXPIRED' }))).toEqual([0]);
    expect(shown(await list({ status: 'ACTIVE' }))).toEqual([4, 3, 2, 1]);
    expect(shown(await list({ email: ` ${twice.toUpperCase()} ` }))).toEqual([3, 2]);
    expect(shown(await list({ plan: shop.plans.plus!.reference }))).toEqual([3, 1]);
    const svcId = `pln_${shop.plans.basic!.id.replaceAll('-', '')}`;
    for (const plan of [svcId, svcId.toUpperCase(), shop.plans.basic!.id])
      expect(shown(await list({ plan }))).toEqual([4, 2, 0]);
    expect(shown(await list({ plan: svcId, status: 'ACTIVE' }))).toEqual([4, 2]);
    expect(shown(await list({ plan: svcId, email: twice }))).toEqual([2]);
    expect(shown(await list({ plan: 'nobody knows it' }))).toEqual([]);
    expect(shown(await list({ email: someone() }))).toEqual([]);
    const at = async (number: number) => String((await read(shop, members[number]!)).data.createdAt);
    expect(shown(await list({ from: await at(1), to: await at(3) }))).toEqual([3, 2, 1]);
    expect(shown(await list({ from: await at(2), email: twice }))).toEqual([3, 2]);
    expect(shown(await list({ from: await at(3), to: await at(1) }))).toEqual([]);
    expect(shown(await list({ from: await at(3), starting_after: members[1]!.id }))).toEqual([]);
  });

  it('pages both ways over all statuses together', async () => {
    const first = await list({ limit: '2' });
    expect([shown(first), first.has_more]).toEqual([[4, 3], true]);
    const second = await list({ limit: '2', starting_after: members[3]!.svcId });
    expect([shown(second), second.has_more]).toEqual([[2, 1], true]);
    const last = await list({ limit: '2', starting_after: members[1]!.id });
    expect([shown(last), last.has_more]).toEqual([[0], false]);
    const back = await list({ limit: '2', ending_before: members[0]!.id });
    expect([shown(back), back.has_more]).toEqual([[2, 1], true]);
    const ofOne = await list({ limit: '1', email: twice });
    expect([shown(ofOne), ofOne.has_more]).toEqual([[3], true]);
    expect(shown(await list({ limit: '1', email: twice, starting_after: members[3]!.id }))).toEqual([2]);
  });

  it('continues after a subscriber that has left the list since its page was read', async () => {
    const gone = members[0]!.svcId;
    expect(shown(await list({ status: 'ACTIVE', ending_before: gone, limit: '1' }))).toEqual([1]);
    expect(shown(await list({ status: 'ACTIVE', starting_after: gone }))).toEqual([]);
    expect(shown(await list({ plan: shop.plans.plus!.id, starting_after: members[2]!.id }))).toEqual([1]);
    const ofOne = { email: twice, plan: shop.plans.basic!.id };
    expect(shown(await list({ ...ofOne, starting_after: members[3]!.id }))).toEqual([2]);
  });

  it('fills a page if some of its subscribers have just left the list', async () => {
    const keys = [4, 3, 1].map((number) => key.subscriber(shop.tenant.id, members[number]!));
    const become = async (status: 'ACTIVE' | 'UNPAID') => {
      for (const update of keys) {
        const item = (await world.table.get(update, { consistent: true }))!;
        await world.table.apply({ update, set: withCurrent(item, { status }) });
      }
    };
    await become('UNPAID');
    const first = await list({ status: 'ACTIVE', limit: '1' });
    expect([shown(first), first.has_more]).toEqual([[2], true]);
    const last = await list({ status: 'ACTIVE', limit: '1', starting_after: members[2]!.id });
    expect([shown(last), last.has_more]).toEqual([[], false]);
    const back = await list({ status: 'ACTIVE', limit: '1', ending_before: members[0]!.id });
    expect([shown(back), back.has_more]).toEqual([[2], true]);
    await become('ACTIVE');
  });

  it.each<Record<string, string>>([
    { search: 'a', starting_after: '01900000-0000-7000-8000-000000000009' },
    { starting_after: '01900000-0000-7000-8000-000000000009', email: twice },
  ])('refuses a cursor that is nothing of %j', async (query) => {
    const { status, body } = await shop.call('subscribers/list', { query });
    expect([status, body.error]).toEqual([400, 'invalid_cursor']);
  });

  it('our choice: lists a subscriber from and to the very instant of its createdAt, though time passes meanwhile', async () => {
    let passed = 0;
    const later = () => world.clock.now() + passed++;
    world.serve(instanceOf({ ...world.app, clock: later }));
    const { body } = await shop.call('checkout/initialize-direct', { body: directBody(shop.plans.basic!) });
    await world.settle();
    const svcId = String(body.svcSubscriptionId);
    const { data } = (await shop.call('subscribers/get', { query: { 'svc-id': svcId } })).body as {
      data: { createdAt: string };
    };
    const query = { from: data.createdAt, to: data.createdAt };
    expect((await shop.call('subscribers/list', { query })).body).toMatchObject({ data: [{ svcId }] });
  });
});
