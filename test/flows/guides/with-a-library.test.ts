import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { Redacted } from '../../../lib/text/redacted.ts';
import { standardHeaders } from '../../../lib/webhooks/standard-webhooks.ts';
import { blocksOf, GUIDES, ROOT } from './blocks.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const body = '{"notificationType":"EXPIRED"}';

const [block] = blocksOf(GUIDES.webhooks!).filter(({ heading }) => heading === 'With a library');
const run = (program: string, secret: string) =>
  execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: ROOT,
    env: { ...process.env, WEBHOOK_SECRET: secret },
    stdio: 'pipe',
  }).toString();

it('the receiver with a library of Standard Webhooks reads what is genuine and throws at the rest', () => {
  const message = { eventId: 'an-event', signedAt: Date.now(), body: Buffer.from(body) };
  const headers = JSON.stringify(standardHeaders(message, [new Redacted(secret)]));
  const program = `${block!.code}
const read = (body) => { try { return eventOf(body, ${headers}).notificationType } catch (error) { return error.message } };
console.log(read(Buffer.from('${body}')), read(Buffer.from('{}')));`;
  expect(run(program, secret)).toBe('EXPIRED No matching signature found\n');
});

it('the receiver with a library does not start without a secret', () => {
  expect(() => run(block!.code, '')).toThrow("Secret can't be empty");
});
