import { request, type IncomingMessage, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway } from '../../local/gateway.ts';
import { type Event, NOW, portOf } from './api-stage.ts';

let server: Server;
let seen: Event | undefined;
let result: unknown;

const pool = {
  invoke: (event: unknown) => {
    seen = event as Event;
    return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
  },
};

beforeAll(async () => {
  const keys = ['GET /things/{id}', 'GET /things/special', 'ANY /all/{rest+}', 'POST /things'];
  const routes = keys.map((routeKey) => ({ routeKey, pool }));
  server = await startGateway(
    routes,
    0,
    () => undefined,
    () => NOW,
  );
});
afterAll(() => server.close());

/** Sends a request exactly as written: no client tidies its path or adds a content type. */
async function ask(
  method: string,
  path: string,
  headers: Record<string, string | string[]> = {},
  body?: Buffer | string,
  port = portOf(server),
): Promise<{ status: number; headers: IncomingMessage['headers']; body: string }> {
  seen = undefined;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, method, path, headers }, resolve);
    call.on('error', reject).end(body);
  });
  const chunks = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString() };
}

it('leaves it to the caller to close a connection that rests', async () => {
  result = { statusCode: 200 };
  const { headers } = await ask('GET', '/things/special', { connection: 'keep-alive' });
  expect(headers.connection).toBe('keep-alive');
  expect(headers).not.toHaveProperty('keep-alive');
});

describe('the event', () => {
  it('has the shape of payload format 2.0', async () => {
    result = { statusCode: 200 };
    await ask('GET', '/things/a%20b?q=1&q=2&empty=&sp=a%2Bb+c', {
      'User-Agent': 'test',
      'X-Two': ['1', '2'],
      Cookie: 'a=1; b=2',
    });
    expect(seen).toMatchObject({
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
    expect(seen).not.toHaveProperty('headers.cookie');
    expect(seen).not.toHaveProperty('body');
  });

  it('leaves out what is not there', async () => {
    await ask('POST', '/things');
    expect(Object.keys(seen ?? {})).not.toEqual(
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
    expect(seen).toMatchObject({
      isBase64Encoded: encoded,
      body: encoded ? Buffer.from('a=ü').toString('base64') : 'a=ü',
    });
  });

  it('takes the route that leaves least open', async () => {
    await ask('GET', '/things/special');
    expect(seen?.routeKey).toBe('GET /things/special');
    await ask('DELETE', '/all/a/b');
    expect(seen).toMatchObject({ routeKey: 'ANY /all/{rest+}', pathParameters: { rest: 'a/b' } });
  });
});
