import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from '../../flows/guides/blocks.ts';

/** A folder with the client's packed tarball, and the client installed from it. */
export function projectWithClient(): { readonly project: string; readonly tarball: string } {
  const project = mkdtempSync(join(tmpdir(), 'tenant-'));
  execFileSync('npm', ['pack', './client', '--pack-destination', project], { cwd: ROOT, stdio: 'ignore' });
  const [tarball = ''] = readdirSync(project);
  const folder = join(project, 'node_modules', 'subscription-billing-client');
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['xf', join(project, tarball), '--strip-components=1', '-C', folder]);
  return { project, tarball };
}

/** How a tenant's program makes its client. */
export const SETTINGS = `{ baseUrl: 'https://billing.example', apiKey: 'key', apiSecret: 'secret' }`;

/** A server's answers, a cancellation by our own id, and what was sent; Node 18 lacks the two that are taken away. */
export const USE = `
delete AbortSignal.any;
delete URL.canParse;
const fetch = async (url, { method, body }) => {
  console.log(method, new URL(url).pathname, body);
  return Response.json({ status: 'failure', error: 'not_active', errorCode: 'not_active', message: '', errorMessage: '' }, { status: 409 });
};
const client = billing({ ...${SETTINGS}, fetch });
client.subscribers
  .cancelInOurRecordsOnly({ svcId: 'sub_1' }, { signal: new AbortController().signal })
  .catch((error) => console.log(error instanceof BillingRefusal, error.code));
`;
/** The output of such a program. */
export const USED = 'DELETE /subscribers {"svc-id":"sub_1"}\ntrue not_active\n';

/** How an ES module begins. */
export const IMPORTS = `import { billing } from 'subscription-billing-client';
import { BillingRefusal } from 'subscription-billing-client/refusals';`;
/** How a CommonJS module begins. */
export const REQUIRES = `const { billing } = require('subscription-billing-client');
const { BillingRefusal } = require('subscription-billing-client/refusals');`;

/** The file of such a program after a bundler has put the client into it. */
export async function bundled(project: string, format: 'esm' | 'cjs'): Promise<string> {
  const entry = join(project, 'entry.js');
  writeFileSync(entry, `${IMPORTS}\n${USE}`);
  const outfile = join(project, `bundle.${format === 'esm' ? 'mjs' : 'cjs'}`);
  const form = { format, bundle: true, platform: 'node', target: 'node18' } as const;
  await build({ entryPoints: [entry], outfile, ...form });
  return outfile;
}
