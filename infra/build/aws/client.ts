import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { signedHeaders } from '../../../lib/runtime/signature.ts';
import { failedBy, isThrottled, isWorthRepeating, named, type AwsError } from './errors.ts';
import { exchange, keptAlive, type Timeouts } from './exchange.ts';
import { read, written } from './json.ts';

/** One of AWS's services that speak JSON. */
export interface Service {
  /** As it is named in its address, in signatures and in variables of the environment. */
  readonly name: 'dynamodb' | 'kms' | 'sqs';
  /** What precedes the name of an operation. */
  readonly target: string;
  readonly type: `application/x-amz-json-1.${0 | 1}`;
  /** The errors of which more than the name is read. */
  readonly errors: Readonly<Record<string, typeof AwsError>>;
}

/** The settings of `lib/runtime/aws-client.ts`, as far as a caller names them. */
interface Settings {
  readonly maxAttempts: number;
  readonly requestHandler?: Partial<Timeouts>;
}

/** What a client is told: its settings, and the environment, where it is not that of the process. */
export type OwnSettings = [settings: Settings, env?: NodeJS.ProcessEnv];

/** A call that is to be made. */
export interface Command {
  readonly operation: string;
  readonly input: object;
}

/** The mean of the first wait, ms, and that after a service said it is asked too much; each further one doubles. */
const [WAIT_MS, THROTTLED_WAIT_MS] = [100, 500];
/** How many calls an instance repeats while none succeeds: a service that is down is not asked three times each. */
const REPEATS_MAX = 100;

/**
 * A client of AWS that replaces the SDK's in every bundle. It is configured by Lambda's environment alone and makes one
 * signed request for an attempt; its errors have the names that the SDK's have.
 */
export class Client {
  readonly #service: Service;
  readonly #attempts: number;
  readonly #timeouts: Partial<Timeouts>;
  readonly #url: URL;
  readonly #agent: ReturnType<typeof keptAlive>;
  readonly #env: NodeJS.ProcessEnv;
  #repeats = REPEATS_MAX;

  constructor(service: Service, ...[settings, env = process.env]: OwnSettings) {
    const { maxAttempts, requestHandler = {} } = settings;
    this.#env = env;
    this.#service = service;
    this.#attempts = maxAttempts;
    this.#timeouts = requestHandler;
    this.#url = addressOf(service.name, env);
    this.#agent = keptAlive(this.#url);
  }

  /** Makes a call, with its repetitions, and returns what was answered. Throws the service's error, or that of the connection. */
  async send(
    { operation, input }: Command,
    { abortSignal }: { readonly abortSignal?: AbortSignal } = {},
  ): Promise<object> {
    const body = written(input);
    const call = randomUUID();
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await this.#attempt(operation, body, { call, attempt, abortSignal });
        this.#repeats = Math.min(REPEATS_MAX, this.#repeats + 1);
        return answer;
      } catch (error) {
        if (abortSignal?.aborted) throw named('AbortError', 'the call was ended', error);
        if (attempt === this.#attempts || this.#repeats === 0 || !isWorthRepeating(error)) throw error;
        this.#repeats--;
        await wait(backoffMs(attempt, isThrottled(error)), undefined, { signal: abortSignal }).catch(
          () => undefined,
        );
      }
    }
  }

  async #attempt(
    operation: string,
    body: string,
    how: {
      readonly call: string;
      readonly attempt: number;
      readonly abortSignal: AbortSignal | undefined;
    },
  ): Promise<object> {
    how.abortSignal?.throwIfAborted();
    const { name, target, type, errors } = this.#service;
    const { AWS_LAMBDA_FUNCTION_NAME, _X_AMZN_TRACE_ID: trace } = this.#env;
    const headers = {
      ...signedHeaders('POST', this.#url, body, {
        ...{
          identity: identityIn(this.#env),
          region: setting(this.#env, 'AWS_REGION'),
          service: name,
          at: Date.now(),
        },
        ...{ type, target: `${target}.${operation}` },
      }),
      'amz-sdk-invocation-id': how.call,
      'amz-sdk-request': `attempt=${how.attempt}; max=${this.#attempts}`,
      // Lambda ends loops of functions and queues by it.
      ...(AWS_LAMBDA_FUNCTION_NAME && trace && { 'x-amzn-trace-id': trace }),
    };
    const asked = { headers, body, agent: this.#agent, signal: how.abortSignal, timeouts: this.#timeouts };
    const answer = await exchange(this.#url, asked);
    if (answer.status !== 200) throw failedBy(answer, errors);
    return read(answer.body);
  }
}

/** With chance, so that many that failed at once do not ask at once. */
const backoffMs = (attempt: number, isThrottled: boolean) =>
  Math.random() * (isThrottled ? THROTTLED_WAIT_MS : WAIT_MS) * 2 ** (attempt - 1);

/** The address of a service: the configured one, or its own in the function's region. */
function addressOf(name: Service['name'], env: NodeJS.ProcessEnv): URL {
  const configured = env[`AWS_ENDPOINT_URL_${name.toUpperCase()}`] || env.AWS_ENDPOINT_URL;
  return new URL(configured || `https://${name}.${setting(env, 'AWS_REGION')}.amazonaws.com`);
}

/** Read for each signature: Lambda may replace a function's temporary credentials. */
const identityIn = (env: NodeJS.ProcessEnv) => ({
  accessKeyId: setting(env, 'AWS_ACCESS_KEY_ID'),
  secretAccessKey: setting(env, 'AWS_SECRET_ACCESS_KEY'),
  sessionToken: env.AWS_SESSION_TOKEN,
});

function setting(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new Error(`the environment variable ${name} is not set`);
  return value;
}
