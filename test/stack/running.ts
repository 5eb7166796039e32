import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listen } from '../support/world/loopback.ts';

type Environment = Record<string, string>;

/** Runs a bundle in a process of its own and returns what its handler answers. */
export async function answerOf(folder: string, env: Environment = {}): Promise<unknown> {
  return evaluated(folder, 'await handler({}, {})', env);
}

/** The same with what it has logged: a line each, the answer last. */
export function linesOf(folder: string, env: Environment): Promise<string[]> {
  return printed(folder, 'await handler({}, {})', env);
}

/** Parts of Node that take long to load and that no function needs before its first invocation. */
const NOT_AT_LOAD = ['undici/undici', ' zlib', 'webstreams/readablestream', 'worker_threads'];

/** Loads a bundle in its own process, and returns what its handler is and which slow parts of Node were loaded. */
export async function loadBundle(folder: string, env: Environment): Promise<unknown> {
  const early = `${JSON.stringify(NOT_AT_LOAD)}.filter((part) => process.moduleLoadList.some((id) => id.endsWith(part)))`;
  return evaluated(folder, `{ handler: typeof handler, early: ${early} }`, env);
}

async function evaluated(folder: string, expression: string, env: Environment): Promise<unknown> {
  return JSON.parse((await printed(folder, expression, env)).join('\n'));
}

async function printed(folder: string, expression: string, env: Environment): Promise<string[]> {
  const script = `const { handler } = await import(${JSON.stringify(join(folder, 'index.mjs'))});
    console.log(JSON.stringify(${expression}));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env,
  });
  return stdout.trim().split('\n');
}

/** A request to AWS, or to another address that a function was given. */
export interface Asked {
  /** The operation; empty where it is none of AWS's JSON services. */
  readonly target: string;
  readonly path: string;
  readonly body: string;
  /** The token of the function's temporary credentials, where the request was signed with one. */
  readonly session: string | undefined;
  /** The client's call; the same where it asks again because the answer did not come in time. */
  readonly call: string | undefined;
}

/** Stands in for AWS while `use` runs: every call is refused with the error listed for its target. */
export function withAwsErrors<T>(
  errors: Readonly<Record<string, object>>,
  use: (env: Environment) => Promise<T>,
): Promise<T> {
  return withAwsAnswers(({ target }) => [400, errors[target] ?? {}], use);
}

/** Stands in for AWS while `use` runs, with a status and a body for each request. */
export async function withAwsAnswers<T>(
  answer: (asked: Asked) => readonly [status: number, body: object],
  use: (env: Environment) => Promise<T>,
): Promise<T> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const target = String(request.headers['x-amz-target'] ?? '');
        const body = Buffer.concat(chunks).toString();
        const session = request.headers['x-amz-security-token']?.toString();
        const call = request.headers['amz-sdk-invocation-id']?.toString();
        const [status, said] = answer({ target, path: request.url ?? '', body, session, call });
        response
          .writeHead(status, { 'content-type': 'application/x-amz-json-1.0' })
          .end(JSON.stringify(said));
      });
  });
  const { url, stop } = await listen(server);
  try {
    return await use({
      AWS_ENDPOINT_URL: url,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
    });
  } finally {
    await stop();
  }
}
