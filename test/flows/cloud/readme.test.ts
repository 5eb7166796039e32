import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../local/ports.ts';
import { blocksOf, page, ROOT } from '../guides/blocks.ts';
import { runBlocks } from '../guides/shell.ts';
import { payAndReturn } from './checkout-calls.ts';
import { startRunning, type Running } from './running.ts';

const README = page('README.md');
const commands = blocksOf(README)
  .filter(({ language }) => language === 'sh')
  .map(({ code }) => code.trim());
const [start = '', receiver = '', checkout = '', month = '', refused = '', test = ''] = commands;
/** What the README says that the receiver prints. */
const [bought = '', renewed = ''] = blocksOf(README)
  .filter(({ language }) => language === '')
  .map(({ code }) => code.trim());
const { scripts } = JSON.parse(page('package.json')) as { scripts: Record<string, string> };

let cloud: Running;
let receiving: ChildProcess;
let port: number;
let printed = '';

/** A block as it is run beside the cloud of this test: with its variables, and a port of its own for the receiver. */
const here = (code: string) =>
  code.replaceAll('.local/env', join(cloud.out, 'env')).replaceAll('127.0.0.1:4000', `127.0.0.1:${port}`);

const prints = (line: string) => expect.poll(() => printed, { timeout: 20_000 }).toContain(line);

beforeAll(async () => {
  port = await freePort();
  const [, allowed = ''] = /--allow (\S+)$/.exec(start) ?? [];
  cloud = await startRunning({ allow: [allowed.replace('4000', String(port))] });
  const env = { ...process.env, PORT: String(port) };
  receiving = spawn('bash', ['-ec', here(receiver).replace('node ', 'exec node ')], { cwd: ROOT, env });
  receiving.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
});
afterAll(async () => {
  receiving.kill();
  await cloud.stop();
});

describe('the README', () => {
  it('has these commands and no other, and they are scripts of the package', () => {
    expect(commands).toEqual([start, receiver, checkout, month, refused, test]);
    expect([start.split(' --')[0], test]).toEqual(['npm install && npm start', 'npm install && npm test']);
    expect(scripts).toMatchObject({
      start: 'exec node local/start.ts',
      test: 'node test/support/run/run.ts test',
    });
  });

  it('leads from a clone to a verified webhook in the reader’s own receiver', async () => {
    await prints('listening on');
    const [answers = ''] = await runBlocks([here(checkout)]);
    expect(answers).toContain(`"url":"http://127.0.0.1:${port}/"`);
    const [, token = ''] = /^http:\S+token=(\S+)$/m.exec(answers) ?? [];
    await payAndReturn(cloud, token);
    await prints(bought);
  });

  it('advances the clock by a month, and the receiver gets the renewal event', async () => {
    await runBlocks([here(`. .local/env\n${month}`)]);
    expect(renewed).toContain('DID_RENEW');
    await prints(renewed);
  });

  it('shows in the mailbox what the customer of a failed renewal is told', async () => {
    await runBlocks([here(`. .local/env\n${refused}`)]);
    const { messages } = (await (await fetch(`${cloud.stack.mailUrl}/messages`)).json()) as {
      messages: { id: number; to: string[]; subject: string; tags: { message: string } }[];
    };
    const failed = messages.find(({ subject }) => subject.startsWith('Ödemeniz alınamadı'));
    expect(failed?.to).toEqual(['ayse@example.com']);
    const shown = await fetch(`${cloud.stack.mailUrl}/messages/${failed?.id}`, {
      headers: { accept: 'text/html' },
    });
    expect(await shown.text()).toContain('/portal/message?link=');
  });

  it('has a receiver that refuses a forged delivery', async () => {
    const forged = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' });
    expect(forged.status).toBe(401);
    await prints('refused: the signature is wrong');
  });
});
