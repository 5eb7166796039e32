import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startInbox, type Inbox } from '../../local/inbox.ts';
import { MovableClock } from '../../sandbox/clock.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');
let inbox: Inbox;

beforeAll(async () => {
  inbox = await startInbox({ clock: new MovableClock({ start: NOON, frozen: true }) });
  inbox.registerSecret('/hooks/a', 'secret');
});
afterAll(() => inbox.stop());
beforeEach(async () => {
  await fetch(`${inbox.url}/requests`, { method: 'DELETE' });
});

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(inbox.url + path, { method: 'POST', body, headers, redirect: 'manual' });
const arrived = async (path = '') => {
  const answer = await fetch(`${inbox.url}/requests${path && `?path=${path}`}`);
  return ((await answer.json()) as { requests: Record<string, unknown>[] }).requests;
};
const behave = (wish: object) =>
  fetch(`${inbox.url}/behaviour`, { method: 'POST', body: JSON.stringify(wish) });

describe('the inbox', () => {
  it('keeps what arrives, as it arrived, with the time of its clock', async () => {
    expect((await post('/hooks/a', '{"a": 1 }', { 'x-some': 'header' })).status).toBe(200);
    await post('/chat/a', 'hello');
    expect(await arrived('/hooks/a')).toMatchObject([
      {
        receivedAt: '2026-03-02T12:00:00.000Z',
        method: 'POST',
        path: '/hooks/a',
        headers: { 'x-some': 'header' },
        body: '{"a": 1 }',
        status: 200,
      },
    ]);
    expect((await arrived()).length).toBe(2);
  });

  it('says whether the signature verifies, where it knows the secret', async () => {
    const good = `sha256=${createHmac('sha256', 'secret').update('body').digest('hex')}`;
    await post('/hooks/a', 'body', { 'x-svc-signature': good });
    await post('/hooks/a', 'Body', { 'x-svc-signature': good });
    await post('/hooks/unknown', 'body', { 'x-svc-signature': good });
    expect((await arrived()).map(({ verified }) => verified)).toEqual([true, false, null]);
  });

  it('behaves as it is told, for as often as it is told', async () => {
    await behave({ path: '/hooks/a', status: 503, times: 2 });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await post('/hooks/a', '')).status);
    expect(statuses).toEqual([503, 503, 200]);
    await behave({ path: '/hooks/a', redirectTo: 'http://127.0.0.1:1/', times: 1 });
    expect((await post('/hooks/a', '')).headers.get('location')).toBe('http://127.0.0.1:1/');
    await behave({ path: '/hooks/a', bodyBytes: 5000, times: 1 });
    expect((await (await post('/hooks/a', '')).text()).length).toBe(5000);
  });

  it('can leave a caller without an answer', async () => {
    await behave({ path: '/hooks/a', hang: true, times: 1 });
    const signal = AbortSignal.timeout(200);
    await expect(fetch(`${inbox.url}/hooks/a`, { method: 'POST', signal })).rejects.toThrow();
    expect((await arrived()).length).toBe(1);
  });

  it('shows a page that needs nothing from elsewhere', async () => {
    const answer = await fetch(`${inbox.url}/`);
    const page = await answer.text();
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(page).toContain('<html lang="en">');
    expect(page).not.toMatch(/(src|href)="https?:/);
  });
});
