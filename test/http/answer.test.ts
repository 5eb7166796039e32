import { beforeEach, describe, expect, it } from 'vitest';
import type { Reply } from '../../lib/http/answer.ts';
import { page, redirectTo } from '../../lib/http/reply.ts';
import { endpoint, openEndpoint } from '../../lib/http/endpoint.ts';
import { addShop, call, REQUEST_ID, stage, type Stage } from './stage.ts';

let on: Stage;
beforeEach(() => {
  on = stage();
});

const replying = (reply: Reply) =>
  call(
    openEndpoint('checkout/callback', { input: () => undefined, run: async () => reply })(on.app),
    'checkout/callback',
  );

describe('What an endpoint gives back', () => {
  it('is answered with 200 as JSON that nobody keeps, with the id of the request', async () => {
    const { headers } = await addShop(on);
    const list = endpoint('plans/list', {
      input: () => undefined,
      run: async () => ({ status: 'success', n: 1 }),
    });
    expect(await call(list(on.app), 'plans/list', { headers })).toEqual({
      status: 200,
      text: '{"status":"success","n":1}',
      body: { status: 'success', n: 1 },
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'ratelimit-limit': '6000',
        'ratelimit-remaining': '5999',
        'ratelimit-reset': '60',
        'x-request-id': REQUEST_ID,
      },
    });
  });

  it('is a redirect that goes on by GET, where it says so', async () => {
    expect(await replying(redirectTo('https://shop.example/done?status=success'))).toEqual({
      status: 303,
      text: '',
      body: {},
      headers: {
        location: 'https://shop.example/done?status=success',
        'cache-control': 'no-store',
        'x-request-id': REQUEST_ID,
      },
    });
  });

  it('is a page that nobody keeps, where it says so', async () => {
    expect(await replying(page(404, { html: '<p>Unknown</p>', headers: {} }))).toEqual({
      status: 404,
      text: '<p>Unknown</p>',
      body: {},
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-request-id': REQUEST_ID,
      },
    });
  });

  it('is a page with headers of its own, where it has some', async () => {
    const { headers } = await replying(
      page(200, { html: '', headers: { 'content-security-policy': "default-src 'none'" } }),
    );
    expect(headers).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'",
      'x-request-id': REQUEST_ID,
    });
  });
});
