import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from 'aws-lambda';
import type { HttpEvent, HttpResult } from '../../../lib/http/call.ts';
import { forAnyone, forTenants } from '../../../lib/http/endpoint.ts';
import { routeNamed } from '../../../functions/routes.ts';
import { compressing } from '../../../lib/http/compressed.ts';
import { isMultipart, multipartIn } from '../../../lib/http/multipart.ts';
import { addShop, call, failure, stage, type Shop, type Stage } from './stage.ts';

let on: Stage;
let shop: Shop;
beforeEach(async () => {
  on = stage();
  shop = await addShop(on);
});

const NOT_JSON = failure(
  'malformed_json',
  'The request body is not valid JSON; send one JSON object in UTF-8.',
);
const NO_OBJECT = failure('invalid_request', 'The request body must be a JSON object.');
const TOO_LARGE = failure('body_too_large', 'The request body is larger than 64 KB.');
const WRONG_TYPE = failure(
  'unsupported_media_type',
  'The request body must be JSON; send it with Content-Type: application/json.',
);

const cancel = forTenants(routeNamed('subscribers/cancel'), {
  input: ({ body }) => body,
  run: async ({ input }) => ({ input }),
});
const receive = forAnyone(routeNamed('notifications/receive'), {
  input: ({ body }) => body,
  run: async ({ input }) => ({ input }),
});

function send(raw: string | undefined, type?: string, change: Partial<HttpEvent> = {}) {
  const headers = { ...shop.headers, ...(type !== undefined && { 'content-type': type }) };
  return call(cancel(on.app), 'subscribers/cancel', { headers, ...(raw !== undefined && { raw }) }, change);
}
const sendJson = (raw: string, change?: Partial<HttpEvent>) => send(raw, 'application/json', change);
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** A JSON object of so many bytes, made of characters of `width` bytes. */
function objectOf(bytes: number, filler = 'x'): string {
  const empty = '{"filler":""}';
  const [width, room] = [Buffer.byteLength(filler), bytes - empty.length];
  const text = filler.repeat(Math.floor(room / width)) + 'x'.repeat(room % width);
  return `{"filler":"${text}"}`;
}

