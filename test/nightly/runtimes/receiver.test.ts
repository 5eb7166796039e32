import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../../local/ports.ts';
import { blocksOf, GUIDES, ROOT } from '../../flows/guides/blocks.ts';

const SECRET = 'whsec_c2VjcmV0';
const BODY = '{"notificationType":"SUBSCRIBED","eventId":"an-event","signedDate":1768467601234}';
const signed = (text: string) => `sha256=${createHmac('sha256', SECRET).update(text).digest('hex')}`;
const GENUINE = signed(BODY);
const META = { 'X-Svc-Sequence': '1', 'X-Svc-Signature-Meta': signed('an-event.1.false.1768467601234') };
const META_OF_TEST = { ...META, 'X-Svc-Signature-Meta': signed('an-event.1.true.1768467601234') };

/** The command that the guide starts its receiver with, by the language of the block. */
const RECEIVERS = {
  js: { file: 'receiver.mjs', command: () => [process.execPath, 'receiver.mjs'] },
  python: { file: 'receiver.py', command: () => ['python3', 'receiver.py'] },
  php: {
    file: 'receiver.php',
    command: (port: number) => ['php', '-S', `127.0.0.1:${port}`, 'receiver.php'],
  },
} as const;

interface Receiver {
  readonly ended: Promise<unknown[]>;
  readonly printed: () => string;
}

/** The variables of a process that has this webhook secret or none, whatever whoever runs the tests has set. */
function environment(secret: string | undefined, more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { WEBHOOK_SECRET: _, ...rest } = process.env;
  return { ...rest, ...more, ...(secret !== undefined && { WEBHOOK_SECRET: secret }) };
}

const isUp = (url: string) =>
  expect.poll(() => fetch(url).then(() => 'up', String), { timeout: 30_000 }).toBe('up');

/** Starts a receiver as a reader does who copied it, for as long as the work takes. */
async function withReceiver(
  language: keyof typeof RECEIVERS,
  secret: string | undefined,
  work: (url: string, receiver: Receiver) => Promise<void>,
): Promise<void> {
  const { file, command } = RECEIVERS[language];
  const [block] = blocksOf(GUIDES.webhooks!).filter(
    (one) => one.heading === 'A whole receiver' && one.language === language,
  );
  const [folder, port] = [mkdtempSync(join(tmpdir(), 'receiver-')), await freePort()];
  writeFileSync(join(folder, file), block!.code);
  const [program = '', ...args] = command(port);
  const env = environment(secret, { PORT: String(port) });
  const receiver = spawn(program, args, { cwd: folder, env });
  const ended = once(receiver, 'exit');
  let printed = '';
  for (const stream of [receiver.stdout, receiver.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  try {
    const url = `http://127.0.0.1:${port}/`;
    await work(url, { ended, printed: () => printed });
  } finally {
    receiver.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

it.each(['js', 'python', 'php'] as const)(
  'the whole receiver of the guide takes what is genuine and refuses the rest: %s',
  { timeout: 60_000 },
  async (language) => {
    await withReceiver(language, SECRET, async (url, { printed }) => {
      await isUp(url);
      const post = async (headers: Record<string, string>, body = BODY) =>
        (await fetch(url, { method: 'POST', headers, body })).status;
      expect(await post({ 'X-Svc-Signature': GENUINE, ...META })).toBe(200);
      const rotating = {
        'X-Svc-Signature-Next': GENUINE,
        'X-Svc-Signature-Meta-Next': META['X-Svc-Signature-Meta'],
      };
      const byOld = {
        'X-Svc-Signature': 'sha256=old',
        'X-Svc-Signature-Meta': 'sha256=old',
        'X-Svc-Sequence': '1',
      };
      expect(await post({ ...byOld, ...rotating })).toBe(200);
      expect(await post({ 'X-Svc-Signature': GENUINE, ...META }, `${BODY} `)).toBe(401);
      expect(await post({})).toBe(401);
      expect(await post({ 'X-Svc-Signature': 'sha256=00' }, '{}')).toBe(401);
      await expect.poll(printed).toMatch(/(verified: SUBSCRIBED an-event test: false[^]*){2}/);
      const test = { 'X-Svc-Signature': GENUINE, ...META_OF_TEST };
      expect(await post(test), 'a test sent again as if it were none').toBe(401);
      expect(await post({ ...test, 'X-Svc-Test': 'true' })).toBe(200);
      await expect.poll(printed).toContain('verified: SUBSCRIBED an-event test: true');
    });
  },
);

const NO_SECRET = [undefined, ''];

describe.each(NO_SECRET)('the receiver of the guide whose secret is %j', { timeout: 60_000 }, (secret) => {
  it.each(['js', 'python'] as const)('does not start: %s', async (language) => {
    await withReceiver(language, secret, async (_url, { ended, printed }) => {
      expect(await ended).toEqual([1, null]);
      expect(printed()).toContain('WEBHOOK_SECRET is not set');
    });
  });

  it('takes nothing, not even what the empty key signed: php', async () => {
    await withReceiver('php', secret, async (url, { printed }) => {
      await isUp(url);
      const signature = `sha256=${createHmac('sha256', '').update(BODY).digest('hex')}`;
      const { status } = await fetch(url, {
        method: 'POST',
        headers: { 'X-Svc-Signature': signature },
        body: BODY,
      });
      expect(status).toBe(500);
      expect(printed()).toContain('WEBHOOK_SECRET is not set');
      expect(printed()).not.toContain('verified');
    });
  });
});

/** What answers a request for a webhook that was set before: without its secret. */
async function withWebhookSet(work: (base: string) => Promise<void>): Promise<void> {
  const service = createServer((_request, response) =>
    response.end(JSON.stringify({ status: 'success', data: { url: 'http://127.0.0.1:4000/webhooks' } })),
  );
  await once(service.listen(0, '127.0.0.1'), 'listening');
  await work(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  service.close();
}

describe.each(NO_SECRET)('an example whose secret is %j', { timeout: 60_000 }, (secret) => {
  it.each(['examples/receiver.mjs', 'examples/shop/server.ts'])('does not start: %s', async (file) => {
    await withWebhookSet(async (base) => {
      const given = { BASE: base, KEY: 'key', SECRET: 'secret', PORT: String(await freePort()) };
      const env = environment(secret, given);
      const example = spawn(process.execPath, [file], { cwd: ROOT, env });
      let failed = '';
      example.stderr.on('data', (chunk: Buffer) => (failed += chunk.toString()));
      expect(await once(example, 'close')).toEqual([1, null]);
      expect(failed).toContain('WEBHOOK_SECRET is not set');
    });
  });
});
