import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openTarget } from '../../../cli/open.ts';
import { QUEUE_NAMES } from '../../../lib/footprint.ts';
import { listen } from '../../support/world/loopback.ts';

function fileWith(content: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'billing-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'file.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** A control port whose time is another. */
async function controlAt(now: string): Promise<string> {
  const server = createServer((_request, response) => response.end(JSON.stringify({ now })));
  const { url, stop } = await listen(server);
  onTestFinished(stop);
  return url;
}

const stackAt = (controlUrl: string) => ({
  baseUrl: 'http://127.0.0.1:3000',
  controlUrl,
  payUrl: 'http://127.0.0.1:3002',
  acctUrl: 'http://127.0.0.1:3003',
  inboxUrl: 'http://127.0.0.1:3004',
  senderDomain: 'mail.billing.test',
  loopbackAllowed: ['127.0.0.1:3004', '127.0.0.1:4000'],
  awsUrl: 'http://127.0.0.1:9',
  tableName: 'Table',
  keyId: 'Key',
  tenants: [],
  queueUrls: Object.fromEntries(
    QUEUE_NAMES.flatMap((name) =>
      ['Queue1F2E3D4C', 'DeadLetters1F2E3D4C'].map((part) => {
        const id = `Queues${name.replaceAll('-', '')}${part}`;
        return [id, `http://127.0.0.1:9/000000000000/${id}`];
      }),
    ),
  ),
});

describe('the local cloud', () => {
  it('is found by its state file, with its own clock, and accepts webhook addresses on its allow-list', async () => {
    const later = Date.now() + 40 * 86_400_000;
    const local = fileWith(stackAt(await controlAt(new Date(later).toISOString())));
    const { app, name, mode, providers, deadLetters } = await openTarget({ local });
    expect(Object.keys(deadLetters!)).toEqual(QUEUE_NAMES);
    expect([name, mode]).toEqual(['the local cloud at http://127.0.0.1:3000', 'test']);
    expect(providers).toEqual({
      pay: { live: 'http://127.0.0.1:3002', test: 'http://127.0.0.1:3002' },
      acct: 'http://127.0.0.1:3003',
    });
    expect(app.settings).toEqual({
      publicUrl: 'http://127.0.0.1:3000',
      senderDomain: 'mail.billing.test',
      loopbackAllowed: ['127.0.0.1:3004', '127.0.0.1:4000'],
    });
    expect(Math.abs(app.clock() - later)).toBeLessThan(10_000);
    const idTime = parseInt(app.newId().replace('-', '').slice(0, 12), 16);
    expect(Math.abs(idTime - later)).toBeLessThan(10_000);
  });

  it('must be running', async () => {
    const local = fileWith(stackAt('http://127.0.0.1:1'));
    await expect(openTarget({ local })).rejects.toThrow('does not answer; start it with "npm start"');
  });

  it.each(['{}', 'not json'])('must have a valid state file, not %s', async (content) => {
    await expect(openTarget({ local: fileWith(content) })).rejects.toThrow('is not what was expected');
  });
});

describe('a deployed stack', () => {
  const STACK = { TableName: 'Table', KeyId: 'Key', ApiUrl: 'https://api.example/', Other: 'x' };

  it('is found by the outputs of its deployment, in whichever stack they are', async () => {
    const { ApiUrl, ...state } = STACK;
    const outputs = fileWith({ State: { ...state, SenderDomain: 'mail.example' }, Api: { ApiUrl } });
    const { app, name, mode, providers } = await openTarget({ stack: 'production', outputs });
    expect([name, mode]).toEqual(['the stack production', 'live']);
    expect(providers.pay).toEqual({
      live: 'https://api.iyzipay.com',
      test: 'https://sandbox-api.iyzipay.com',
    });
    expect(app.settings).toEqual({
      publicUrl: 'https://api.example',
      senderDomain: 'mail.example',
      loopbackAllowed: [],
    });
  });

  it('says where its console is, where that has a host of its own', async () => {
    const at = { consoleHost: 'console.example' };
    const outputs = fileWith({ State: { ...STACK, ConsoleUrl: 'https://console.example' } });
    expect((await openTarget({ stack: 'production', outputs })).app.settings).toMatchObject(at);
    const parts = { table: 'Table', keyId: 'Key', apiUrl: 'https://api.example' };
    const named = await openTarget({ ...parts, consoleUrl: 'https://console.example' });
    expect(named.app.settings).toMatchObject(at);
  });

  it('must be deployed, with all its outputs', async () => {
    const outputs = fileWith({ Other: { TableName: 'Table' } });
    const asked = openTarget({ stack: 'production', outputs });
    await expect(asked).rejects.toThrow('has no TableName, KeyId and ApiUrl');
    await expect(openTarget({ stack: 'never-deployed' })).rejects.toThrow(
      /^there is no .*\.deploy\/never-deployed\.json; deploy it with "npm run deploy -- --stage never-deployed"$/,
    );
    await expect(openTarget({ stack: '../x' })).rejects.toThrow('../x is no name of a stage');
  });

  it('is identified by all three of its outputs', async () => {
    const all = { table: 'Table', keyId: 'Key', apiUrl: 'https://api.example' };
    expect(await openTarget(all)).toMatchObject({ name: 'the stack Table', mode: 'live' });
    for (const one of Object.keys(all))
      await expect(openTarget({ ...all, [one]: undefined })).rejects.toThrow('needs all three');
  });
});