describe('A JSON body', () => {
  it('reaches the endpoint parsed', async () => {
    const { status, body } = await sendJson('{"text":"ü","number":1,"list":[true,null,{"deep":"x"}]}');
    expect(status).toBe(200);
    expect(body).toEqual({ input: { text: 'ü', number: 1, list: [true, null, { deep: 'x' }] } });
  });

  it.each([
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"; v=1',
    'application/json; charset=utf8',
    'application/json ; charset=utf-8',
    'application/merge-patch+json',
    'Application/JSON',
  ])('may have the content type %s', async (type) => {
    expect((await send('{}', type)).status).toBe(200);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', '', 'application/jsonp'])(
    'is refused with 415 when its content type is %j',
    async (type) => {
      const { status, body } = await send('{}', type);
      expect([status, body]).toEqual([415, WRONG_TYPE]);
    },
  );

  it.each([' ', '{', '{"card":"5528790000000008"', '{"a":1}x', "{'a':1}", '{"__proto__":{"a":1}}'])(
    'is refused with 400 when it is %j, which is not quoted',
    async (raw) => {
      const { status, body } = await sendJson(raw);
      expect([status, body]).toEqual([400, NOT_JSON]);
    },
  );

  it.each([undefined, 'application/json', 'application/x-www-form-urlencoded'])(
    'that is absent has no fields, even where a client sends a content type: %s',
    async (type) => {
      for (const raw of [undefined, '']) {
        const { status, body } = await send(raw, type);
        expect([status, body]).toEqual([200, { input: {} }]);
      }
    },
  );

  it.each([
    'application/json; charset=iso-8859-9',
    'application/json;charset="windows-1254"',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8x',
    'application/json; charset=',
  ])('is refused with 415 when its content type names another charset: %s', async (type) => {
    const { status, body } = await send('{}', type);
    expect([status, body]).toEqual([
      415,
      failure('unsupported_media_type', 'The request body must be UTF-8.'),
    ]);
  });

  it.each(['[]', '[{}]', 'null', '"text"', '7', 'true'])(
    'is refused with 400 when it is %s, which is not an object',
    async (raw) => {
      const { status, body } = await sendJson(raw);
      expect([status, body]).toEqual([400, NO_OBJECT]);
    },
  );

  it.each(['x', 'ü', '😀'])(
    'may have 65,536 bytes and no more, whatever their characters: %s',
    async (filler) => {
      expect((await sendJson(objectOf(65_536, filler))).status).toBe(200);
      const { status, body } = await sendJson(objectOf(65_537, filler));
      expect([status, body]).toEqual([413, TOO_LARGE]);
    },
  );

  it('may have 65,536 bytes and no more once it is decoded', async () => {
    const change = { isBase64Encoded: true };
    expect((await sendJson(base64(objectOf(65_536)), change)).status).toBe(200);
    expect((await sendJson(base64(objectOf(65_537)), change)).status).toBe(413);
  });

  it('may begin with a byte order mark, which is no part of it', async () => {
    for (const [raw, change] of [
      ['\ufeff{"name":"Ayşe"}', {}],
      [base64('\ufeff{"name":"Ayşe"}'), { isBase64Encoded: true }],
    ] as const)
      expect((await sendJson(raw, change)).body).toEqual({ input: { name: 'Ayşe' } });
  });

  it.each([
    ['Latin-5', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xfe, 0x22, 0x7d])],
    ['UTF-16', Buffer.from('{"a":"x"}', 'utf16le')],
    ['a cut character', Buffer.from([...Buffer.from('{"a":"'), 0xc5, ...Buffer.from('"}')])],
    [
      'half a surrogate pair',
      Buffer.from([...Buffer.from('{"a":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')]),
    ],
  ])('is refused with 400 where its bytes are no UTF-8 but %s', async (_what, bytes) => {
    const answers = [
      await sendJson(bytes.toString('base64'), { isBase64Encoded: true }),
      await sendJson(bytes.toString()), // as the gateway passes it: text with U+FFFD
    ];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [400, NOT_JSON],
      [400, NOT_JSON],
    ]);
  });

  it('is refused with 415 where it is encoded, which is named', async () => {
    const headers = { ...shop.headers, 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const { status, body } = await call(cancel(on.app), 'subscribers/cancel', { headers, raw: '{}' });
    const message = 'The request body must be sent as it is, without Content-Encoding: gzip.';
    expect([status, body]).toEqual([415, failure('unsupported_media_type', message)]);
    const plain = { ...headers, 'content-encoding': 'Identity' };
    expect((await call(cancel(on.app), 'subscribers/cancel', { headers: plain, raw: '{}' })).status).toBe(
      200,
    );
  });

  it('is refused as too large before any other check', async () => {
    expect((await send('x'.repeat(65_537), 'text/plain')).status).toBe(413);
  });
});

describe('A body of a browser or of the provider', () => {
  const deliver = (raw: string | undefined, change: Partial<HttpEvent> = {}) =>
    call(receive(on.app), 'notifications/receive', raw === undefined ? {} : { raw }, change);

  it('stays text, whatever its content type', async () => {
    expect((await deliver('token=ü&{"not":"parsed"}')).body).toEqual({ input: 'token=ü&{"not":"parsed"}' });
  });

  it('is decoded where it is sent in base64', async () => {
    const { body } = await deliver(base64('token=Ayşe'), { isBase64Encoded: true });
    expect(body).toEqual({ input: 'token=Ayşe' });
  });

  it('may have 65,536 bytes and no more', async () => {
    expect((await deliver('x'.repeat(65_536))).status).toBe(200);
    const { status, body } = await deliver('x'.repeat(65_537));
    expect([status, body]).toEqual([413, TOO_LARGE]);
    const encoded = { isBase64Encoded: true };
    expect((await deliver(base64('x'.repeat(65_536)), encoded)).status).toBe(200);
    expect((await deliver(base64('x'.repeat(65_537)), encoded)).status).toBe(413);
  });
});

