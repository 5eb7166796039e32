import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { closed } from '../../../local/closed.ts';
import { namedCloud } from '../../../local/named-cloud.ts';

const folder = mkdtempSync(join(tmpdir(), 'named-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Something that answers GET /health with this status, and its address. */
async function answering(status: number) {
  const server = createServer(({ url }, answer) => answer.writeHead(url === '/health' ? status : 404).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const name = (text: string) => writeFileSync(join(folder, 'stack.json'), text);

describe('the cloud that a folder names', () => {
  it('is another one only while that one answers', async () => {
    expect(await namedCloud(folder, 'http://127.0.0.1:3000')).toBeUndefined();
    const { server, address } = await answering(200);
    name(JSON.stringify({ baseUrl: address }));
    expect(await namedCloud(folder, 'http://127.0.0.1:3000')).toBe(address);
    expect(await namedCloud(folder, address)).toBeUndefined();
    await closed(server);
    expect(await namedCloud(folder, 'http://127.0.0.1:3000')).toBeUndefined();
  });

  it('is none where something else answers, or the file is no cloud’s', async () => {
    const { server, address } = await answering(500);
    for (const text of [JSON.stringify({ baseUrl: address }), '{}', 'null', '{"base']) {
      name(text);
      expect(await namedCloud(folder, 'http://127.0.0.1:3000')).toBeUndefined();
    }
    await closed(server);
  });
});
