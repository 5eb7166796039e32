import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_PARTS } from '../../flows/guides/typescript.ts';
import { page, ROOT } from '../../flows/guides/blocks.ts';
import { bundled, IMPORTS, projectWithClient, REQUIRES, SETTINGS, USE, USED } from './tenant-project.ts';

let project: string;
let tarball: string;

beforeAll(() => {
  ({ project, tarball } = projectWithClient());
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** A program of a tenant; whatever is marked is wrong and nothing else. */
const OWN = `const client = billing(${SETTINGS});
export const all = async () => {
  for await (const { svcId } of client.subscribers.each({ status: 'ACTIVE' })) console.log(svcId.length);
  await client.subscribers.get({ svcId: 'sub_1' });
  await client.subscribers.get({ payReference: 'r' });
  await client.subscribers.get({ 'pay-subscriber-code': 'r' });
  await client.subscribers.get({ svcId: 'sub_1', payReference: 'r' }); // wrong
  await client.subscribers.get({}); // wrong
  await client.subscribers.cancel({ payReference: 'r' });
  await client.subscribers.cancel({ svcId: 'sub_1' }); // wrong
  await client.subscribers.cancelInOurRecordsOnly({ svcId: 'sub_1' });
  await client.subscribers.cancelInOurRecordsOnly({ payReference: 'r' }); // wrong
  await client.subscribers.changePlan({ payReference: 'r', planReference: 'p', upgradePeriod: 'NOW' });
  await client.subscribers.changePlan({ payReference: 'r', svcPlanId: 'p' }); // wrong
  await client.subscribers.changePlanInOurRecordsOnly({ svcId: 'sub_1', svcPlanId: 'pln_1' });
  for await (const { id } of client.subscribers.eachInvoice({ svcId: 'sub_1' })) console.log(id);
  await client.checkout.updateCard({ payReference: 'r', callbackUrl: 'https://shop.example' }); // wrong
  await client.checkout.updateCard({ svcId: 'sub_1', callbackUrl: 'https://shop.example' });
  await client.portal.createSession({ svcId: 'sub_1', returnUrl: 'https://shop.example' });
  await client.portal.createSession({ payReference: 'r', svcId: 'sub_1', returnUrl: 'https://shop.example' }); // wrong
  await client.subscribers.retryPayment({ payReference: 'r' });
  await client.subscribers.retryPayment({}); // wrong
  await client.subscribers.erase({ email: 'a@example.com' });
  await client.subscribers.erase({ email: 'a@example.com', svcId: 'sub_1' }); // wrong
  await client.invoices.refund({ invoiceId: 'inv_1', amount: '10.00' });
  await client.invoices.refund({}); // wrong
  for await (const { amount } of client.invoices.eachRefund({ state: 'SUCCEEDED' })) console.log(amount);
  await client.subscribers.previewChange({ payReference: 'r', planReference: 'p', upgradePeriod: 'NOW' });
  await client.subscribers.previewChange({ payReference: 'r', svcPlanId: 'p', upgradePeriod: 'NOW' }); // wrong
  (await client.plans.list()).items; // wrong
};
`;
const WRONG_LINES = OWN.split('\n').flatMap((line, index) => (line.endsWith('// wrong') ? [index + 2] : []));

/** The lines that a strict compiler refuses in a program of this file. */
function refusedLines(file: string, beginning: string): number[] {
  writeFileSync(join(project, file), `${beginning}\n${OWN}`);
  const strict = '--noEmit --strict --exactOptionalPropertyTypes --target es2022 --module nodenext'.split(
    ' ',
  );
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
  const { stdout } = spawnSync(tsc, [...strict, '--lib', 'es2022,dom', file], { cwd: project });
  const lines = [...stdout.toString().matchAll(/^own\.\wts\((\d+),/gm)].map(([, line]) => Number(line));
  return [...new Set(lines)];
}

/** The output of a program that somebody runs in the project. */
function run(file: string, code: string): string {
  writeFileSync(join(project, file), code);
  return execFileSync(process.execPath, [file], { cwd: project }).toString();
}

describe('the client’s package', () => {
  it('has the name that its README says, and the version of the service', () => {
    const { version } = JSON.parse(page('package.json')) as { version: string };
    expect(tarball).toBe(`subscription-billing-client-${version}.tgz`);
    expect(page('client/README.md')).toContain(`\`${tarball}\``);
  });

  it('has every part as a program and as types, for import and require, the README, and nothing else', () => {
    const folder = join(project, 'node_modules', 'subscription-billing-client');
    const sources = readdirSync(join(ROOT, 'client', 'src')).map((file) => file.replace('.ts', ''));
    expect(readdirSync(folder).sort()).toEqual(['README.md', 'dist', 'package.json']);
    expect(readdirSync(join(folder, 'dist')).sort()).toEqual(
      sources.flatMap((name) => ['cjs', 'd.cts', 'd.ts', 'js'].map((kind) => `${name}.${kind}`)).sort(),
    );
  });

  it.each([
    ['own.mts', `import { billing } from 'subscription-billing-client';`],
    ['own.cts', `import { billing } from 'subscription-billing-client';`],
  ])('brings its types along, which allow exactly one identifier: %s', (file, beginning) => {
    expect(refusedLines(file, beginning)).toEqual(WRONG_LINES);
  });

  it('has types that a compiler which checks libraries takes whole, for import and require', () => {
    const parts = Object.keys(CLIENT_PARTS).map((part, nth) => `export * as part${nth} from '${part}';`);
    const files = ['all.mts', 'all.cts'];
    for (const file of files) writeFileSync(join(project, file), parts.join('\n'));
    const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules', '@types')];
    const flags = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--module', 'node16'];
    const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
    const { stdout, status } = spawnSync(tsc, [...flags, ...types, ...files], { cwd: project });
    expect([stdout.toString(), status]).toEqual(['', 0]);
  });

  it.each([
    ['an ES module', 'own.mjs', IMPORTS],
    ['CommonJS', 'own.cjs', REQUIRES],
  ])('works in %s', (_, file, beginning) => {
    expect(run(file, `${beginning}\n${USE}`)).toBe(USED);
  });

  it('works when it is bundled, in either form', async () => {
    for (const format of ['esm', 'cjs'] as const)
      expect(
        execFileSync(process.execPath, [await bundled(project, format)], { cwd: tmpdir() }).toString(),
      ).toBe(USED);
  });

  it('can be imported and required, part by part', () => {
    const parts = JSON.stringify(Object.keys(CLIENT_PARTS));
    expect(run('parts.mjs', `for (const part of ${parts}) await import(part); console.log('there')`)).toBe(
      'there\n',
    );
    expect(run('parts.cjs', `for (const part of ${parts}) require(part); console.log('there')`)).toBe(
      'there\n',
    );
  });
});
