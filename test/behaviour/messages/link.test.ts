import { describe, expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { DAY, MINUTE } from '../../support/world/shop.ts';
import type { World } from '../../support/world/world.ts';
import { failing, shopWithMessages } from './told.ts';

/** The secret in the newest message's link. */
function secretIn(world: World): string {
  const found = /\/portal\/message\?link=([A-Za-z0-9_-]{43})/.exec(world.mails.sent.at(-1)?.text ?? '')?.[1];
  if (found === undefined) throw new Error('the message has no link');
  return found;
}

const show = (world: World, link: string) =>
  world.call('portal/show', { path: { page: 'message' }, query: { link } });
const press = (world: World, link: string) =>
  world.call('portal/act', {
    path: { page: 'message' },
    raw: new URLSearchParams({ link }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

describe("A message's link", () => {
  it('our choice: opens a page that changes nothing, whose button opens the part of the portal it is for', async ({
    world,
  }) => {
    const shop = await shopWithMessages(world, ['payment_failed']);
    await failing(world, shop);
    const link = secretIn(world);
    const written = world.written.length;
    const shown = await show(world, link);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('action="/portal/message"');
    expect(world.written.slice(written).filter((item) => !item.includes('"pk":"L#'))).toEqual([]);
    for (let nth = 0; nth < 2; nth++) {
      const opened = await press(world, link);
      expect(opened).toMatchObject({ status: 303 });
      expect(opened.headers.location).toMatch(/^\/portal\/card/);
      expect(opened.cookies?.join()).toContain('__Host-portal=');
    }
    expect(world.written.filter((item) => item.includes(link))).toEqual([]);
  });

  it('our choice: only has a fresh one sent once it is seven days old, to the same address, once a day', async ({
    world,
  }) => {
    const shop = await shopWithMessages(world, ['payment_failed']);
    const member = await failing(world, shop);
    const old = secretIn(world);
    await world.advance(8 * DAY);
    expect((await show(world, old)).status).toBe(200);
    const asked = await press(world, old);
    expect(asked).toMatchObject({ status: 200 });
    expect(asked.cookies?.join()).not.toContain('__Host-portal=');
    await press(world, old);
    await world.advance(2 * MINUTE);
    expect(world.mails.sent.map(({ to }) => to)).toEqual([member.email, member.email]);
    expect((await press(world, secretIn(world))).status).toBe(303);
    await world.advance(DAY);
    await press(world, old);
    await world.advance(2 * MINUTE);
    expect(world.mails.sent).toHaveLength(3);
  });

  it('our choice: opens nothing once its subscriber has another address, nor does what it has opened', async ({
    world,
  }) => {
    const shop = await shopWithMessages(world, ['payment_failed']);
    const member = await failing(world, shop);
    const link = secretIn(world);
    const set = (await press(world, link)).cookies?.join() ?? '';
    const cookies = { '__Host-portal': /__Host-portal=([^;]+)/.exec(set)?.[1] ?? '' };
    const home = () => world.call('portal/show', { path: { page: 'home' }, cookies });
    expect((await home()).status).toBe(200);
    const body = { 'svc-id': member.svcId, email: 'right@example.com' };
    expect((await shop.call('subscribers/correct-customer', { body })).status).toBe(200);
    expect([(await show(world, link)).status, (await press(world, link)).status]).toEqual([410, 410]);
    expect((await home()).status).toBe(401);
  });

  it('our choice: is nothing without its secret', async ({ world }) => {
    expect((await show(world, 'a'.repeat(43))).status).toBe(404);
    expect((await press(world, '')).status).toBe(404);
  });
});
