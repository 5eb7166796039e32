import { beforeAll, describe, expect, it } from 'vitest';
import {
  differenceClose,
  differencePut,
  knownDifferences,
  type NewDifference,
} from '../../../lib/table/differences/differences.ts';
import { anyText, TIME, UUID } from '../../support/world/expecting.ts';
import { openShop } from '../../support/world/opened.ts';

const START = Date.UTC(2026, 0, 15, 9);
const SUBSCRIBER = '01900000-0000-7000-8000-000000000001';

const { world, shop } = await openShop();
beforeAll(async () => {
  for (let i = 0; i < 3; i++) await found({ kind: 'status_differs', about: `s${i}`, since: START + i });
  await found({ kind: 'unknown_here', about: 'u', since: START + 10, subscriberId: null });
  await found({ kind: 'plan_differs', about: 'p', since: START + 20 });
  const [gone] = await knownDifferences(shop.app, [{ kind: 'plan_differs', about: 'p' }]);
  await world.table.write(differenceClose(shop.tenant.id, gone!, START + 60_000));
});

async function found(
  more: Partial<NewDifference> & Pick<NewDifference, 'kind' | 'about' | 'since'>,
): Promise<void> {
  const difference = {
    subscriberId: SUBSCRIBER,
    reference: `ref-${more.about}`,
    ours: 'ACTIVE',
    theirs: 'CANCELLED',
    ...more,
  };
  await world.table.write(differencePut(shop.tenant.id, difference, world.clock.now()));
}

interface Listed {
  readonly data: {
    id: string;
    kind: string;
    closedAt: string | null;
    subscriber: { subscriberId: string };
  }[];
  readonly has_more: boolean;
}

async function list(query: Record<string, string> = {}): Promise<Listed> {
  const { status, body } = await shop.call('reports/differences', { query });
  if (status !== 200) console.log(world.log.slice(-3));
  expect(status).toBe(200);
  return body as unknown as Listed;
}

const aboutOf = ({ data }: Listed) => data.map(({ subscriber }) => subscriber.subscriberId.slice(4));

describe('spec: GET /reports/differences', () => {
  it('lists all differences, newest first, with the recommended action', async () => {
    const listed = await list();
    expect(aboutOf(listed)).toEqual(['p', 'u', 's2', 's1', 's0']);
    expect(listed.data[2]).toEqual({
      id: UUID,
      kind: 'status_differs',
      subscriber: { id: SUBSCRIBER, svcId: anyText, subscriberId: 'ref-s2' },
      ours: 'ACTIVE',
      theirs: 'CANCELLED',
      since: new Date(START + 2).toISOString(),
      action: anyText,
      closedAt: null,
    });
    expect(listed.data[0]?.closedAt).toEqual(TIME);
    expect(listed.data[1]?.subscriber).toEqual({ id: null, svcId: null, subscriberId: 'ref-u' });
  });

  it('filters by state and by kind', async () => {
    expect(aboutOf(await list({ state: 'open' }))).toEqual(['u', 's2', 's1', 's0']);
    expect(aboutOf(await list({ state: 'closed' }))).toEqual(['p']);
    expect(aboutOf(await list({ kind: 'status_differs' }))).toEqual(['s2', 's1', 's0']);
    expect(aboutOf(await list({ kind: 'plan_differs', state: 'open' }))).toEqual([]);
  });

  it('pages both ways over open and closed ones together', async () => {
    const first = await list({ limit: '2' });
    expect([aboutOf(first), first.has_more]).toEqual([['p', 'u'], true]);
    const second = await list({ limit: '2', starting_after: first.data[1]!.id });
    expect([aboutOf(second), second.has_more]).toEqual([['s2', 's1'], true]);
    const last = await list({ limit: '2', starting_after: second.data[1]!.id });
    expect([aboutOf(last), last.has_more]).toEqual([['s0'], false]);
    const back = await list({ limit: '3', ending_before: last.data[0]!.id });
    expect([aboutOf(back), back.has_more]).toEqual([['u', 's2', 's1'], true]);
  });

  it('continues after a difference that was closed since its page was read', async () => {
    const [first] = (await list({ state: 'open', limit: '1' })).data;
    const [open] = await knownDifferences(shop.app, [{ kind: 'unknown_here', about: 'u' }]);
    await world.table.write(differenceClose(shop.tenant.id, open!, START + 60_000));
    const next = await list({ state: 'open', limit: '1', starting_after: first!.id });
    expect([aboutOf(next), next.has_more]).toEqual([['s2'], true]);
    await found({ kind: 'unknown_here', about: 'u', since: START + 10, subscriberId: null });
  });

  it('a difference found again keeps its identity; one found again after it was closed is open', async () => {
    await found({ kind: 'status_differs', about: 's0', since: START });
    expect(aboutOf(await list({ state: 'open' }))).toEqual(['u', 's2', 's1', 's0']);
    await found({ kind: 'plan_differs', about: 'p', since: START + 20 });
    expect(aboutOf(await list({ state: 'closed' }))).toEqual([]);
    expect(aboutOf(await list({ state: 'open' }))).toEqual(['p', 'u', 's2', 's1', 's0']);
  });
});
