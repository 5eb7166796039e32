import { describe, expect } from 'vitest';
import { forTenants } from '../../../lib/http/endpoint.ts';
import { Busy, Conflict } from '../../../lib/table/table.ts';
import { call, failure, REQUEST_ID, throwText } from './stage.ts';
import { it } from './fixtures.ts';
import { failedLine, withFrames, placesOf } from './failing.ts';
import { routeNamed } from '../../../functions/routes.ts';

const OUR_FAULT = failure(
  'internal_error',
  'Something went wrong on our side; repeat the request, and report the X-Request-Id if it stays so.',
);
const NOT_NOW = failure('temporarily_unavailable', 'The service is temporarily unavailable; try again.');

describe('Any other error that is thrown', () => {
  it('is answered with 500 without details', async ({ throwing }) => {
    const { status, body, headers } = await throwing(new TypeError('table Billing-prod: secret svcs_1'));
    expect({ status, body }).toEqual({ status: 500, body: OUR_FAULT });
    expect(headers['x-request-id']).toBe(REQUEST_ID);
    expect(headers).not.toHaveProperty('retry-after');
  });

  it('is logged by its name and its eight innermost stack frames, never by its message', async ({
    on,
    shop,
    throwing,
  }) => {
    await throwing(withFrames(new SyntaxError('card 5528790000000008'), 20));
    const [{ stack, ...line }] = on.lines as [Record<string, unknown>];
    expect(line).toEqual(failedLine(shop, 'internal_error', 'SyntaxError'));
    expect(String(stack).split('\n')).toHaveLength(8);
    expect(placesOf(stack)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((at) => `place${at}`));
    expect(JSON.stringify(on.lines)).not.toContain('5528790000000008');
  });

  it('is logged without stack frames where it has none', async ({ on, throwing }) => {
    const error = new Error('no stack');
    delete error.stack;
    expect((await throwing(error)).status).toBe(500);
    expect(on.lines[0]).toMatchObject({ errorName: 'Error', stack: '' });
  });

  it('is logged as unknown where it is not an Error', async ({ on, shop, failing }) => {
    const { status, body } = await failing(() => throwText('card 5528790000000008'));
    expect({ status, body }).toEqual({ status: 500, body: OUR_FAULT });
    expect(on.lines).toEqual([
      failedLine(shop, 'internal_error', 'unknown'),
      expect.objectContaining({ RequestsCrashed: 1, route: 'plans/list' }),
    ]);
  });

  it('is 409 concurrent_change where another request changed the record, without naming the cause in answer or log', async ({
    on,
    throwing,
  }) => {
    const { status, body, headers } = await throwing(new Conflict([0], [{ pk: 'T#1', sk: 'S' }]));
    const words = 'The record was changed by another request at the same time; try again.';
    expect({ status, body }).toEqual({ status: 409, body: failure('concurrent_change', words) });
    expect(headers).not.toHaveProperty('retry-after');
    expect(on.lines).toMatchObject([{ level: 'info', code: 'concurrent_change' }]);
  });

  it.for<[string, Error, string]>([
    ['a table that throttles', new Busy(new Error('throttled')), 'Busy'],
    [
      'a key service that throttles',
      Object.assign(new Error(), { name: 'ThrottlingException' }),
      'ThrottlingException',
    ],
    ['a queue that takes nothing', Object.assign(new Error(), { name: 'NotTaken' }), 'NotTaken'],
    ['a part that cannot be reached', Object.assign(new Error(), { code: 'ECONNREFUSED' }), 'Error'],
    ['a part that fails on its own side', Object.assign(new Error(), { $fault: 'server' }), 'Error'],
  ])(
    'is 503 with a retry after one second where it is %s',
    async ([_what, error, errorName], { on, throwing }) => {
      const { status, body, headers } = await throwing(error);
      expect({ status, body }).toEqual({ status: 503, body: NOT_NOW });
      expect(headers['retry-after']).toBe('1');
      expect(on.lines).toMatchObject([{ level: 'error', code: 'temporarily_unavailable', errorName }]);
    },
  );

  it('of one request does not affect the answer to the next', async ({ on, shop }) => {
    let times = 0;
    const handler = forTenants(routeNamed('plans/list'), {
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
