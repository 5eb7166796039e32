import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../local/ports.ts';
import { statusLine } from '../cloud/raw-request.ts';
import { startRunning, type Running } from '../cloud/running.ts';
import { openShop, shopRefusal } from './shop-process.ts';

let cloud: Running;
let shop: ChildProcess;
let port: number;

beforeAll(async () => {
  port = await freePort();
  cloud = await startRunning({ allow: [`127.0.0.1:${port}`] });
  shop = await openShop(cloud, port);
});
afterAll(async () => {
  shop.kill();
  await cloud.stop();
});

describe('the server of the example shop', () => {
  it('says in one line why it cannot be started', async () => {
    expect(await shopRefusal(cloud, port)).toMatch(
      /^1: listen EADDRINUSE: .*: stop what listens there, such as examples\/receiver\.mjs\n$/,
    );
    const other = await freePort();
    const question = `: is the service running, started with --allow 127\\.0\\.0\\.1:${other}\\?\\n$`;
    expect(await shopRefusal(cloud, other)).toMatch(new RegExp(`^1: .*[^.]${question}`));
    const nowhere = { BASE: `http://127.0.0.1:${await freePort()}` };
    expect(await shopRefusal(cloud, other, nowhere)).toMatch(
      new RegExp(`^1: PUT /account/webhook got no answer${question}`),
    );
  });

  it.each(['//', 'http://[', '*', '/%'])('answers %s, and goes on', async (target) => {
    expect(await statusLine(port, target)).toBe('HTTP/1.1 404 Not Found');
    expect(await statusLine(port, '/')).toBe('HTTP/1.1 200 OK');
  });
});
