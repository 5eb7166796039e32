import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocksOf, GUIDES } from '../../flows/guides/blocks.ts';
import { LANGUAGES, type Language } from './languages.ts';

/** The part of the guide to webhooks that shows it. */
const VERIFYING = 'Verify a delivery';
const [OLD, NEW] = ['whsec_old', 'whsec_new'];
const BODY = Buffer.from('{"notificationType":"SUBSCRIBED","data":{"customer":{"name":"Ayşe"}}}');
const sign = (body: Buffer, secret: string) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

interface Case {
  readonly what: string;
  readonly genuine: boolean | 'throws';
  readonly body?: Buffer;
  readonly current?: string;
  readonly next?: string;
  readonly secret?: string;
}

const VECTOR = /`(sha256=[0-9a-f]{64})`/.exec(GUIDES.webhooks!)?.[1] ?? '';
const CASES: readonly Case[] = [
  { what: 'a delivery', genuine: true, current: sign(BODY, OLD) },
  {
    what: 'the example of the guide',
    genuine: true,
    body: Buffer.from('Hello, World!'),
    current: VECTOR,
    secret: "It's a Secret to Everybody",
  },
  { what: 'a rotation, with the old secret', genuine: true, current: sign(BODY, OLD), next: sign(BODY, NEW) },
  {
    what: 'a rotation, with the new secret',
    genuine: true,
    current: sign(BODY, OLD),
    next: sign(BODY, NEW),
    secret: NEW,
  },
  {
    what: 'a rotation, with another secret',
    genuine: false,
    current: sign(BODY, OLD),
    next: sign(BODY, NEW),
    secret: 'whsec_else',
  },
  {
    what: 'bytes that are no text',
    genuine: true,
    body: Buffer.from([0xff, 0, 0xc3, 0x28]),
    current: sign(Buffer.from([0xff, 0, 0xc3, 0x28]), OLD),
  },
  { what: 'an empty body', genuine: true, body: Buffer.alloc(0), current: sign(Buffer.alloc(0), OLD) },
  {
    what: 'the empty secret, which anybody can sign with',
    genuine: 'throws',
    current: sign(BODY, ''),
    secret: '',
  },
  { what: 'no header', genuine: false },
  { what: 'an empty header', genuine: false, current: '' },
  {
    what: 'a changed body',
    genuine: false,
    body: Buffer.from(`${BODY.toString()} `),
    current: sign(BODY, OLD),
  },
  { what: 'the hash alone', genuine: false, current: sign(BODY, OLD).slice(7) },
  { what: 'half a hash', genuine: false, current: sign(BODY, OLD).slice(0, 39) },
  { what: 'something after the hash', genuine: false, current: `${sign(BODY, OLD)}0` },
  { what: 'a header beyond ASCII', genuine: false, current: 'sha256=é' },
];

const LINES = CASES.map(({ body = BODY, current = '-', next = '-', secret = OLD }) =>
  [body.toString('base64'), current, next, secret].join('\t'),
);

function verdicts({ name, file, around, command }: Language): string[] {
  const blocks = blocksOf(GUIDES.webhooks!).filter(
    ({ heading, language }) => heading === VERIFYING && language === name,
  );
  if (blocks.length !== 1) throw new Error(`«${VERIFYING}» has ${blocks.length} blocks of ${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'verify-'));
  try {
    const path = join(folder, file);
    writeFileSync(path, around(blocks[0]!.code));
    const [program, ...args] = command(path);
    const env = { ...process.env, GO111MODULE: 'off', GOFLAGS: '', LC_ALL: 'C.UTF-8' };
    return execFileSync(program, args, { input: `${LINES.join('\n')}\n`, env, cwd: folder })
      .toString()
      .trimEnd()
      .split('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('verifying a webhook', () => {
  it.each(LANGUAGES)(
    'distinguishes genuine deliveries from others in $name',
    { timeout: 300_000 },
    (language) => {
      const found = Object.fromEntries(
        verdicts(language).map((verdict, index) => [CASES[index]?.what, verdict]),
      );
      expect(found).toEqual(Object.fromEntries(CASES.map(({ what, genuine }) => [what, String(genuine)])));
    },
  );

  it('is shown in six languages', () => {
    expect(LANGUAGES.map(({ name }) => name).sort()).toEqual(['csharp', 'go', 'java', 'php', 'python', 'ts']);
  });
});
