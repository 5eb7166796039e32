import { expect, it } from 'vitest';
import { bySchedule } from '../../../lib/billing/timeline.ts';
import { eventIdOf } from '../../../lib/billing/identifiers.ts';
import { ensureFirstEventDelivered } from '../../../lib/table/events/first-event.ts';
import { timeOfId } from '../../../lib/table/ids.ts';
import { outboxEntries } from '../../../lib/table/events/outbox.ts';
import { key } from '../../../lib/table/schema.ts';
import { eventNamed } from '../../faults/delivery/cast.ts';
import { Stage, TENANT } from '../../behaviour/webhooks/stage.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

/** As many entries of a history as are read at most. */
const FULL = 5_000;

it.each([0, 60_000])(
  'a first event from %i ms before its subscriber is made due, regardless of the number of later events',
  async (earlierMs) => {
    const stage = new Stage();
    const { table } = stage;
    const { subscriptionId: subscriberId } = eventNamed(1, 0).snapshot;
    const createdAt = timeOfId(subscriberId);
    const first = { ...eventNamed(1, createdAt - earlierMs), sequence: 1 };
    const outbox = { causedBy: bySchedule, now: createdAt, isDue: false };
    const { changes, toDeliver } = outboxEntries(TENANT, [first], outbox);
    await table.write(changes);
    for (let nth = 1; nth <= FULL; nth += 1) {
      const cause = `change ${nth}`;
      const id = eventIdOf({ tenant: TENANT.id, subscriberId, cause, at: createdAt + nth });
      await table.apply({ put: { ...key.event(TENANT.id, { id }), what: 'plan_changed' } });
    }
    await ensureFirstEventDelivered(forTenant(stage.app(), TENANT.id), subscriberId);
    const [event] = await table.getMany([key.event(TENANT.id, { id: toDeliver[0]! })], { consistent: true });
    expect(event?.dueAt).toBe(createdAt);
  },
);
