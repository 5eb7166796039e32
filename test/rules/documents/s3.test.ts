import { createServer, type IncomingMessage } from 'node:http';
import { startFauxqs, type FauxqsServer } from 'fauxqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { s3Documents } from '../../../lib/documents/s3.ts';
import { listen, type Loopback } from '../../support/world/loopback.ts';

const now = () => Date.UTC(2026, 0, 15);
const identity = () => ({ accessKeyId: 'AKIALOCAL', secretAccessKey: 'secret', sessionToken: 'session' });
const end = (longestMs: number) => AbortSignal.timeout(longestMs);
const at = (endpoint: string | undefined) =>
  s3Documents({ name: 'documents', region: 'eu-central-1', endpoint, identity, now, end });
const pdf = Buffer.from('%PDF-1.4 one page');

describe('Documents in a bucket', () => {
  let engine: FauxqsServer;
  let endpoint: string;
  beforeAll(async () => {
    engine = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
    engine.createBucket('documents');
    endpoint = `http://127.0.0.1:${engine.port}`;
  });
  afterAll(() => engine.stop());

  it('are read through their link as they were put', async () => {
    const documents = at(endpoint);
    await documents.put('tenant', 'invoice', pdf);
    const answer = await fetch(documents.link('tenant', 'invoice', 3_600));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf);
  });

  it('stand beside notes for a restore, which are listed however many there are', async () => {
    const documents = at(endpoint);
    expect(await documents.notes()).toEqual([]);
    const paths = Array.from({ length: 1_002 }, (_, nth) => [
      'erased',
      'tenant',
      String(nth).padStart(4, '0'),
    ]);
    for (const path of [...paths, paths[0]!]) await documents.note(path);
    expect(await documents.notes()).toEqual(paths);
  });

  it('are kept apart by tenant, and put again replace what was there', async () => {
    const documents = at(endpoint);
    await documents.put('one', 'invoice', pdf);
    await documents.put('one', 'invoice', Buffer.from('%PDF-1.4 again'));
    expect(await (await fetch(documents.link('one', 'invoice', 60))).text()).toBe('%PDF-1.4 again');
    expect((await fetch(documents.link('two', 'invoice', 60))).status).toBe(404);
  });
});

describe('A link', () => {
  it('names the region’s own address of the bucket, the tenant’s prefix and its span', () => {
    const link = new URL(at(undefined).link('tenant', 'invoice', 3_600));
    expect(link.origin + link.pathname).toBe(
      'https://documents.s3.eu-central-1.amazonaws.com/documents/tenant/invoice.pdf',
    );
    expect(link.searchParams.get('X-Amz-Expires')).toBe('3600');
    expect(link.searchParams.get('X-Amz-Date')).toBe('20260115T000000Z');
    expect(link.searchParams.get('X-Amz-Security-Token')).toBe('session');
  });

  it('cannot leave the tenant’s prefix, whatever the name', () => {
    const { pathname } = new URL(at('http://127.0.0.1:1').link('tenant', '../other/invoice', 60));
    expect(pathname).toBe('/documents/documents/tenant/..%2Fother%2Finvoice.pdf');
  });
});

describe('A bucket that does not take a document', () => {
  let server: Loopback;
  let answer: (request: IncomingMessage) => number | 'drop';
  beforeAll(async () => {
    const bucket = createServer((request, response) => {
      const status = answer(request);
      if (status === 'drop') return void request.socket.destroy();
      request.resume().on('end', () => response.writeHead(status).end('<Error/>'));
    });
    server = await listen(bucket);
  });
  afterAll(() => server.stop());

  it.each([403, 500, 503])('says so by its status: %d', async (status) => {
    answer = () => status;
    const put = at(server.url).put('tenant', 'invoice', pdf);
    await expect(put).rejects.toMatchObject({ name: 'NotStored', code: String(status) });
  });

  it('says so where the connection breaks or nobody listens', async () => {
    answer = () => 'drop';
    await expect(at(server.url).put('tenant', 'invoice', pdf)).rejects.toMatchObject({ code: 'ECONNRESET' });
    const nobody = at('http://127.0.0.1:1').put('tenant', 'invoice', pdf);
    await expect(nobody).rejects.toMatchObject({ name: 'NotStored', code: 'ECONNREFUSED' });
  });
});
