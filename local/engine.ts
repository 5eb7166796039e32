import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  DynamoDBClient,
  CreateTableCommand,
  ListTablesCommand,
  type CreateTableCommandInput,
} from '@aws-sdk/client-dynamodb';
import { freePort } from './ports.ts';
import { REGION, type Resolved, type Template } from './template.ts';

/** The table engine: a child process of ours, or one that is already running. */
export interface Engine {
  readonly endpoint: string;
  createTable(name: string, properties: Record<string, Resolved>): Promise<void>;
  stop(): Promise<void>;
}

/** It usually answers after 20 ms; another port is tried where it does not at all. */
const LOOK_EVERY_MS = 10;
const LOOKS = 500;
const TRIES = 3;

/** What the engine is called here, in the order in which it is looked for. */
function binary(): string | undefined {
  const shipped = resolve(import.meta.dirname, '../node_modules/@dynoxide/linux-x64/dynoxide');
  if (existsSync(shipped)) return shipped;
  return spawnSync('dynoxide', ['--version']).status === 0 ? 'dynoxide' : undefined;
}

/** Starts the table engine; data stays in memory unless a folder is given. Throws one plain line where there is none. */
export async function startEngine(dataFolder: string | undefined): Promise<Engine> {
  const command = binary();
  const given = process.env.DYNAMODB_ENDPOINT;
  if (!command) {
    if (given) return engineAt(given, async () => undefined);
    throw new Error(
      'no DynamoDB engine found: install dynoxide and put it on the PATH, or set DYNAMODB_ENDPOINT to a running DynamoDB Local',
    );
  }
  if (dataFolder) mkdirSync(dirname(join(dataFolder, 'table.db')), { recursive: true });
  const kept = dataFolder ? ['--db-path', join(dataFolder, 'table.db')] : [];
  for (let tried = 1; ; tried++) {
    const engine = await launched(command, kept);
    if (await answers(engine.endpoint)) return engine;
    await engine.stop();
    if (tried === TRIES) throw new Error('the DynamoDB engine did not start');
  }
}

async function launched(command: string, more: readonly string[]): Promise<Engine> {
  const port = await freePort();
  const args = [command, 'serve', '--port', String(port), ...more];
  // The shell ends the engine when this process is gone, however it went: its standard input then closes.
  const child = spawn('sh', ['-c', '"$@" & engine=$!; read _; kill $engine; wait', 'sh', ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // a group of its own: Ctrl-C must not end it before those who use it
  });
  return engineAt(`http://127.0.0.1:${port}`, () => ended(child));
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    child.once('exit', () => done());
    child.stdin?.end();
  });
}

/** Whether the engine can be asked, soon. */
async function answers(endpoint: string): Promise<boolean> {
  const client = clientOf(endpoint);
  for (let looked = 0; looked < LOOKS; looked++) {
    try {
      await client.send(new ListTablesCommand({}));
      return true;
    } catch {
      await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
    }
  }
  return false;
}

function clientOf(endpoint: string): DynamoDBClient {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new DynamoDBClient({ endpoint, region: REGION, credentials, maxAttempts: 1 });
}

function engineAt(endpoint: string, stop: () => Promise<void>): Engine {
  return {
    endpoint,
    stop,
    async createTable(name, properties) {
      const client = clientOf(endpoint);
      const { TableNames } = await client.send(new ListTablesCommand({}));
      if (TableNames?.includes(name)) return;
      const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes } = properties;
      await client.send(
        new CreateTableCommand({
          TableName: name,
          BillingMode: 'PAY_PER_REQUEST',
          KeySchema,
          AttributeDefinitions,
          ...(GlobalSecondaryIndexes ? { GlobalSecondaryIndexes: indexes(GlobalSecondaryIndexes) } : {}),
        } as unknown as CreateTableCommandInput),
      );
    },
  };
}

/** Only what says how an index looks; how much of it there may be does not matter here. */
function indexes(given: Resolved): Resolved {
  return (given as Record<string, Resolved>[]).map(({ IndexName, KeySchema, Projection }) => ({
    IndexName: IndexName ?? null,
    KeySchema: KeySchema ?? null,
    Projection: Projection ?? null,
  }));
}

/** The stack's table: its logical id and the name it has here. */
export function tableOf(template: Template): { id: string; name: string } {
  const [first] = template.ofType('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table');
  if (!first) throw new Error('the template has no table');
  return { id: first[0], name: 'billing' };
}
