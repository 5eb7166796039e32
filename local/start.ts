import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startCloud, type Cloud } from './cloud.ts';
import { screen } from './screen.ts';
import { seedDemo, type DemoTenant } from './seed.ts';
import { synthesise } from './synthesise.ts';

const USAGE = 'usage: npm start -- [--port N] [--data DIR] [--empty] [--quiet]';

interface Wishes {
  readonly port: number;
  readonly data: string | undefined;
  readonly empty: boolean;
  readonly quiet: boolean;
  /** Where stack.json is written and the synthesised stack is kept. */
  readonly out: string;
}

function wishes(): Wishes {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '3000' },
      data: { type: 'string' },
      empty: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      out: { type: 'string', default: '.local' },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_531)
    throw new Error(`--port ${values.port} is not a port`);
  return { ...values, port, data: values.data === undefined ? undefined : resolve(values.data) };
}

/** The ports in use among five consecutive ones. */
async function portsInUse(first: number): Promise<number[]> {
  const ports = [0, 1, 2, 3, 4].map((offset) => first + offset);
  const taken = await Promise.all(
    ports.map(
      (port) =>
        new Promise<boolean>((done) => {
          const probe = createServer();
          probe.once('error', () => done(true));
          probe.listen(port, '127.0.0.1', () => probe.close(() => done(false)));
        }),
    ),
  );
  return ports.filter((_, index) => taken[index]);
}

async function main(): Promise<void> {
  let wish: Wishes;
  try {
    wish = wishes();
  } catch (error) {
    return giveUp(`${error instanceof Error ? error.message : String(error)} (${USAGE})`, 2);
  }
  const began = performance.now();
  const progress = (line: string) =>
    wish.quiet || console.log(`  ${((performance.now() - began) / 1000).toFixed(1).padStart(4)} s  ${line}`);
  const taken = await portsInUse(wish.port);
  if (taken.length > 0)
    return giveUp(`port ${taken.join(', ')} in use; choose five free ports with --port N`, 1);

  let cloud: Cloud | undefined;
  const stop = () => {
    setTimeout(() => process.exit(0), 2_500).unref();
    void Promise.resolve(cloud?.stop()).finally(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    const assembly = await synthesise(join(wish.out, 'assembly'), progress);
    cloud = await startCloud({ port: wish.port, assembly, dataFolder: wish.data, progress });
    if (!wish.empty) progress('seeding two demo tenants');
    const tenants = wish.empty ? [] : await seedDemo(cloud);
    writeStack(wish.out, cloud, tenants);
    if (!wish.quiet) console.log(screen(cloud, tenants));
    console.log(`Ready after ${((performance.now() - began) / 1000).toFixed(1)} s. Stop with Ctrl-C.`);
  } catch (error) {
    await cloud?.stop();
    giveUp(error instanceof Error ? error.message : String(error), 1);
  }
}

function writeStack(folder: string, cloud: Cloud, tenants: readonly DemoTenant[]): void {
  const {
    baseUrl,
    controlUrl,
    payUrl,
    acctUrl,
    inboxUrl,
    dynamodbEndpoint,
    tableName,
    frontUrl,
    keyId,
    queueUrls,
  } = cloud;
  mkdirSync(folder, { recursive: true });
  const docsUrl = `${inboxUrl}/`;
  const stack = {
    baseUrl,
    controlUrl,
    payUrl,
    acctUrl,
    inboxUrl,
    docsUrl,
    dynamodbEndpoint,
    tableName,
    frontUrl,
    keyId,
    queueUrls,
    tenants,
  };
  writeFileSync(join(folder, 'stack.json'), `${JSON.stringify(stack, null, 2)}\n`);
}

function giveUp(line: string, code: number): void {
  process.stderr.write(`${line}\n`);
  process.exit(code);
}

await main();
