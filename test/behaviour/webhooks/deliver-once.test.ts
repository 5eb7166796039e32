import { beforeEach, describe, expect, test } from 'vitest';
import { EVENT } from '../../../lib/billing/delivery.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { claimAttempt } from '../../../lib/table/events/delivery-attempts.ts';
import { key } from '../../../lib/table/schema.ts';
import { BUSY, Stage, TENANT, message } from './stage.ts';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

describe('an attempt', () => {
  test('whose lease another worker has taken over records no outcome and sends no message', async () => {
    const id = await stage.happened();
    const post: App['post'] = async () => {
      await stage.table.apply({
        update: key.event(TENANT.id, { id }),
        set: { transactionId: 'of somebody else' },
      });
      return BUSY;
    };
    expect(await stage.handle([message(id, 1)], { post })).toEqual([]);
    expect(await stage.stored(id)).toMatchObject({ state: 'TRYING', transactionId: 'of somebody else' });
    expect(await stage.attempts(id)).toEqual([]);
    expect(stage.queued).toEqual([]);
  });

  test('is recorded even if the message of the next attempt cannot be sent', async () => {
    const id = await stage.happened();
    stage.outcome = BUSY;
    const send = async () => Promise.reject(new Error('the queue is down'));
    const { queues } = stage.app();
    expect(await stage.handle([message(id, 1)], { queues: { ...queues, deliveries: { send } } })).toEqual([]);
    expect(await stage.stored(id)).toMatchObject({ state: 'WAITING', attempt: 1 });
  });
  test('sends the event as it is stored at that moment, without personal data erased since it was read', async () => {
    const record = await stage.stored(await stage.happened());
    const customer = { ...record.snapshot.customer, email: 'erased' };
    const erased = EVENT.change({ snapshot: { ...record.snapshot, customer } });
    await stage.table.apply({ update: key.event(TENANT.id, record), ...erased });
    expect((await claimAttempt(stage.app(), record))?.snapshot.customer.email).toBe('erased');
  });
});
