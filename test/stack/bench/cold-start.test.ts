import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { coldStart } from '../../../bench/runtime/cold-start.ts';

/** The least that a runtime client does. It ends with 4 where it is not told the type of an event, as Lambda's crashes. */
const CLIENT = `
  const { handler } = await import(process.cwd() + '/index.mjs');
  const api = 'http://' + process.env.AWS_LAMBDA_RUNTIME_API + '/2018-06-01/runtime/invocation/';
  const next = await fetch(api + 'next');
  if (next.headers.get('content-type') !== 'application/json') process.exit(4);
  const body = JSON.stringify(await handler(await next.json()));
  await fetch(api + next.headers.get('lambda-runtime-aws-request-id') + '/response', { method: 'POST', body });
`;
const client = { name: 'the least', argumentsFor: () => ['--input-type=module', '-e', CLIENT] };
const PLAIN = { client, hasTable: false, isPrimed: false };

function handler(code: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'handler-'));
  writeFileSync(join(folder, 'index.mjs'), code);
  return folder;
}

it('times a cold start until the first invocation is asked for, and from there until it is answered', async () => {
  const slow = handler(`
    await new Promise((done) => setTimeout(done, 300));
    export const handler = () => new Promise((done) => setTimeout(() => done({ statusCode: 200 }), 600));
  `);
  const { initMs, firstMs } = await coldStart(slow, PLAIN);
  expect(initMs).toBeGreaterThanOrEqual(290);
  expect(firstMs).toBeGreaterThanOrEqual(590);
});

it('says which bundle ends instead of answering', async () => {
  const broken = handler('process.exit(3);');
  await expect(coldStart(broken, PLAIN)).rejects.toThrow(`${broken} ended with 3`);
});
