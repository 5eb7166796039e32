import { describe, expect } from 'vitest';
import { Reply } from '../../../lib/http/answer.ts';
import type { HttpRequest } from '../../../lib/http/call.ts';
import { forTenants } from '../../../lib/http/endpoint.ts';
import { idempotency } from '../../../lib/http/idempotency.ts';
import { routeNamed } from '../../../functions/routes.ts';
import { it } from './fixtures.ts';
import { fingerprintOf } from '../../../lib/text/fingerprint.ts';
import { call, failure, START } from './stage.ts';

const REDACTED = { card: '[redacted]', identityNumber: '[redacted]' };
const REUSED = failure(
  'idempotency_key_reused',
  'This idempotency key was used with another request; use a new key for a new request.',
);
const isReplay = ({ headers }: { headers: Record<string, string> }) => headers['idempotent-replayed'];

describe('A request with an Idempotency-Key', () => {
  it('is executed once; the second request gets the first answer, marked as a replay', async ({
    on,
    one,
  }) => {
    const first = await one.ask({ a: 1 });
    expect(first).toMatchObject({ status: 200, text: '{"status":"success","time":1}' });
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    on.clock.now = START + 1_000;
    expect(await one.ask({ a: 1 })).toEqual({
      status: 200,
      text: '{"status":"success","time":1}',
      body: { status: 'success', time: 1 },
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'idempotent-replayed': 'true',
        'ratelimit-limit': '1500',
        'ratelimit-remaining': '1498',
        'ratelimit-reset': '59',
        'x-request-id': 'request-1',
      },
    });
    expect(one.references).toEqual(['id-1']);
  });

  it('is stored with its answer, without headers and without the request', async ({ one }) => {
    await one.ask({ name: 'Ayşe' });
    expect(await one.stored()).toEqual({
      idempotencyKey: 'one',
      state: 'DONE',
      fingerprint: fingerprintOf(['subscribers/cancel', { name: 'Ayşe', ...REDACTED }]),
      reference: 'id-1',
      startedAt: START,
      lease: START + 60_000,
      tries: 1,
      writer: 'nonce-1',
      answer: { status: 200, body: '{"status":"success","time":1}' },
    });
  });

  it('is stored with the status and body of its answer, by default 200 and empty', async ({ one }) => {
    one.does = async () => new Reply({ statusCode: 303, body: 'gone' });
    await one.ask({});
    expect((await one.stored())?.answer).toEqual({ status: 303, body: 'gone' });
    one.does = async () => new Reply({});
    await one.ask({}, { key: 'two' });
    expect((await one.stored('two'))?.answer).toEqual({ status: 200, body: '' });
  });

  it('is stored without our secrets, and otherwise verbatim, whatever text it quotes', async ({ one }) => {
    const [other, quoted] = [`svcs_${'x'.repeat(43)}_0123abcd`, ['svcs_"', 'a"svcs_b']];
    one.does = async (_time, app) => {
      const apiSecret = `svcs_${app.newSecret()}_0123abcd`;
      const secret = `whsec_${Buffer.from(app.newSecret(), 'base64url').toString('base64')}`;
      const link = `https://billing.example/enter?link=${app.newSecret()}`;
      return { status: 'success', data: { apiSecret, secret, link, other, quoted } };
    };
    await one.ask({});
    const again = await one.ask({});
    expect(isReplay(again)).toBe('true');
    const data = { apiSecret: null, secret: null, link: null, other, quoted };
    expect(again.body).toEqual({ status: 'success', data });
  });

  it('makes two writes, and none without the header', async ({ on, shop, one }) => {
    await one.ask({});
    expect(on.asked).toEqual(['getMany', 'apply', 'apply']);
    const plain = forTenants(routeNamed('subscribers/cancel'), {
      input: () => undefined,
      run: async () => ({}),
    });
    await call(plain(on.app), 'subscribers/cancel', { headers: shop.headers, body: {} });
    expect(on.asked).toEqual(['getMany', 'apply', 'apply']);
    expect(on.lines).toEqual([]);
  });

  it('is not stored where no tenant is known', async ({ on }) => {
    const headers = { 'idempotency-key': 'one' };
    const request = { event: { headers }, context: { found: {} } } as unknown as HttpRequest;
    const middleware = idempotency(on.app, routeNamed('subscribers/cancel'), false);
    expect(await middleware.before(request)).toBeUndefined();
    await middleware.after(request);
    expect(on.asked).toEqual([]);
  });
});

