import { describe, expect } from 'vitest';
import { it } from './fixtures.ts';
import { failure } from './stage.ts';

const REUSED = failure(
  'idempotency_key_reused',
  'This idempotency key was used with another request; use a new key for a new request.',
);
const isReplay = ({ headers }: { headers: Record<string, string> }) => headers['idempotent-replayed'];

describe('A request with an Idempotency-Key', () => {
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
});
