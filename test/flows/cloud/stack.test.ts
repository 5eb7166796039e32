import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { portsInUse } from '../../../local/ports.ts';
import { statusLine } from './raw-request.ts';
import { startRunning, type Running } from './running.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

async function start(): Promise<Running> {
  const cloud = await startRunning();
  onTestFinished(() => cloud.stop());
  return cloud;
}

const portOf = (url: string) => Number(new URL(url).port);

describe('a local cloud, once it says that it is ready', () => {
  it('answers what is no address as an address that nothing is at, on every port', async () => {
    const { stack } = await start();
    for (const name of ['baseUrl', 'controlUrl', 'payUrl', 'acctUrl', 'inboxUrl', 'mailUrl'] as const) {
      const port = portOf(stack[name]);
      const nothing = await statusLine(port, '/-');
      expect(nothing, name).toMatch(/^HTTP\/1\.1 4/);
      for (const target of ['//', 'http://['])
        expect(await statusLine(port, target), `${name} ${target}`).toBe(nothing);
    }
  });

  it('has written its addresses and the plans and secrets of its tenants, and stops in three seconds', async () => {
    const cloud = await start();
    const { stack } = cloud;
    const first = portOf(stack.baseUrl);
    const ports = [stack.baseUrl, stack.controlUrl, stack.payUrl, stack.acctUrl, stack.inboxUrl].map(portOf);
    expect(ports).toEqual([0, 1, 2, 3, 4].map((offset) => first + offset));
    expect(stack).toMatchObject({
      docsUrl: `${stack.baseUrl}/docs`,
      ratesUrl: `${stack.acctUrl}/kurlar`,
      tableName: 'billing',
      dynamodbEndpoint: expect.stringMatching(/^http/) as string,
    });
    expect((await fetch(`${stack.ratesUrl}/today.xml`)).status).toBe(200);
    expect(stack.bucketUrl).not.toMatch(/log/i);
    expect((await fetch(stack.bucketUrl!)).status).toBe(200);
    expect((await fetch(`${stack.inboxUrl}/`)).headers.get('content-type')).toContain('text/html');

    const [demo, second] = stack.tenants;
    expect(demo).toMatchObject({
      name: 'demo',
      webhookUrl: `${stack.inboxUrl}/hooks/demo`,
      chatUrl: `${stack.inboxUrl}/chat/demo`,
      webhookSecret: expect.stringMatching(/^whsec_/) as string,
      notificationUrl: expect.stringContaining(stack.baseUrl) as string,
    });
    expect(demo!.plans.filter(({ active }) => active).length).toBeGreaterThanOrEqual(14);
    expect(demo!.plans.filter(({ active }) => !active)).toMatchObject([{ name: 'Tasting box' }]);
    expect(demo!.plans[0]).toMatchObject({ name: 'Basic', active: true });
    expect(second).toMatchObject({
      name: 'second',
      ...{ webhookUrl: null, webhookSecret: null, chatUrl: null, notificationUrl: null },
      pay: { merchantId: expect.any(String) as string },
    });
    expect(second!.pay).not.toEqual(demo!.pay);
    expect(second!.plans.filter(({ active }) => active)).toHaveLength(3);

    const taken = await said('--port', String(first));
    expect(taken).toMatchObject({ code: 1, out: '' });
    expect(taken.err).toMatch(/^port [\d, ]+ in use; choose five free ports with --port N\n$/);

    const began = performance.now();
    await cloud.stop('SIGINT');
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(await portsInUse(first)).toEqual([]);
    await expect(fetch(stack.dynamodbEndpoint)).rejects.toThrow();
  });

  it('explains its options', async () => {
    const { code, out, err } = await said('--help');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^usage: npm start -- .*\n {2}--port N /);
  });

  it('reports a usage error in one line', async () => {
    expect(await said('--port', '99999')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^--port 99999 is not a port \(usage: npm start -- .*\)\n$/) as string,
    });
    expect(await said('--nonsense')).toMatchObject({
      code: 2,
      err: expect.stringContaining('usage:') as string,
    });
  });
});

function said(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'local/start.ts'), ...args], { cwd: ROOT });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return new Promise((done) => child.once('exit', (code) => done({ code, out, err })));
}
