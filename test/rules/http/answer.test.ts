import { beforeEach, describe, expect, it } from 'vitest';
import type { Reply } from '../../../lib/http/answer.ts';
import { page, redirectTo } from '../../../lib/http/reply.ts';
import { forAnyone, forTenants } from '../../../lib/http/endpoint.ts';
import { addShop, call, REQUEST_ID, stage, type Stage } from './stage.ts';
import { routeNamed } from '../../../functions/routes.ts';

let on: Stage;
beforeEach(() => {
  on = stage();
});

const replying = (reply: Reply) =>
  call(
    forAnyone(routeNamed('checkout/callback'), { input: () => undefined, run: async () => reply })(on.app),
    'checkout/callback',
  );

/** What every page forbids the browser. */
const OF_PAGES = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'strict-transport-security': 'max-age=63072000',
};

describe('The result of an endpoint', () => {
  it('is answered with 200 as JSON that is not cached, with the request id', async () => {
    const { headers } = await addShop(on);
    const list = forTenants(routeNamed('plans/list'), {
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

  it('is a redirect followed by GET, where declared', async () => {
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

  it('is a page that is not cached, where declared', async () => {
    expect(await replying(page(404, { html: '<p>Unknown</p>', headers: {} }))).toEqual({
      status: 404,
      text: '<p>Unknown</p>',
      body: {},
      headers: {
        ...OF_PAGES,
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-request-id': REQUEST_ID,
      },
    });
  });

  it('is a page with its own headers, where given', async () => {
    const { headers } = await replying(
      page(200, { html: '', headers: { 'content-security-policy': "default-src 'none'" } }),
    );
    expect(headers).toEqual({
      ...OF_PAGES,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'",
      'x-request-id': REQUEST_ID,
    });
  });
});
