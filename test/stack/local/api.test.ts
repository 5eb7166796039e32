import { describe, expect, it } from 'vitest';
import { NOW, openApi } from './api-stage.ts';

const stage = await openApi();
const { ask } = stage;

it('leaves closing an idle connection to the caller', async () => {
  stage.result = { statusCode: 200 };
  const { headers } = await ask('GET', '/things/special', { connection: 'keep-alive' });
  expect(headers.connection).toBe('keep-alive');
  expect(headers).not.toHaveProperty('keep-alive');
});

describe('the event', () => {
  it('has the shape of payload format 2.0', async () => {
    stage.result = { statusCode: 200 };
    await ask('GET', '/things/a%20b?q=1&q=2&empty=&sp=a%2Bb+c', {
      'User-Agent': 'test',
      'X-Two': ['1', '2'],
      Cookie: 'a=1; b=2',
    });
    expect(stage.seen).toMatchObject({
      version: '2.0',
      routeKey: 'GET /things/{id}',
      rawPath: '/things/a b',
      rawQueryString: 'q=1&q=2&empty=&sp=a%2Bb+c',
      cookies: ['a=1', 'b=2'],
      queryStringParameters: { q: '1,2', empty: '', sp: 'a+b c' },
      pathParameters: { id: 'a b' },
      headers: { 'x-two': '1, 2', 'user-agent': 'test' },
      isBase64Encoded: false,
      requestContext: {
        http: {
          method: 'GET',
          path: '/things/a b',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'test',
        },
        stage: '$default',
        time: '02/Mar/2026:04:05:06 +0000',
        timeEpoch: NOW,
      },
    });
    expect(stage.seen).not.toHaveProperty('headers.cookie');
    expect(stage.seen).not.toHaveProperty('body');
  });

  it('omits absent fields', async () => {
    await ask('POST', '/things');
    expect(Object.keys(stage.seen ?? {})).not.toEqual(
      expect.arrayContaining(['cookies', 'queryStringParameters', 'pathParameters', 'body']),
    );
  });

  it.each<[string | undefined, boolean]>([
    ['application/json', false],
    ['application/json; charset=utf-8', false],
    ['text/plain', false],
    ['application/xml', false],
    ['application/javascript', false],
    ['application/x-www-form-urlencoded', true],
    ['application/problem+json', true],
    ['application/octet-stream', true],
    [undefined, true],
  ])('a body of type %s is base64: %s', async (type, encoded) => {
    await ask('POST', '/things', type === undefined ? {} : { 'content-type': type }, 'a=ü');
    expect(stage.seen).toMatchObject({
      isBase64Encoded: encoded,
      body: encoded ? Buffer.from('a=ü').toString('base64') : 'a=ü',
    });
  });

  it('takes the most specific route', async () => {
    await ask('GET', '/things/special');
    expect(stage.seen?.routeKey).toBe('GET /things/special');
    await ask('DELETE', '/all/a/b');
    expect(stage.seen).toMatchObject({ routeKey: 'ANY /all/{rest+}', pathParameters: { rest: 'a/b' } });
  });
});
