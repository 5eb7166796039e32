import type { Channel, EventRecord, PostOutcome } from '../../../lib/billing/delivery.ts';
import { create } from '../../../functions/webhooks/deliver.ts';
import type { App, Message } from '../../../lib/runtime/app.ts';
import { lookUpEvent } from '../../../lib/table/events/events.ts';
import type { AttemptMessage, RedriveMessage } from '../../../lib/queue/messages.ts';
import { key } from '../../../lib/table/schema.ts';
import { range } from '../../../lib/table/ranges.ts';
import type { Item } from '../../../lib/table/table.ts';
import { tenantItem } from '../../../lib/table/tenants/tenant.ts';
import type { Tenant } from '../../../lib/table/tenants/tenant.ts';
import { memoryTable } from '../../support/doubles/memory-table.ts';
import { eventNamed, insideApp, outboxItemOf, tenantNamed } from '../../faults/delivery/cast.ts';
import { handOver } from '../../support/world/queues.ts';
import { VirtualTime } from '../../faults/delivery/time.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

export const TENANT = tenantNamed('acme');
export const OK: PostOutcome = { is: 'answered', status: 200, body: 'received', tookMs: 40 };
export const BUSY: PostOutcome = { is: 'answered', status: 503, body: 'busy'.repeat(1_000), tookMs: 40 };
export const LOST: PostOutcome = { is: 'failed', why: 'timeout', tookMs: 10_000 };

export const message = (eventId: string, attempt: number): AttemptMessage => ({
  tenantId: TENANT.id,
  eventId,
  attempt,
});

/** What the sweep sends for an event that is due. */
export const redriven = (eventId: string): RedriveMessage => ({
  kind: 'redrive',
  tenantId: TENANT.id,
  eventId,
});

interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The function with its outside, for one test: what it posts and queues can be read, what it meets can be set. */
export class Stage {
  readonly time = new VirtualTime();
  readonly table = memoryTable();
  readonly posts: Sent[] = [];
  readonly queued: Message[] = [];
  readonly slowQueued: Message[] = [];
  outcome = OK;
  timeLeft = 30_000;
  #ids = 0;

  app(changed: Partial<App> = {}): App {
    const into = (queue: Message[]) => ({
      send: async (messages: readonly Message[]) => void queue.push(...messages),
    });
    const lanes = { deliveries: into(this.queued), 'slow-deliveries': into(this.slowQueued) };
    const post: App['post'] = async (url, headers, body) => {
      this.posts.push({ url, headers, body: body.toString() });
      return this.outcome;
    };
    const inside = insideApp(this.time, this.table, lanes, undefined as never);
    return { ...inside, newId: () => `transaction-${this.#ids++}`, post, ...changed };
  }

  /** An event that has just happened to a tenant; answers its id. */
  async happened(tenant: Tenant = TENANT, channel: Channel = 'webhook', nth = 1): Promise<string> {
    await this.table.apply({ put: tenantItem(tenant) });
    const { now } = this.time;
    const { change, eventId } = outboxItemOf(tenant, eventNamed(nth, now), channel, now);
    await this.table.apply(change);
    return eventId;
  }

  /** Lets the function of a lane handle messages; answers the bodies of those that failed. */
  async handle(bodies: readonly unknown[], changed: Partial<App> = {}, lane = create): Promise<unknown[]> {
    const back = await handOver(lane(this.app(changed)), bodies, () => this.timeLeft);
    return back.map((nth) => bodies[nth]);
  }

  async stored(eventId: string): Promise<EventRecord> {
    const record = await lookUpEvent(forTenant(this.app(), TENANT.id), { id: eventId });
    if (!record) throw new Error('there is no such event');
    return record;
  }

  attempts(eventId: string): Promise<Item[]> {
    return this.table.query({ ...range.attempts(TENANT.id, eventId), consistent: true });
  }

  async isDue(eventId: string): Promise<boolean> {
    const item = await this.table.get(key.event(TENANT.id, { id: eventId }), { consistent: true });
    return item?.dueAt !== undefined || item?.dueShard !== undefined;
  }
}
