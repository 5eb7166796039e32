import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { callLocally } from '../../../local/console/sources.ts';
import { listen } from '../../support/world/loopback.ts';

/** Where Node keeps what `fetch` calls through. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');
const PATIENCE_MS = 1_000;

/** What `fetch` calls through: how long it waits for an answer is set when it is made. */
type Dispatcher = new (options: { headersTimeout: number }) => { close(): Promise<void> };

it('the console waits for a move of the clock that takes longer than fetch waits for an answer', async () => {
  const server = await listen(
    createServer((_request, response) => {
      setTimeout(() => response.end('{"now":"2026-01-01T00:00:00.000Z"}'), 4 * PATIENCE_MS);
    }),
  );
  await fetch('data:,'); // Node makes the dispatcher when it is first needed
  const usual = Reflect.get(globalThis, DISPATCHER) as { constructor: Dispatcher };
  const impatient = new usual.constructor({ headersTimeout: PATIENCE_MS });
  Reflect.set(globalThis, DISPATCHER, impatient);
  try {
    const fetched = fetch(server.url).then(
      () => 'answered',
      () => 'given up',
    );
    const moved = callLocally('POST', `${server.url}/clock`, { advance: 'P1M' });
    expect(await fetched).toBe('given up');
    expect(await moved).toEqual({ now: '2026-01-01T00:00:00.000Z' });
  } finally {
    Reflect.set(globalThis, DISPATCHER, usual);
    await impatient.close();
    await server.stop();
  }
});
