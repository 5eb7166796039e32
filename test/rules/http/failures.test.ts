import { describe, expect } from 'vitest';
import { forAnyone } from '../../../lib/http/endpoint.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { call, failure, REQUEST_ID } from './stage.ts';
import { it } from './fixtures.ts';
import { failedLine, withFrames, placesOf } from './failing.ts';
import { routeNamed } from '../../../functions/routes.ts';

describe('A refusal', () => {
  it('is answered in the one failure body, with its status and the headers of every answer', async ({
    throwing,
  }) => {
    expect(await throwing(new Refusal('subscriber_not_found'))).toEqual({
      status: 404,
      text: JSON.stringify(
        failure(
          'subscriber_not_found',
          'There is no such subscriber; GET /subscribers/list finds one by its e-mail address.',
        ),
      ),
      body: failure(
        'subscriber_not_found',
        'There is no such subscriber; GET /subscribers/list finds one by its e-mail address.',
      ),
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

  it('names the fields concerned, the provider’s code, and when to retry', async ({ throwing }) => {
    const details = [{ field: 'email', message: 'must be an address' }];
    const more = { message: 'Not so.', details, providerErrorCode: '10051', retryAfterSeconds: 7 };
    const { body, headers } = await throwing(new Refusal('payment_refused', more));
    expect(body).toEqual({ ...failure('payment_refused', 'Not so.'), details, providerErrorCode: '10051' });
    expect(headers['retry-after']).toBe('7');
    expect(headers).not.toHaveProperty('www-authenticate');
  });

  it('may ask for an immediate retry', async ({ throwing }) => {
    const { headers } = await throwing(new Refusal('concurrent_change', { retryAfterSeconds: 0 }));
    expect(headers['retry-after']).toBe('0');
  });

  it('is one log line with route, tenant and code, without its message', async ({ on, shop, throwing }) => {
    await throwing(new Refusal('invalid_request', { message: 'card 5528790000000008' }));
    expect(on.lines).toEqual([
      {
        level: 'info',
        what: 'request refused',
        requestId: 'request-1',
        tenant: shop.id,
        route: 'plans/list',
        code: 'invalid_request',
      },
    ]);
  });

  it('is a log line without a tenant where none is known', async ({ on }) => {
    const handler = forAnyone(routeNamed('checkout/page'), {
      input: () => undefined,
      run: () => Promise.reject(new Refusal('checkout_not_found')),
    });
    expect((await call(handler(on.app), 'checkout/page')).status).toBe(404);
    expect(on.lines).toEqual([
      {
        level: 'info',
        what: 'request refused',
        requestId: 'request-1',
        route: 'checkout/page',
        code: 'checkout_not_found',
      },
    ]);
  });

  it('with a status of 500 or more is a failure in the log, under the name of its cause', async ({
    on,
    shop,
    throwing,
  }) => {
    const cause = withFrames(new RangeError('5528790000000008'), 1);
    const { status } = await throwing(new Refusal('provider_unreachable', {}, cause));
    expect(status).toBe(503);
    expect(on.lines).toEqual([
      {
        ...failedLine(shop, 'provider_unreachable', 'RangeError'),
        stack: '    at place1 (/var/task/x.mjs:0:1)',
      },
    ]);
  });

  it('with a status of 500 or more and no cause is logged under its own name', async ({ on, throwing }) => {
    await throwing(withFrames(new Refusal('payment_outcome_unknown'), 2));
    expect(on.lines[0]).toMatchObject({ errorName: 'Refusal', code: 'payment_outcome_unknown' });
    expect(placesOf(on.lines[0]!.stack)).toEqual(['place1', 'place2']);
  });
});
