import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '../../local/ports.ts';
import { blocksOf, GUIDES } from '../guides/blocks.ts';

const SECRET = 'whsec_c2VjcmV0';
const BODY = '{"notificationType":"SUBSCRIBED","eventId":"an-event"}';
const GENUINE = `sha256=${createHmac('sha256', SECRET).update(BODY).digest('hex')}`;

/** The command that the guide starts its receiver with, by the language of the block. */
const RECEIVERS = {
  js: { file: 'receiver.mjs', command: () => [process.execPath, 'receiver.mjs'] },
  python: { file: 'receiver.py', command: () => ['python3', 'receiver.py'] },
  php: {
    file: 'receiver.php',
    command: (port: number) => ['php', '-S', `127.0.0.1:${port}`, 'receiver.php'],
  },
} as const;

/** Starts a receiver as a reader does who copied it, for as long as the work takes. */
async function withReceiver(
  language: keyof typeof RECEIVERS,
  work: (url: string, printed: () => string) => Promise<void>,
): Promise<void> {
  const { file, command } = RECEIVERS[language];
  const [block] = blocksOf(GUIDES.webhooks!).filter(
    (one) => one.heading === 'A whole receiver' && one.language === language,
  );
  const [folder, port] = [mkdtempSync(join(tmpdir(), 'receiver-')), await freePort()];
  writeFileSync(join(folder, file), block!.code);
  const [program = '', ...args] = command(port);
  const env = { ...process.env, WEBHOOK_SECRET: SECRET, PORT: String(port) };
  const receiver = spawn(program, args, { cwd: folder, env });
  let printed = '';
  for (const stream of [receiver.stdout, receiver.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  try {
    const url = `http://127.0.0.1:${port}/`;
    await expect.poll(() => fetch(url).then(() => 'up', String), { timeout: 30_000 }).toBe('up');
    await work(url, () => printed);
  } finally {
    receiver.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

it.each(['js', 'python', 'php'] as const)(
  'the whole receiver of the guide takes what is genuine and refuses the rest: %s',
  { timeout: 60_000 },
  async (language) => {
    await withReceiver(language, async (url, printed) => {
      const post = async (headers: Record<string, string>, body = BODY) =>
        (await fetch(url, { method: 'POST', headers, body })).status;
      expect(await post({ 'X-Svc-Signature': GENUINE })).toBe(200);
      expect(await post({ 'X-Svc-Signature': 'sha256=old', 'X-Svc-Signature-Next': GENUINE })).toBe(200);
      expect(await post({ 'X-Svc-Signature': GENUINE }, `${BODY} `)).toBe(401);
      expect(await post({})).toBe(401);
      await expect.poll(printed).toMatch(/(verified: SUBSCRIBED an-event[^]*){2}/);
    });
  },
);
