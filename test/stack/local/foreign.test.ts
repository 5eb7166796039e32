import { statSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openStateFile } from '../../../local/state-file.ts';
import { writePrivately } from '../../../local/private-file.ts';
import { refuseForeign } from '../../../sandbox/refuse-foreign.ts';

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

async function listening(start: (server: Server) => void, server = createServer()): Promise<AddressInfo> {
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.once('listening', resolve);
    start(server);
  });
  return server.address() as AddressInfo;
}

const { port } = await listening(
  (server) => server.listen(0, '127.0.0.1'),
  createServer(refuseForeign((_request, response) => response.end('ours'))),
);

/** The status of a request with these headers. */
function statusOf(headers: Record<string, string>, method = 'GET'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('a port of the local cloud', () => {
  it.each([
    ['its address', { host: '127.0.0.1:3000' }],
    ['its name', { host: 'localhost:3000' }],
    ['its IPv6 address', { host: '[::1]:3000' }],
    ['its own page', { host: 'localhost', origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }],
    [
      'a page at another of its ports',
      { host: '127.0.0.1', origin: 'http://localhost:3010', 'sec-fetch-site': 'cross-site' },
    ],
    [
      'its own page that sends no referrer',
      { host: '127.0.0.1', origin: 'null', 'sec-fetch-site': 'same-origin' },
    ],
    [
      'a link that somebody follows',
      {
        host: '127.0.0.1',
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      },
    ],
  ])('answers %s', async (_who, headers) => expect(await statusOf(headers)).toBe(200));

  it.each([
    ['a name of somebody else that leads here', { host: 'rebind.example' }],
    ['a name that only begins like ours', { host: 'localhost.evil.example' }],
    ['an address of the local network', { host: '192.168.1.7:3000' }],
    ['another site', { host: '127.0.0.1', origin: 'https://evil.example' }],
    [
      'another site that hides its origin',
      { host: '127.0.0.1', origin: 'null', 'sec-fetch-site': 'cross-site' },
    ],
    ['a page of any site that hides its origin and more', { host: '127.0.0.1', origin: 'null' }],
    [
      'an image or script of another site',
      { host: '127.0.0.1', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    ],
    [
      'a frame in another site',
      {
        host: '127.0.0.1',
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'iframe',
      },
    ],
  ])('refuses %s', async (_who, headers) => expect(await statusOf(headers)).toBe(403));

  it('refuses a form of another site, which would change something', async () => {
    const headers = {
      host: '127.0.0.1',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    expect(await statusOf(headers, 'POST')).toBe(403);
  });
});

describe('a file with secrets', () => {
  it('is its owner’s alone, also where it was everybody’s before', () => {
    const folder = mkdtempSync(join(tmpdir(), 'private-'));
    openStateFile(folder).saveOffset(5);
    const path = join(folder, 'stack.json');
    writePrivately(path, 'one');
    writePrivately(path, 'two');
    for (const file of [path, join(folder, 'cloud.json')]) expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