describe('An Idempotency-Key', () => {
  it.for(['', ' x', 'x ', 'a b', 'ü', 'xü', 'üx', '\u007f', 'x\n', 'x'.repeat(256)])(
    'is refused with 400 and not used where it is not 1 to 255 visible characters: %j',
    async (wrong, { on, one }) => {
      const { status, body } = await one.ask({}, { key: wrong });
      const message = 'must be 1 to 255 visible ASCII characters';
      expect({ status, body }).toEqual({
        status: 400,
        body: {
          ...failure('invalid_request', `Idempotency-Key: ${message}`),
          details: [{ field: 'Idempotency-Key', message }],
        },
      });
      expect(on.asked).toEqual(['getMany']);
      expect(one.references).toEqual([]);
    },
  );

  it.for(['x', '!', '~', '{"a":1}', 'x'.repeat(255)])('may be %j', async (right, { one }) => {
    expect((await one.ask({}, { key: right })).status).toBe(200);
    expect(isReplay(await one.ask({}, { key: right }))).toBe('true');
  });

  it('is read after credentials, limits, body and input', async ({ on, one }) => {
    expect((await one.ask({}, { shop: { id: '', headers: {} } })).status).toBe(401);
    expect((await one.ask({}, { raw: '{' })).body.error).toBe('malformed_json');
    expect((await one.ask({ wrong: 1 })).body.error).toBe('invalid_request');
    expect(on.asked).not.toContain('apply');
  });
});

describe('The same request', () => {
  it.for<[string, string, string]>([
    ['members in another order', '{"a":1,"b":{"c":[1,2],"d":null}}', '{"b":{"d":null,"c":[1,2]},"a":1}'],
    ['three in another order', '{"c":1,"a":2,"b":3}', '{"b":3,"c":1,"a":2}'],
    ['other white space', '{"a":1}', ' { "a" : 1 } '],
    ['another card', '{"paymentCard":{"cardNumber":"1"},"a":1}', '{"paymentCard":{"cardNumber":"2"},"a":1}'],
    ['another national id', '{"identityNumber":"12345678901"}', '{"identityNumber":"10987654321"}'],
    ['no card', '{"a":1,"paymentCard":{}}', '{"a":1}'],
  ])('is recognised with %s', async ([_what, first, again], { one }) => {
    await one.ask({}, { raw: first });
    expect(isReplay(await one.ask({}, { raw: again }))).toBe('true');
    expect(one.references).toHaveLength(1);
  });

  it.for<[string, string, string]>([
    ['another value', '{"a":1}', '{"a":2}'],
    ['another type', '{"a":1}', '{"a":"1"}'],
    ['another name', '{"a":1}', '{"b":1}'],
    ['a further member', '{"a":1}', '{"a":1,"b":null}'],
    ['a value deeper down', '{"a":{"b":[{"c":1}]}}', '{"a":{"b":[{"c":2}]}}'],
    ['a list in another order', '{"a":[1,2]}', '{"a":[2,1]}'],
    ['null for an empty object', '{"a":null}', '{"a":{}}'],
    ['an object for the list of its pairs', '{"a":{"b":1}}', '{"a":[["b",1]]}'],
  ])('is a different request with %s, and is refused with 422', async ([_what, first, again], { one }) => {
    await one.ask({}, { raw: first });
    const { status, body, headers } = await one.ask({}, { raw: again });
    expect({ status, body }).toEqual({ status: 422, body: REUSED });
    expect(headers).not.toHaveProperty('idempotent-replayed');
    expect(one.references).toHaveLength(1);
  });

  it('is a different request at another route', async ({ one }) => {
    await one.ask({});
    expect((await one.ask({}, { name: 'subscribers/undo-cancel' })).status).toBe(422);
  });

  it('is identified by a hash of the route and the parsed input, without card and national id', async ({
    one,
  }) => {
    const card = { cardNumber: '5528790000000008' };
    const body = { z: [{ b: 1, a: 'x' }], paymentCard: card, identityNumber: '12345678901', B: null };
    await one.ask(body, { name: 'checkout/initialize-direct' });
    const input = { B: null, z: [{ a: 'x', b: 1 }], ...REDACTED };
    expect((await one.stored())?.fingerprint).toBe(fingerprintOf(['checkout/initialize-direct', input]));
  });
});
