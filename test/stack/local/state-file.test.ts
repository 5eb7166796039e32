import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startStub } from './stub-cloud.ts';

const data = mkdtempSync(join(tmpdir(), 'kept-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

it('resumes from its data: items, messages, encrypted secrets, received requests and the moved clock', async () => {
  const context = { tenant: 'a', purpose: 'webhook' };
  const first = await startStub({ data });
  const [, , sealed] = await first.act(
    { put: { pk: 'T#a', sk: 'kept' } },
    { send: { body: { id: 'kept' }, delay: 600 } },
    { encrypt: { text: 'secret', context } },
  );
  await fetch(`${first.stack.inboxUrl}/hooks/a`, { method: 'POST', body: 'kept' });
  await first.advance('PT5M');
  const left = first.clock.now();
  await first.stop();

  const second = await startStub({ data });
  expect(second.clock.now() - left).toBeLessThan(30_000);
  expect(second.clock.now()).toBeGreaterThanOrEqual(left);
  const blob = (sealed as { gave: string }).gave;
  expect(await second.act({ get: { pk: 'T#a', sk: 'kept' } }, { decrypt: { blob, context } })).toMatchObject([
    { gave: { sk: { S: 'kept' } } },
    { gave: 'secret' },
  ]);
  expect(await second.printed('work')).toEqual([]);
  await second.advance('PT6M');
  expect(await second.printed('work')).toMatchObject([{ id: 'kept' }]);
  const inbox = await fetch(`${second.stack.inboxUrl}/requests?path=/hooks/a`);
  expect(await inbox.json()).toMatchObject({ requests: [{ body: 'kept' }] });
  await second.stop();
});
