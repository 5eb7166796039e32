import { describe, expect, it } from 'vitest';
import { openCli } from './io.ts';

const TENANT = ['--tenant', 'shop'];

/** Commands whose effect cannot be undone, and what is asked before. */
const FINAL = [
  [['erase', 'ada@example.com'], 'Erase ada@example.com of shop for ever on the test?'],
  [
    ['notifications', 'issue'],
    'Refuse the present notification address of shop, and make another, on the test?',
  ],
] as const;

/** A command line at which each question gets this answer, and the questions. */
async function answering(answer: boolean) {
  const asked: string[] = [];
  const cli = await openCli(undefined, async (question) => {
    asked.push(question);
    return answer;
  });
  await cli.json(['tenants', 'create', 'shop']);
  return { cli, asked };
}

describe.each(FINAL)('%j', (args, question) => {
  it('asks first, and changes nothing if the answer is no', async () => {
    const { cli, asked } = await answering(false);
    const before = await cli.json(['tenants', 'show', 'shop']);
    const { code, out, err } = await cli.run([...args, ...TENANT]);
    expect([code, out, err]).toEqual([1, '', 'billing: stopped; nothing was changed\n']);
    expect(asked).toEqual([question]);
    expect(await cli.json(['tenants', 'show', 'shop'])).toEqual(before);
  });

  it('does not ask with --yes', async () => {
    const { cli, asked } = await answering(false);
    const { err } = await cli.run([...args, '--yes', ...TENANT]);
    expect(err).not.toContain('stopped');
    expect(asked).toEqual([]);
  });
});
