import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  DynamoDBClient,
  CreateTableCommand,
  ListTablesCommand,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
} from '@aws-sdk/client-dynamodb';
import { engineOn, thisMachine, type EngineProgram } from './engine-programs.ts';
import { freePort } from '../ports.ts';
import { entriesOf, REGION, type Resolved, type Template } from '../template/template.ts';

/** The table engine: a child process of ours, or one that is already running. */
export interface Engine {
  readonly endpoint: string;
  createTable(name: string, properties: Record<string, Resolved>): Promise<void>;
  stop(): Promise<void>;
}

/** The small engine usually answers after 20 ms, DynamoDB Local after 2 s; without an answer another port is tried. */
const TRY_EVERY_MS = 10;
const ANSWER_TRIES = 1_500;
const TRIES = 3;

/**
 * Starts this machine's table engine, in memory unless a folder is given, and reports an unusual one. Throws if there
 * is none.
 */
export async function startEngine(
  dataFolder: string | undefined,
  tell: (line: string) => void = () => undefined,
): Promise<Engine> {
  const found = engineOn(thisMachine());
  if ('endpoint' in found) {
    tell(`using the DynamoDB at ${found.endpoint}`);
    return engineAt(found.endpoint, async () => undefined);
  }
  if (found.name !== 'dynoxide') tell(`using ${found.name}: there is no dynoxide for this machine`);
  return startProgram(found, dataFolder);
}

/** Starts a given engine. */
export async function startProgram(program: EngineProgram, dataFolder: string | undefined): Promise<Engine> {
  if (dataFolder !== undefined) mkdirSync(dataFolder, { recursive: true });
  for (let tried = 1; ; tried++) {
    const engine = await launched(program, dataFolder && resolve(dataFolder));
    if (await answers(engine.endpoint)) return engine;
    await engine.stop();
    if (tried === TRIES) throw new Error(`the DynamoDB engine did not start (${program.name})`);
  }
}

async function launched(program: EngineProgram, dataFolder: string | undefined): Promise<Engine> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'dynamodb-')); // DynamoDB Local writes files into its working directory
  // The shell ends the engine once this process is gone in any way: its standard input then closes.
  const args = ['-c', '"$@" & engine=$!; read _; kill $engine; wait; cd /; rm -r "$OLDPWD"', 'sh'];
  const child = spawn('sh', [...args, ...program.command(port, dataFolder)], {
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // its own process group: Ctrl-C must not end it before its users
  });
  child.unref(); // nor does it keep a process going that has nothing else to do
  return engineAt(`http://127.0.0.1:${port}`, () => ended(child));
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    child.ref();
    child.once('exit', () => done());
    child.stdin?.end();
  });
}

/** Whether the engine answers soon. */
async function answers(endpoint: string): Promise<boolean> {
  const client = clientOf(endpoint);
  for (let tried = 0; tried < ANSWER_TRIES; tried++) {
    try {
      await client.send(new ListTablesCommand({}));
      return true;
    } catch {
      await new Promise((done) => setTimeout(done, TRY_EVERY_MS));
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
      const indexes = entriesOf(properties.GlobalSecondaryIndexes).map(indexOf);
      await client.send(
        new CreateTableCommand({
          TableName: name,
          BillingMode: 'PAY_PER_REQUEST',
          KeySchema: keySchemaOf(properties),
          AttributeDefinitions: entriesOf(properties.AttributeDefinitions).map(
            ({ AttributeName, AttributeType }) => ({
              AttributeName: String(AttributeName),
              AttributeType: AttributeType === 'N' ? 'N' : 'S',
            }),
          ),
          ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
        }),
      );
    },
  };
}

/** The keys of an index; its capacity does not matter here. */
function indexOf(properties: Record<string, Resolved>): GlobalSecondaryIndex {
  const [projection] = entriesOf([properties.Projection ?? null]);
  return {
    IndexName: String(properties.IndexName),
    KeySchema: keySchemaOf(properties),
    Projection: { ProjectionType: projection?.ProjectionType === 'KEYS_ONLY' ? 'KEYS_ONLY' : 'ALL' },
  };
}

function keySchemaOf({ KeySchema }: Record<string, Resolved>): KeySchemaElement[] {
  return entriesOf(KeySchema).map(({ AttributeName, KeyType }) => ({
    AttributeName: String(AttributeName),
    KeyType: KeyType === 'RANGE' ? 'RANGE' : 'HASH',
  }));
}

/** The stack's table: its logical id and the name it has here. */
export function tableOf(template: Template): { id: string; name: string } {
  const [first] = template.ofType('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table');
  if (!first) throw new Error('the template has no table');
  return { id: first[0], name: 'billing' };
}
