import { describe, expect } from 'vitest';
import { it as test } from '../../support/world/fixtures.ts';
import { subscribe } from '../../support/world/shop.ts';
import { hook, minutePasses } from './webhook-settings.ts';

const it = test.extend('settings', () => ({ webhook: null }));

describe('spec: Account: chat', () => {
  it('PUT and DELETE /account/chat set and clear where chat messages go', async ({ world, shop }) => {
    const url = `${hook(world, shop)}/chat`;
    const set = await shop.call('account/set-chat', { body: { url } });
    expect(set.body).toEqual({ status: 'success', data: { url } });
    await minutePasses(world);
    await subscribe(world, shop);
    const chats = () => world.receiver.arrivals.filter(({ path }) => path === `${shop.hook}/chat`);
    expect(chats()).toHaveLength(1);
    expect((await shop.call('account/clear-chat')).body).toEqual({ status: 'success', data: null });
    await minutePasses(world);
    await subscribe(world, shop);
    expect(chats()).toHaveLength(1);
  });

  it('a forbidden address is 400 forbidden_target', async ({ shop }) => {
    const answer = await shop.call('account/set-chat', { body: { url: 'https://192.168.1.1/' } });
    expect(answer).toMatchObject({ status: 400, body: { error: 'forbidden_target' } });
  });
});
