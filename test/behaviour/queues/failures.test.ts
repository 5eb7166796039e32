import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context, SQSEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { BACKGROUND } from '../../../lib/background-functions.ts';
import { jsonLog } from '../../../lib/runtime/log.ts';
import { informative, mustBeInformative } from '../../support/world/log-line.ts';

interface FunctionModule {
  readonly create: (app: App) => (event: unknown, context: Context) => Promise<unknown>;
}

/** An App all of whose doors are shut by a fault, such as a grant that is missing. */
function broken(lines: Record<string, unknown>[]): App {
  const fault = () => {
    throw Object.assign(new Error('not authorised'), { name: 'AccessDeniedException' });
  };
  const shut = new Proxy({}, { get: () => fault });
  const log = jsonLog((line) => lines.push(JSON.parse(informative(line)) as Record<string, unknown>), {
    now: () => 0,
  });
  const queues = { sweeps: shut, reconciliation: shut };
  return { table: shut, queues, log, clock: () => 0, newId: () => 'id', memory: {} } as App;
}

const event = { Records: [{ messageId: 'm', body: '{}' }] } as SQSEvent;
const context = { awsRequestId: 'r', getRemainingTimeInMillis: () => 30_000 } as Context;

describe('a background function that fails', () => {
  it.each(BACKGROUND.map(({ name }) => name))(
    '%s throws, or counts the failure in the metric that its alarm watches',
    async (name) => {
      const file = pathToFileURL(resolve('functions', `${name}.ts`)).href;
      const { create } = (await import(/* @vite-ignore */ file)) as FunctionModule;
      const lines: Record<string, unknown>[] = [];
      const threw = await create(broken(lines))(event, context).then(
        () => false,
        () => true,
      );
      const counted = lines.filter(({ RequestsCrashed }) => RequestsCrashed === 1).map(({ route }) => route);
      // Lambda counts what is thrown, and nothing else.
      expect(threw ? [name] : counted).toEqual([name]);
      mustBeInformative();
    },
  );
});
