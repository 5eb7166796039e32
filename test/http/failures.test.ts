import { beforeEach, describe, expect, it } from 'vitest';
import { endpoint, openEndpoint } from '../../lib/http/endpoint.ts';
import { Refusal } from '../../lib/refusal.ts';
import { Busy, Conflict } from '../../lib/table/table.ts';
import { addShop, call, failure, REQUEST_ID, stage, throwText, type Shop, type Stage } from './stage.ts';

let on: Stage;
let shop: Shop;
beforeEach(async () => {
  on = stage();
  shop = await addShop(on);
});

function failing(run: () => Promise<unknown>) {
  const handler = endpoint('plans/list', { input: () => undefined, run });
  return call(handler(on.app), 'plans/list', { headers: shop.headers });
}
const throwing = (error: Error) =>
  failing(async () => {
    throw error;
  });

/** An error with as many frames as asked for, and a message that quotes what a caller sent. */
function withFrames(error: Error, frames: number): Error {
  const lines = Array.from({ length: frames }, (_, at) => `    at place${at + 1} (/var/task/x.mjs:${at}:1)`);
  error.stack = [`${error.name}: ${error.message}`, 'card 5528790000000008', ...lines].join('\n');
  return error;
}
const placesOf = (stack: unknown) => String(stack).match(/place\d+/g) ?? [];

const OUR_FAULT = failure('internal_error', 'Something went wrong on our side.');
const NOT_NOW = failure('temporarily_unavailable', 'The service is temporarily unavailable; try again.');

describe('A refusal', () => {
  it('is answered in the one failure body, with its status and the headers of every answer', async () => {
    expect(await throwing(new Refusal('subscriber_not_found'))).toEqual({
      status: 404,
      text: JSON.stringify(failure('subscriber_not_found', 'There is no such subscriber.')),
      body: failure('subscriber_not_found', 'There is no such subscriber.'),
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

  it('names the fields it is about, the provider’s code, and when to come again', async () => {
    const details = [{ field: 'email', message: 'must be an address' }];
    const more = { message: 'Not so.', details, providerErrorCode: '10051', retryAfterSeconds: 7 };
    const { body, headers } = await throwing(new Refusal('payment_refused', more));
    expect(body).toEqual({ ...failure('payment_refused', 'Not so.'), details, providerErrorCode: '10051' });
    expect(headers['retry-after']).toBe('7');
    expect(headers).not.toHaveProperty('www-authenticate');
  });

  it('may ask to come again at once', async () => {
    const { headers } = await throwing(new Refusal('concurrent_change', { retryAfterSeconds: 0 }));
    expect(headers['retry-after']).toBe('0');
  });

  it('is one line of the log: route, tenant and code, and nothing of its words', async () => {
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

  it('is a line without a tenant where none is known', async () => {
    const handler = openEndpoint('checkout/page', {
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

  it('with a status of 500 or more is a failure in the log, under the name of its cause', async () => {
    const cause = withFrames(new RangeError('5528790000000008'), 1);
    const { status } = await throwing(new Refusal('provider_unreachable', {}, cause));
    expect(status).toBe(503);
    expect(on.lines).toEqual([
      {
        level: 'error',
        what: 'request failed',
        requestId: 'request-1',
        tenant: shop.id,
        route: 'plans/list',
        code: 'provider_unreachable',
        errorName: 'RangeError',
        stack: '    at place1 (/var/task/x.mjs:0:1)',
      },
    ]);
  });

  it('with a status of 500 or more and no cause is logged under its own name', async () => {
    await throwing(withFrames(new Refusal('payment_outcome_unknown'), 2));
    expect(on.lines[0]).toMatchObject({ errorName: 'Refusal', code: 'payment_outcome_unknown' });
    expect(placesOf(on.lines[0]!.stack)).toEqual(['place1', 'place2']);
  });
});

describe('Anything else that is thrown', () => {
  it('is answered with 500 and says nothing of what happened', async () => {
    const { status, body, headers } = await throwing(new TypeError('table Billing-prod: secret svcs_1'));
    expect({ status, body }).toEqual({ status: 500, body: OUR_FAULT });
    expect(headers['x-request-id']).toBe(REQUEST_ID);
    expect(headers).not.toHaveProperty('retry-after');
  });

  it('is logged by its name and its eight innermost places, never by its message', async () => {
    await throwing(withFrames(new SyntaxError('card 5528790000000008'), 20));
    const [{ stack, ...line }] = on.lines as [Record<string, unknown>];
    expect(line).toEqual({
      level: 'error',
      what: 'request failed',
      requestId: 'request-1',
      tenant: shop.id,
      route: 'plans/list',
      code: 'internal_error',
      errorName: 'SyntaxError',
    });
    expect(String(stack).split('\n')).toHaveLength(8);
    expect(placesOf(stack)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((at) => `place${at}`));
    expect(JSON.stringify(on.lines)).not.toContain('5528790000000008');
  });

  it('is logged without places where it has none', async () => {
    const error = new Error('no stack');
    delete error.stack;
    expect((await throwing(error)).status).toBe(500);
    expect(on.lines[0]).toMatchObject({ errorName: 'Error', stack: '' });
  });

  it('is logged as unknown where it is no error at all', async () => {
    const { status, body } = await failing(() => throwText('card 5528790000000008'));
    expect({ status, body }).toEqual({ status: 500, body: OUR_FAULT });
    expect(on.lines).toEqual([
      {
        level: 'error',
        what: 'request failed',
        requestId: 'request-1',
        tenant: shop.id,
        route: 'plans/list',
        code: 'internal_error',
        errorName: 'unknown',
      },
      expect.objectContaining({ RequestsCrashed: 1, route: 'plans/list' }),
    ]);
  });

  it('is 409 concurrent_change where another request changed the record, and names that cause nowhere', async () => {
    const { status, body, headers } = await throwing(new Conflict([0], [{ pk: 'T#1', sk: 'S' }]));
    const words = 'The record was changed by another request at the same time; try again.';
    expect({ status, body }).toEqual({ status: 409, body: failure('concurrent_change', words) });
    expect(headers).not.toHaveProperty('retry-after');
    expect(on.lines).toMatchObject([{ level: 'info', code: 'concurrent_change' }]);
  });

  it.each([
    ['a table that throttles', new Busy(new Error('throttled')), 'Busy'],
    [
      'a key service that throttles',
      Object.assign(new Error(), { name: 'ThrottlingException' }),
      'ThrottlingException',
    ],
    ['a queue that takes nothing', Object.assign(new Error(), { name: 'NotTaken' }), 'NotTaken'],
    ['a part that cannot be reached', Object.assign(new Error(), { code: 'ECONNREFUSED' }), 'Error'],
    ['a part that fails on its own side', Object.assign(new Error(), { $fault: 'server' }), 'Error'],
  ])('is 503 and worth another try in a second where it is %s', async (_what, error, errorName) => {
    const { status, body, headers } = await throwing(error);
    expect({ status, body }).toEqual({ status: 503, body: NOT_NOW });
    expect(headers['retry-after']).toBe('1');
    expect(on.lines).toMatchObject([{ level: 'error', code: 'temporarily_unavailable', errorName }]);
  });

  it('of one request is not told in the answer to the next', async () => {
    let times = 0;
    const handler = endpoint('plans/list', {
      input: () => undefined,
      run: async () => {
        if (++times === 1) throw new Error('once');
        return {};
      },
    })(on.app);
    const statuses = [];
    for (let i = 0; i < 2; i++)
      statuses.push((await call(handler, 'plans/list', { headers: shop.headers })).status);
    expect(statuses).toEqual([500, 200]);
  });
});
