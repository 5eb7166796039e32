import { expect, test } from 'vitest';
import { create } from '../../../functions/webhooks/deliver.ts';
import { create as slowLane } from '../../../functions/webhooks/deliver-slow.ts';
import type { App, Message } from '../../../lib/runtime/app.ts';
import { updateEndpoint } from '../../../lib/table/events/endpoint-health.ts';
import { tenantItem } from '../../../lib/table/tenants/tenant.ts';
import { memoryTable } from '../../support/doubles/memory-table.ts';
import { eventNamed, insideApp, outboxItemOf, tenantNamed } from '../../faults/delivery/cast.ts';
import { VirtualTime } from '../../faults/delivery/time.ts';
import { handOver } from '../../support/world/queues.ts';
import { LOST, OK } from './stage.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const RUNS = 25;
const BATCH = 10;
const SECOND = 1_000;
const [hanging, other] = [tenantNamed('hanging'), tenantNamed('other')];

/** A lane with all its runs, whose queue knows no fairness: first come, first served. */
class FirstComeFirstServed {
  readonly #time: VirtualTime;
  readonly #handle: (bodies: readonly unknown[], run: number) => Promise<unknown>;
  readonly #waiting: Message[] = [];
  readonly #idle = Array.from({ length: RUNS }, (_, run) => run);

  constructor(time: VirtualTime, handle: (bodies: readonly unknown[], run: number) => Promise<unknown>) {
    this.#time = time;
    this.#handle = handle;
  }

  readonly send = async (messages: readonly Message[]): Promise<void> => {
    for (const message of messages)
      this.#time.at(this.#time.now + (message.delaySeconds ?? 0) * SECOND, () => {
        this.#waiting.push(message);
        this.#time.at(this.#time.now, () => this.#serve()); // with all that comes at the same instant
      });
  };

  #serve(): void {
    const run = this.#waiting.length > 0 ? this.#idle.shift() : undefined;
    if (run === undefined) return;
    const bodies = this.#waiting.splice(0, BATCH).map(({ body }) => body);
    void this.#handle(bodies, run).finally(() => {
      this.#idle.push(run);
      this.#serve();
    });
  }
}

/** The lags of one tenant's events in ms, five a second, while a hundred come within `overMs` for a receiver that hangs. */
async function lagsBeside(overMs: number, hasAnswered: boolean): Promise<number[]> {
  const time = new VirtualTime();
  const table = memoryTable();
  const arrived = new Map<string, number>();
  const post: App['post'] = async (url, headers, _body, _deadlineMs, overdue) => {
    if (url.includes('other')) {
      arrived.set(String(headers['X-Svc-Event-ID']), time.now);
      await time.sleep(30);
      return OK;
    }
    if (overdue) time.at(time.now + overdue.afterMs, overdue.tell);
    await time.sleep(10 * SECOND);
    return LOST;
  };
  const memories = Array.from({ length: RUNS }, () => ({}));
  const appOf = (run: number): App => ({ ...app, memory: memories[run]! });
  const fast = new FirstComeFirstServed(time, (bodies, run) => handOver(create(appOf(run)), bodies));
  const slow = new FirstComeFirstServed(time, (bodies, run) => handOver(slowLane(appOf(run)), bodies));
  const app = {
    ...insideApp(time, table, { deliveries: fast, 'slow-deliveries': slow }, undefined as never),
    post,
  };
  for (const tenant of [hanging, other]) await table.apply({ put: tenantItem(tenant) });
  if (hasAnswered)
    for (const { id: tenant } of [hanging, other])
      await updateEndpoint(forTenant(app, tenant), 'webhook', { quickAt: time.now, usualMs: 40 });
  const begins = new Map<string, number>();
  const happens = (tenant: typeof other, nth: number, at: number) =>
    time.at(at, () => {
      const { change, eventId } = outboxItemOf(tenant, eventNamed(nth, at), 'webhook', at);
      if (tenant === other) begins.set(eventId, at);
      const body = { tenantId: tenant.id, eventId, attempt: 1 };
      void table.apply(change).then(() => fast.send([{ body, group: tenant.id }]));
    });
  const began = time.now + SECOND;
  for (let nth = 0; nth < 100; nth++) happens(hanging, nth, began + (nth * overMs) / 100);
  for (let nth = 0; nth < 100; nth++) happens(other, 1_000 + nth, began + nth * 200);
  await time.run(began + 60 * SECOND);
  return [...begins].map(([id, at]) => (arrived.get(id) ?? Infinity) - at);
}

const p95 = (lags: readonly number[]) => lags.toSorted((a, b) => a - b)[Math.ceil(0.95 * lags.length) - 1];

test.each([
  ['at once', 'has never answered', 0, false],
  ['at once', 'has answered until now', 0, true],
  ['within two seconds', 'has never answered', 2 * SECOND, false],
  ['within two seconds', 'has answered until now', 2 * SECOND, true],
])(
  'a hundred events that come %s to a receiver that hangs and %s keep another tenant’s waiting for two seconds at most, whatever the queue’s own fairness does',
  async (_come, _until, overMs, hasAnswered) => {
    const lags = await lagsBeside(overMs, hasAnswered);
    expect(lags).toHaveLength(100);
    expect(p95(lags)).toBeLessThanOrEqual(2 * SECOND);
  },
);
