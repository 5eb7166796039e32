import { spawnSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { OWN_CLIENT } from './own-client.ts';

/** What stands between Lambda's Runtime API and a handler. */
export interface RuntimeClient {
  /** As a line of the bench names it. */
  readonly name: string;
  /** Arguments of the Node that runs `index.mjs` of a folder; the folder is the one it is started in. */
  readonly argumentsFor: (folder: string) => readonly string[];
}

/** Where it is compiled: nothing below is code of ours. */
const FOLDER = join(import.meta.dirname, '../../.build/runtime-client');
const PACKAGE = join(FOLDER, 'node_modules/aws-lambda-ric');
const BINARY = join(PACKAGE, 'dist/rapid-client.node');
const TOOLS = ['autoconf', 'automake', 'libtoolize', 'cmake', 'make', 'g++', 'python3'];
const DEBIAN = 'apt-get install autoconf automake libtool cmake make g++ python3';
/** Where a machine's Node leaves its headers; without them the build loads them from nodejs.org. */
const PREFIXES = ['/usr', '/usr/local'];
const BUILD_MS = 15 * 60_000;

const LAMBDAS_OWN: RuntimeClient = {
  name: 'aws-lambda-ric 3.3.0',
  argumentsFor: () => [join(PACKAGE, 'bin/index.mjs'), 'index.handler'],
};

const OUR_CLIENT: RuntimeClient = {
  name: 'our own runtime client, not Lambda’s',
  argumentsFor: (folder) => [
    '--input-type=module',
    '-e',
    OWN_CLIENT,
    pathToFileURL(join(folder, 'index.mjs')).href,
  ],
};

/**
 * Lambda's own client, compiled into `.build/runtime-client` the first time, which takes some minutes. Where it cannot be,
 * it says so with what is missing, and the bundles run on a client of ours.
 */
export function runtimeClient(): RuntimeClient {
  if (loads()) return LAMBDAS_OWN;
  const missing = TOOLS.filter((tool) => spawnSync('which', [tool]).status !== 0);
  const reason = missing.length > 0 ? `${missing.join(', ')} not found (on Debian: ${DEBIAN})` : install();
  if (reason === undefined) return LAMBDAS_OWN;
  console.error(`aws-lambda-ric cannot be built: ${reason}. B1 and B2 run on ${OUR_CLIENT.name}.`);
  return OUR_CLIENT;
}

/** Compiles it. What kept it from being compiled, or undefined. */
function install(): string | undefined {
  console.error('Compiling aws-lambda-ric into .build/runtime-client, once; it takes some minutes.');
  cpSync(join(import.meta.dirname, 'ric'), FOLDER, { recursive: true });
  const headers = PREFIXES.find((prefix) => existsSync(join(prefix, 'include/node/node_api.h')));
  const { error, status, stdout, stderr } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: FOLDER,
    encoding: 'utf8',
    timeout: BUILD_MS,
    env: { ...process.env, ...(headers !== undefined && { npm_config_nodedir: headers }) },
  });
  if (loads()) return undefined;
  const said = `${stderr}${stdout}`.trim().split('\n').at(-1);
  return error?.message ?? `npm ci in .build/runtime-client ended with ${status}: ${said}`;
}

/** Whether it is there and was built for a Node that this one can stand in for; it wants an address as it is loaded. */
function loads(): boolean {
  const load = ['-e', 'process.dlopen({ exports: {} }, process.argv[1])', BINARY];
  return spawnSync(process.execPath, load, { env: { AWS_LAMBDA_RUNTIME_API: '127.0.0.1' } }).status === 0;
}
