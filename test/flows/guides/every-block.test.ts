import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GUIDE_FILES, translated } from '../../../site/guides.ts';
import { blocksOf, GUIDES, type Block } from './blocks.ts';
import { stepsOf } from './steps.ts';

/** Where blocks are run that are no step of a guide, by their heading and language. */
const RUN_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'Start here': ['text'], // below
  'Verify a delivery': ['ts', 'python', 'php', 'go', 'java', 'csharp'], // runtimes/verification.test.ts
  'A whole receiver': ['js', 'python', 'php'], // runtimes/receiver.test.ts
  'In Express': ['js'], // access-in-a-server.test.ts
  'In Next.js': ['js'],
  'With a library': ['js', 'python'], // peers/api.test.ts
  'What only headers say': ['ts'], // below
};
/** The headings of the events, whose bodies are compared with those of the description in catalogues.test.ts. */
const IS_EVENT = /^[A-Z]+(_[A-Z]+)*$/;

const isRunElsewhere = ({ heading, language }: Block) =>
  RUN_ELSEWHERE[heading]?.includes(language) || (IS_EVENT.test(heading) && language === 'json');

const blockOf = (guide: string, heading: string, language: string): string =>
  blocksOf(GUIDES[guide] ?? '').find((block) => block.heading === heading && block.language === language)
    ?.code ?? '';

describe('the blocks of the guides', () => {
  it.each(Object.entries(GUIDES))(
    'are steps that are followed, or run by a test of their own: %s',
    (_, text) => {
      const blocks = blocksOf(text);
      const followed = new Set(stepsOf(blocks).flatMap(({ sh, ts, json }) => [sh, ts, json]));
      expect(blocks.filter((block) => !followed.has(block.code) && !isRunElsewhere(block))).toEqual([]);
    },
  );

  it.each(GUIDE_FILES)('are the same in Turkish: %s', (file) => {
    const turkish = translated(file, 'tr') ?? '';
    const name = file.replaceAll(/^\d+-|\.md$/g, '');
    expect(blocksOf(turkish).map(({ code }) => code)).toEqual(
      blocksOf(GUIDES[name] ?? '').map(({ code }) => code),
    );
  });

  it('set the variables that the guides use', () => {
    const program = `${blockOf('start', 'Start here', 'text')}\nprintf '%s\\n' "$BASE" "$KEY" "$SECRET" "$HOOK" "$PLAN"`;
    const printed = execFileSync('bash', ['--norc', '-euc', program], { env: { PATH: process.env.PATH } });
    expect(printed.toString().trim().split('\n')).toEqual([
      'https://billing.example',
      'svck_…',
      'svcs_…',
      'https://shop.example/webhooks',
      '…',
    ]);
  });

  it('tell headers that are signed from headers that were changed', () => {
    const signed = createHmac('sha256', 'secret').update('an-event.7.false.1768467601234').digest('hex');
    const program = `${blockOf('webhooks', 'Verify a delivery', 'ts')}
${blockOf('webhooks', 'What only headers say', 'ts')}
const body = { eventId: 'an-event', signedDate: 1768467601234 };
const given = { 'x-svc-sequence': '7', 'x-svc-signature-meta': 'sha256=${signed}' };
const next = { 'x-svc-sequence': '7', 'x-svc-signature-meta-next': 'sha256=${signed}' };
for (const headers of [given, next, { ...given, 'x-svc-sequence': '8' }, { ...given, 'x-svc-test': 'true' }, {}])
  console.log(areHeadersGenuine(body, headers, 'secret'));
`;
    const folder = mkdtempSync(join(tmpdir(), 'headers-'));
    try {
      writeFileSync(join(folder, 'headers.mts'), program);
      const printed = execFileSync(process.execPath, ['headers.mts'], { cwd: folder });
      expect(printed.toString().trim().split('\n')).toEqual(['true', 'true', 'false', 'false', 'false']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
