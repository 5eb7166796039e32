import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PortsInUse, startLocalCloud, type LocalCloud } from './local-cloud.ts';
import { banner } from './banner.ts';
import { emptyDataFolder } from './data-folder.ts';
import { namedCloud } from './named-cloud.ts';
import { seedDemo } from './demo/seed.ts';
import { writePrivately } from './private-file.ts';
import { shellVariables } from './shell-variables.ts';

const USAGE =
  'usage: npm start -- [--port N] [--data DIR] [--fresh] [--allow HOST:PORT] [--out DIR] [--empty] [--quiet]';
const HELP = `${USAGE}
  --port N           the first of five consecutive ports; 3000 unless given
  --data DIR         keeps everything between runs there (.local/data unless given)
  --fresh            begins anew: new keys, no data
  --allow HOST:PORT  lets webhooks go to a receiver of yours on this machine; may be repeated
  --out DIR          where stack.json and env are written; .local unless given
  --empty            no demo tenants
  --quiet            only the last line`;
const LOOPBACK = /^(127\.0\.0\.1|localhost):\d{1,5}$/;
/** After this, whatever has not stopped is abandoned. */
const STOP_MS = 2_500;
/** How often to check that npm still runs, ms. */
const PARENT_MS = 200;

interface StartOptions {
  readonly port: number;
  readonly data: string | undefined;
  /** Addresses on this machine that webhooks may be sent to besides the inbox. */
  readonly allow: readonly string[];
  /** Whether what was kept is thrown away. */
  readonly fresh: boolean;
  readonly empty: boolean;
  readonly quiet: boolean;
  /** Where `stack.json` and `env` are written. */
  readonly out: string;
}

function optionsGiven(): StartOptions {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '3000' },
      data: { type: 'string' },
      fresh: { type: 'boolean', default: false },
      allow: { type: 'string', multiple: true, default: [] },
      empty: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      out: { type: 'string' },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_531)
    throw new Error(`--port ${values.port} is not a port`);
  for (const address of values.allow)
    if (!LOOPBACK.test(address))
      throw new Error(`--allow ${address} is not a port of this machine such as 127.0.0.1:4000`);
  // Keys and data are kept from one start to the next, unless the cloud is one beside that of the checkout.
  const data = values.data ?? (values.out === undefined ? join('.local', 'data') : undefined);
  const out = values.out ?? '.local';
  return { ...values, port, out, data: data === undefined ? undefined : resolve(data) };
}

async function main(): Promise<void> {
  if (process.argv.slice(2).some((given) => given === '--help' || given === '-h')) return console.log(HELP);
  let options: StartOptions;
  try {
    process.umask(0o077); // what is kept has secrets, also in the files of the engines
    options = optionsGiven();
  } catch (error) {
    return giveUp(`${wordsOf(error)} (${USAGE})`, 2);
  }
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  const progress = (line: string) => options.quiet || console.log(`  ${seconds().padStart(4)} s  ${line}`);
  let running: LocalCloud | undefined;
  const stop = () => {
    setTimeout(() => process.exit(0), STOP_MS).unref();
    void Promise.resolve(running?.stop()).finally(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  if (process.env.npm_lifecycle_event === 'start') onceOrphaned(stop);
  try {
    const { port, data, allow, empty, fresh } = options;
    if (fresh && data !== undefined) await emptyDataFolder(data);
    running = await startLocalCloud({
      ports: port,
      data,
      allow,
      progress,
      ...(!empty && { seed: seedDemo }),
    });
    await writeAddresses(options.out, running);
    if (!options.quiet) console.log(banner(running.cloud, running.stack.tenants));
    console.log(`Ready after ${seconds()} s. Stop with Ctrl-C.`);
  } catch (error) {
    const more = error instanceof PortsInUse ? '; choose five free ports with --port N' : '';
    giveUp(wordsOf(error) + more, 1);
  }
}

/** Writes `stack.json` and `env`; says so if they named another cloud that still runs. */
async function writeAddresses(out: string, { stack }: LocalCloud): Promise<void> {
  const other = await namedCloud(out, stack.baseUrl);
  mkdirSync(out, { recursive: true });
  writePrivately(join(out, 'stack.json'), `${JSON.stringify(stack, null, 2)}\n`);
  writePrivately(join(out, 'env'), shellVariables(stack));
  if (other !== undefined)
    process.stderr.write(
      `${join(out, 'env')} named the local cloud at ${other}, which still runs, and names this one now; keep both with --out DIR\n`,
    );
}

/** A killed npm passes no signal on, and what it started would keep its ports. */
function onceOrphaned(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_MS);
  timer.unref();
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function giveUp(line: string, code: number): void {
  process.stderr.write(`${line}\n`);
  process.exit(code);
}

await main();
