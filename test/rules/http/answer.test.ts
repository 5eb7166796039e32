import { beforeEach, describe, expect, it } from 'vitest';
import type { Reply } from '../../../lib/http/answer.ts';
import { page } from '../../../lib/http/reply.ts';
import { forAnyone } from '../../../lib/http/endpoint.ts';
import { call, REQUEST_ID, stage, type Stage } from './stage.ts';
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
});
