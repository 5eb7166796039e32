import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startInbox, type Inbox } from '../../../local/operator/inbox.ts';
import { freePort } from '../../../local/ports.ts';
import { MovableClock } from '../../../sandbox/clock.ts';

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
const behave = (options: object) =>
  fetch(`${inbox.url}/behaviour`, { method: 'POST', body: JSON.stringify(options) });

describe('the inbox', () => {
  it('stores requests as received, with the time of its clock', async () => {
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

  it('shows whether the signature verifies, where it has the secret', async () => {
    const good = `sha256=${createHmac('sha256', 'secret').update('body').digest('hex')}`;
    await post('/hooks/a', 'body', { 'x-svc-signature': good });
    await post('/hooks/a', 'Body', { 'x-svc-signature': good });
    await post('/hooks/unknown', 'body', { 'x-svc-signature': good });
    expect((await arrived()).map(({ verified }) => verified)).toEqual([true, false, null]);
  });

  it('behaves as configured, for the configured number of requests', async () => {
    await behave({ path: '/hooks/a', status: 503, times: 2 });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await post('/hooks/a', '')).status);
    expect(statuses).toEqual([503, 503, 200]);
    await behave({ path: '/hooks/a', redirectTo: 'http://127.0.0.1:1/', times: 1 });
    expect((await post('/hooks/a', '')).headers.get('location')).toBe('http://127.0.0.1:1/');
    await behave({ path: '/hooks/a', bodyBytes: 5000, times: 1 });
    expect((await (await post('/hooks/a', '')).text()).length).toBe(5000);
  });

  it('can leave a request unanswered', async () => {
    await behave({ path: '/hooks/a', hang: true, times: 1 });
    const signal = AbortSignal.timeout(200);
    await expect(fetch(`${inbox.url}/hooks/a`, { method: 'POST', signal })).rejects.toThrow();
    expect((await arrived()).length).toBe(1);
  });

  it.each<[object | string, string]>([
    [{ status: 500 }, '"path" takes a path such as /hooks/demo, not undefined.'],
    [{ path: '/elsewhere' }, '"path" takes a path such as /hooks/demo, not "/elsewhere".'],
    [{ path: '/hooks/a', status: 99 }, '"status" takes an HTTP status from 200 to 599, not 99.'],
    [{ path: '/hooks/a', hangs: true }, 'There is no "hangs" here; there is path, status, '],
    [{ path: '/hooks/a', delayMs: '5' }, '"delayMs" takes whole milliseconds from 0 to 2147483647, not "5".'],
    [{ path: '/hooks/a', delayMs: 2 ** 31 }, '"delayMs" takes whole milliseconds from 0 to 2147483647'],
    [{ path: '/hooks/a', bodyBytes: 1e12 }, '"bodyBytes" takes a whole number from 0 to 100000000'],
    ['[]', 'The body must be a JSON object.'],
  ])('refuses the behaviour %j', async (body, error) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(`${inbox.url}/behaviour`, { method: 'POST', body: text });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ error: expect.stringContaining(error) as string });
    expect((await post('/hooks/a', '')).status).toBe(200);
  });

  it('continues its numbering after everything was cleared', async () => {
    await post('/hooks/a', 'one');
    const [{ id: before } = {}] = await arrived();
    await fetch(`${inbox.url}/requests`, { method: 'DELETE' });
    await post('/hooks/a', 'two');
    const [{ id: after } = {}] = await arrived();
    expect(Number(after)).toBeGreaterThan(Number(before));
    const answer = await fetch(`${inbox.url}/requests?after=${Number(before)}`);
    expect(await answer.json()).toMatchObject({ requests: [{ body: 'two' }] });
  });
});

describe('resending', () => {
  const resend = async (body: object) => {
    const answer = await fetch(`${inbox.url}/resend`, { method: 'POST', body: JSON.stringify(body) });
    return { http: answer.status, ...((await answer.json()) as Record<string, unknown>) };
  };

  it('sends the same request again, with its signature', async () => {
    const good = `sha256=${createHmac('sha256', 'secret').update('bödy').digest('hex')}`;
    await post('/hooks/a', 'bödy', { 'x-svc-signature': good, 'x-svc-event': 'SUBSCRIBED' });
    const [first] = await arrived();
    expect(await resend({ id: first!.id })).toMatchObject({ http: 200, status: 200, error: null });
    const [, again] = await arrived();
    expect(again).toMatchObject({
      body: 'bödy',
      verified: true,
      headers: { 'x-svc-signature': good, 'x-svc-event': 'SUBSCRIBED' },
    });
  });

  it('goes to another receiver on this machine, whether it answers or not', async () => {
    await post('/hooks/a', 'body');
    const [{ id } = {}] = await arrived();
    expect(await resend({ id, to: `${inbox.url}/chat/mine` })).toMatchObject({ status: 200 });
    expect(await arrived('/chat/mine')).toMatchObject([{ body: 'body' }]);
    expect(await resend({ id, to: `http://127.0.0.1:${await freePort()}/` })).toMatchObject({
      http: 200,
      status: 0,
      error: 'nothing listens there',
    });
  });

  it.each<[object, number, string]>([
    [{ id: 999_999 }, 404, 'No request 999999 has arrived.'],
    [{}, 400, '"id" takes a whole number from 0, not undefined.'],
    [
      { id: 1, to: 'https://example.com/' },
      400,
      '"to" takes an address on this machine, not "https://example.com/".',
    ],
    [{ id: 1, to: 'http://127.0.0.1.example.com/' }, 400, '"to" takes an address on this machine'],
  ])('refuses %j', async (body, status, error) => {
    await post('/hooks/a', 'body');
    const [{ id } = {}] = await arrived();
    const asked = 'id' in body && body.id === 1 ? { ...body, id } : body;
    expect(await resend(asked)).toEqual({ http: status, error: expect.stringContaining(error) as string });
  });

  it('is verified with a configured secret', async () => {
    const secret = { path: '/hooks/own', secret: 'mine' };
    await fetch(`${inbox.url}/secrets`, { method: 'POST', body: JSON.stringify(secret) });
    const signature = `sha256=${createHmac('sha256', 'mine').update('body').digest('hex')}`;
    await post('/hooks/own', 'body', { 'x-svc-signature': signature });
    expect(await arrived('/hooks/own')).toMatchObject([{ verified: true }]);
  });
});
