import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { type ApiAnswer, openApi } from './api-stage.ts';

const stage = await openApi();
const { ask } = stage;

/** Sends bytes, whatever they are. */
async function rawly(bytes: string): Promise<ApiAnswer> {
  const socket = connect(stage.port, '127.0.0.1');
  socket.end(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => line.split(': ')));
  return { status: Number(first.split(' ')[1]), headers, body };
}

describe('the answer', () => {
  it('is what the function returned', async () => {
    stage.result = {
      statusCode: 201,
      headers: { 'x-number': 5 },
      cookies: ['a=1', 'b=2'],
      body: Buffer.from('ü').toString('base64'),
      isBase64Encoded: true,
    };
    const got = await ask('POST', '/things');
    expect(got).toMatchObject({
      status: 201,
      body: 'ü',
      headers: { 'x-number': '5', 'set-cookie': ['a=1', 'b=2'] },
    });
  });

  it('is the whole result as JSON where it has no status', async () => {
    stage.result = { some: 'thing' };
    expect(await ask('POST', '/things')).toMatchObject({
      status: 200,
      body: '{"some":"thing"}',
      headers: { 'content-type': 'application/json' },
    });
  });

  it('is 500 when the function fails, and 404 without a route, with the gateway’s own messages', async () => {
    stage.result = new Error('no');
    expect(await ask('POST', '/things')).toMatchObject({
      status: 500,
      body: '{"message":"Internal Server Error"}',
    });
    expect(await ask('PUT', '/things')).toMatchObject({ status: 404, body: '{"message":"Not Found"}' });
    expect((await ask('GET', '//')).status).toBe(404);
    expect((await ask('GET', '/things/')).status).toBe(404);
  });

  it.each<[string, number, string, () => Promise<ApiAnswer>]>([
    [
      'beyond 10 MB',
      413,
      'body_too_large',
      () => ask('POST', '/things', {}, Buffer.alloc(10 * 1024 * 1024 + 1)),
    ],
    ['for a broken path', 400, 'invalid_request', () => ask('GET', '/things/%E0%A4%A')],
    ['for what is no HTTP', 400, 'invalid_request', () => rawly('GET /things HTTP/9.9\r\n\r\n')],
  ])('is the service’s failure body %s', async (_, status, code, request) => {
    const answer = await request();
    expect(answer.status).toBe(status);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    const { error, errorCode, message, errorMessage, ...rest } = JSON.parse(answer.body) as Record<
      string,
      string
    >;
    expect([error, errorCode]).toEqual([code, code]);
    expect(message).toBe(errorMessage);
    expect(rest).toEqual({ status: 'failure' });
  });

  it.each(['HEAD', 'OPTIONS'])(
    'to %s of a path served with GET does not come from that route',
    async (method) => {
      expect((await ask(method, '/things/special')).status).toBe(404);
      expect(stage.seen).toBeUndefined();
      const { routeKey } = await stage.withDefault(async (port) => {
        stage.result = { statusCode: 405, headers: { allow: 'GET' }, body: 'no' };
        const answer = await ask(method, '/things/special', {}, undefined, port);
        expect(answer).toMatchObject({
          status: 405,
          headers: { allow: 'GET' },
          body: method === 'HEAD' ? '' : 'no',
        });
      });
      expect(routeKey).toBe('$default');
      expect(stage.seen).toMatchObject({ requestContext: { http: { method, path: '/things/special' } } });
    },
  );
});
