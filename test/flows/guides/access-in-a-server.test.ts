import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { blocksOf, GUIDES } from './blocks.ts';

const folder = mkdtempSync(join(tmpdir(), 'access-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MODULES = {
  'subscription-billing-client': `export const billing = () => ({
    access: async ({ externalId }) => {
      if (externalId === 'lost') throw new Error('no answer');
      const isMember = externalId === 'member';
      return { access: isMember, because: isMember ? 'paid' : 'ended', features: isMember ? { export: true } : {} };
    },
  });`,
  react: 'export const cache = (of) => of;',
  'next/navigation': 'export const redirect = (to) => { throw new Error(to); };',
};
for (const [name, code] of Object.entries(MODULES)) {
  const path = join(folder, 'node_modules', name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'index.js'), code);
  writeFileSync(join(path, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
}
writeFileSync(
  join(folder, 'node_modules/next/package.json'),
  '{ "type": "module", "exports": { "./navigation": "./navigation/index.js" } }',
);

/** What a program prints after the guide's block under a heading. */
function run(heading: string, program: string): string[] {
  const block = blocksOf(GUIDES.access!).find((one) => one.heading === heading && one.language === 'js');
  writeFileSync(join(folder, 'run.mjs'), `${block!.code}\n${program}`);
  return execFileSync(process.execPath, ['run.mjs'], { cwd: folder }).toString().trim().split('\n');
}

it('the guide’s Express middleware lets in who has paid and has the feature, and hands an outage on', () => {
  const program = `
for (const [id, feature] of [['member'], ['member', 'export'], ['member', 'api'], ['former'], ['lost']]) {
  const res = { status: (code) => ({ json: (body) => console.log(code, JSON.stringify(body)) }) };
  await members(feature)({ user: { id } }, res, (error) => console.log(error?.message ?? 'in'));
}`;
  expect(run('In Express', program)).toEqual([
    'in',
    'in',
    '403 {"feature":"api"}',
    '402 {"because":"ended"}',
    'no answer',
  ]);
});

it('the guide’s Next.js helper gives a member’s features, and sends everybody else to the prices', () => {
  const program = `
console.log(JSON.stringify(await featuresOf('member')));
await featuresOf('former').catch((error) => console.log(error.message));`;
  expect(run('In Next.js', program)).toEqual(['{"export":true}', '/prices?because=ended']);
});