const TEXT = 'ü'.repeat(2_000);
const PUBLIC = { 'cache-control': 'public, max-age=300', 'content-type': 'text/plain' };

async function answer(accepted: string | undefined, result: HttpResult): Promise<HttpResult> {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  const create = compressing(() => async () => result);
  return create({})({ headers } as HttpEvent, {} as Context);
}

describe('a public document', () => {
  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['br', 'BR', brotliDecompressSync],
    ['gzip', 'gzip;q=1.0', gunzipSync],
    ['gzip', 'br;q=0, gzip', gunzipSync],
  ] as const)('goes out as %s where the caller accepts %s', async (encoding, accepted, unpack) => {
    const {
      headers,
      body = '',
      isBase64Encoded,
    } = await answer(accepted, { statusCode: 200, headers: PUBLIC, body: TEXT });
    expect([headers?.['content-encoding'], headers?.vary, isBase64Encoded]).toEqual([
      encoding,
      'accept-encoding',
      true,
    ]);
    expect(unpack(Buffer.from(body, 'base64')).toString()).toBe(TEXT);
    expect(body.length).toBeLessThan(200);
  });

  it.each([undefined, '', 'identity', 'gzip;q=0', 'brx'])(
    'stays as it is where the caller accepts %j',
    async (accepted) => {
      const result = await answer(accepted, {
        statusCode: 200,
        headers: { ...PUBLIC, vary: 'accept' },
        body: TEXT,
      });
      expect([result.body, result.headers?.vary]).toEqual([TEXT, 'accept, accept-encoding']);
    },
  );

  it('stays as it is where it is short, an image, or not public', async () => {
    for (const result of [
      { statusCode: 200, headers: PUBLIC, body: 'short' },
      { statusCode: 200, headers: PUBLIC, body: TEXT, isBase64Encoded: true },
      { statusCode: 200, headers: { 'cache-control': 'no-store' }, body: TEXT },
    ])
      expect(await answer('gzip', result)).toBe(result);
  });
});

const TYPE = 'multipart/form-data; boundary=----x1';

/** A form as a browser sends it, a character for each byte. */
async function sentBy(form: FormData): Promise<{ type: string; body: string }> {
  const request = new Request('http://service.test', { method: 'POST', body: form });
  const bytes = Buffer.from(await request.arrayBuffer());
  return { type: request.headers.get('content-type')!, body: bytes.toString('latin1') };
}

describe('a form with files', () => {
  it('has the texts and the bytes that were sent, whatever they are', async () => {
    const every = Uint8Array.from({ length: 256 }, (_, at) => at);
    const form = new FormData();
    form.set('csrf', 'Işık');
    form.set('logo', new Blob([every, '\r\n\r\n--', every]), 'a "b".png');
    const { type, body } = await sentBy(form);
    expect(isMultipart(type)).toBe(true);
    const [text, file] = multipartIn(type, body);
    expect([text!.name, text!.isFile, Buffer.from(text!.bytes).toString()]).toEqual(['csrf', false, 'Işık']);
    expect([file!.name, file!.isFile]).toEqual(['logo', true]);
    expect(Buffer.from(file!.bytes)).toEqual(Buffer.concat([every, Buffer.from('\r\n\r\n--'), every]));
  });

  it.each([
    ['no boundary', 'multipart/form-data', '--x\r\n\r\na'],
    ['another boundary', TYPE, '--other\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--other--'],
    ['a part without a name', TYPE, '------x1\r\ncontent-disposition: form-data\r\n\r\nb\r\n------x1--'],
    ['a part without a body', TYPE, '------x1\r\ncontent-disposition: form-data; name="a"\r\n------x1--'],
    ['nothing at all', TYPE, ''],
  ])('has nothing where there is %s', (_what, type, body) => {
    expect(multipartIn(type, body)).toEqual([]);
  });
});
