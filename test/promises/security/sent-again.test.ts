import { describe, expect, it } from 'vitest';
import { openDesk } from '../../behaviour/console/desk.ts';
import { openShop } from '../../support/world/opened.ts';
import { visitor, wordsIn } from '../../support/world/portal.ts';
import { subscribe, type Member } from '../../support/world/shop.ts';

const { world, shop } = await openShop();

const isCancelled = async ({ svcId }: Member) => {
  const { body } = await shop.call('subscribers/timeline', { query: { 'svc-id': svcId, limit: '100' } });
  const all = (body.data as { what: string }[]).map(({ what }) => what);
  return {
    last: all.find((what) => /cancel/.test(what)),
    times: all.filter((what) => /cancel/.test(what)).length,
  };
};

describe('our choice: a form that is sent again is the first request again', () => {
  it('in the portal: a cancellation after its undo, an undo after another cancellation', async () => {
    const member = await subscribe(world, shop);
    const { visitor: one } = await visitor(world, shop, member.svcId);
    const asked = await one.open(`/portal/cancel?subscription=${member.svcId}`);
    const cancelled = await one.press(asked, 'cancel');
    await one.press(cancelled, 'undo');
    const before = await isCancelled(member);
    await one.press(asked, 'cancel'); // Back, or an old tab
    await one.press(asked, 'cancel', { reason: 'unused', comment: 'once more' });
    expect(await isCancelled(member)).toEqual(before);
    const again = await one.press(await one.open(`/portal/cancel?subscription=${member.svcId}`), 'cancel');
    expect((await isCancelled(member)).times).toBe(before.times + 1);
    const after = await one.press(cancelled, 'undo');
    expect((await isCancelled(member)).times).toBe(before.times + 1);
    expect(wordsIn(after)).not.toContain('undone'); // what is not so is not said
    expect(again.status).toBe(200);
  });

  it('in the portal: what was refused may be sent again, and other fields are another request', async () => {
    const member = await subscribe(world, shop);
    const { visitor: one } = await visitor(world, shop, member.svcId);
    const page = await one.open(`/portal/details?subscription=${member.svcId}`);
    const typed = {
      name: 'Ada',
      surname: 'Lovelace',
      gsmNumber: '+905350000001',
      address: 'A 1',
      city: 'Ankara',
    };
    expect((await one.press(page, 'details', { ...typed, name: '' })).status).toBe(400);
    const nameOf = async () =>
      JSON.stringify(
        (await shop.call('subscribers/get-customer', { query: { 'svc-id': member.svcId } })).body,
      );
    expect((await one.press(page, 'details', { ...typed, name: 'Grace' })).status).toBe(200);
    expect(await nameOf()).toContain('Grace');
    expect((await one.press(page, 'details', typed)).status).toBe(200);
    expect(await nameOf()).toContain('"Ada"');
  });

  it('in the console: a cancellation after its undo', async () => {
    const member = await subscribe(world, shop);
    const desk = await openDesk(world, shop, 'owner');
    const csrfOn = async (screen: string, query: Record<string, string>) =>
      /name="csrf" value="([^"]+)"/.exec((await desk.get(screen, query)).text)?.[1] ?? '';
    const old = await csrfOn('subscriber', { id: member.id });
    const first = await desk.act('cancel', { csrf: old, id: member.id });
    await desk.act('undo', { csrf: await csrfOn('subscriber', { id: member.id }), id: member.id });
    const before = await isCancelled(member);
    const again = await desk.act('cancel', { csrf: old, id: member.id });
    expect(again.headers.location).toBe(first.headers.location);
    const said = { csrf: old, id: member.id, comment: 'once more' };
    expect((await desk.act('cancel', said)).headers.location).toBe(first.headers.location);
    expect(await isCancelled(member)).toEqual(before);
    await desk.act('cancel', { csrf: await csrfOn('subscriber', { id: member.id }), id: member.id });
    expect((await isCancelled(member)).times).toBe(before.times + 1);
  });
});
