import { describe, expect } from 'vitest';
import { Refusal } from '../../../lib/refusal.ts';
import { Conflict } from '../../../lib/table/table.ts';
import { it } from './fixtures.ts';
import { failure, REQUEST_ID, throwText } from './stage.ts';

const CARD = '5528790000000008';

/** An error with as many frames as asked for, and a message that quotes what a caller sent. */
function withFrames(error: Error, frames: number): Error {
  const lines = Array.from({ length: frames }, (_, at) => `    at place${at + 1} (/var/task/x.mjs:${at}:1)`);
  error.stack = [`${error.name}: ${error.message}`, `card ${CARD}`, ...lines].join('\n');
  return error;
}
const placesOf = (stack: unknown) => String(stack).match(/place\d+/g) ?? [];

describe('A refusal', () => {
  it('names the fields concerned, the provider’s code, and when to retry', async ({ throwing }) => {
    const details = [{ field: 'email', message: 'must be an address' }];
    const more = { message: 'Not so.', details, providerErrorCode: '10051', retryAfterSeconds: 0 };
    const { body, headers } = await throwing(new Refusal('payment_refused', more));
    expect(body).toEqual({ ...failure('payment_refused', 'Not so.'), details, providerErrorCode: '10051' });
    expect(headers).toMatchObject({ 'retry-after': '0', 'x-request-id': REQUEST_ID });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'ratelimit-remaining': '5999' });
  });

  it('is one log line with route, tenant and code, without its message', async ({ on, shop, throwing }) => {
    await throwing(new Refusal('invalid_request', { message: `card ${CARD}` }));
    const of = { requestId: REQUEST_ID, tenant: shop.id, route: 'plans/list', code: 'invalid_request' };
    expect(on.lines).toEqual([{ level: 'info', what: 'request refused', ...of }]);
  });

  it('with a status of 500 or more is a failure in the log, under the name of its cause or its own', async ({
    on,
    throwing,
  }) => {
    const cause = withFrames(new RangeError(CARD), 1);
    expect((await throwing(new Refusal('provider_unreachable', {}, cause))).status).toBe(503);
    await throwing(withFrames(new Refusal('payment_outcome_unknown'), 2));
    expect(on.lines).toMatchObject([
      { level: 'error', code: 'provider_unreachable', errorName: 'RangeError' },
      { code: 'payment_outcome_unknown', errorName: 'Refusal' },
    ]);
    expect(on.lines.map(({ stack }) => placesOf(stack))).toEqual([['place1'], ['place1', 'place2']]);
  });
});

describe('Any other error that is thrown', () => {
  it('is logged by its name and its eight innermost stack frames, never by its message', async ({
    on,
    throwing,
  }) => {
    const { status, body } = await throwing(withFrames(new SyntaxError(`card ${CARD}`), 20));
    expect([status, body.error]).toEqual([500, 'internal_error']);
    const [{ stack, errorName }] = on.lines as [Record<string, unknown>];
    expect(errorName).toBe('SyntaxError');
    expect(placesOf(stack)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((at) => `place${at}`));
    expect(JSON.stringify([body, on.lines])).not.toContain(CARD);
  });

  it('is logged as unknown where it is not an Error, and counted', async ({ on, failing }) => {
    expect((await failing(() => throwText(`card ${CARD}`))).status).toBe(500);
    expect(on.lines).toMatchObject([
      { code: 'internal_error', errorName: 'unknown' },
      { RequestsCrashed: 1, route: 'plans/list' },
    ]);
    expect(JSON.stringify(on.lines)).not.toContain(CARD);
  });

  it('is 409 concurrent_change where another request changed the record, which is no failure', async ({
    on,
    throwing,
  }) => {
    const { status, body } = await throwing(new Conflict([0], [{ pk: 'T#1', sk: 'S' }]));
    const words = 'The record was changed by another request at the same time; try again.';
    expect({ status, body }).toEqual({ status: 409, body: failure('concurrent_change', words) });
    expect(on.lines).toMatchObject([{ level: 'info', code: 'concurrent_change' }]);
  });
});
