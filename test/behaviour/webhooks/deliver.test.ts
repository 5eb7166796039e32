import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { EVENT } from '../../../lib/billing/delivery.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';
import { claimAttempt } from '../../../lib/table/events/delivery-attempts.ts';
import { key } from '../../../lib/table/schema.ts';
import { AGAIN, SWEEP } from '../../../lib/limits.ts';
import { replayOne } from '../../../lib/webhooks/replay.ts';
import { endpointPut, readEndpoint } from '../../../lib/table/events/endpoint-health.ts';
import { SECRET } from '../../faults/delivery/cast.ts';
import { LOST, Stage, TENANT, message, BUSY, OK, redriven } from './stage.ts';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

describe('a delivery', () => {
  it('is signed over exactly the bytes that are sent', async () => {
    const id = await stage.happened();
    await stage.handle([message(id, 1)]);
    const { url, headers, body } = stage.posts[0]!;
    expect(url).toBe(TENANT.webhook!.url);
    const signature = createHmac('sha256', SECRET).update(body).digest('hex');
    expect(headers).toStrictEqual({
      'Content-Type': 'application/json',
      'X-Svc-Signature': `sha256=${signature}`,
      'X-Svc-Signature-Meta': expect.stringMatching(/^sha256=[0-9a-f]{64}$/) as string,
      'X-Svc-Event': 'SUBSCRIBED',
      'X-Svc-Event-ID': id,
      'X-Svc-Sequence': '1',
      'X-Svc-Transaction-ID': (await stage.stored(id)).transactionId,
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(stage.time.now / 1000)),
      'webhook-signature': expect.stringMatching(/^v1,[\w+/]{43}=$/) as string,
    });
    expect(JSON.parse(body)).toMatchObject({ eventId: id, attempt: 1, signedDate: stage.time.now });
  });

  it('that gets no answer stores the reason', async () => {
    const id = await stage.happened();
    stage.outcome = LOST;
    expect(await stage.handle([message(id, 1)])).toEqual([]);
    const [attempt] = await stage.attempts(id);
    expect(attempt).toMatchObject({ why: 'timeout', tookMs: 10_000 });
    expect(attempt).not.toHaveProperty('status');
  });
});

describe('an attempt', () => {
  it('whose lease another worker has taken over records no outcome and sends no message', async () => {
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

  it('is recorded even if the message of the next attempt cannot be sent', async () => {
    const id = await stage.happened();
    stage.outcome = BUSY;
    const send = async () => Promise.reject(new Error('the queue is down'));
    const { queues } = stage.app();
    expect(await stage.handle([message(id, 1)], { queues: { ...queues, deliveries: { send } } })).toEqual([]);
    expect(await stage.stored(id)).toMatchObject({ state: 'WAITING', attempt: 1 });
  });
  it('sends the event as it is stored at that moment, without personal data erased since it was read', async () => {
    const record = await stage.stored(await stage.happened());
    const customer = { ...record.snapshot.customer, email: 'erased' };
    const erased = EVENT.change({ snapshot: { ...record.snapshot, customer } });
    await stage.table.apply({ update: key.event(TENANT.id, record), ...erased });
    expect((await claimAttempt(stage.app(), record))?.snapshot.customer.email).toBe('erased');
  });
});

describe('a message', () => {
  it('that is repeated, late or early causes no POST', async () => {
    const id = await stage.happened();
    stage.outcome = BUSY;
    await stage.handle([message(id, 1)]);
    expect(await stage.handle([message(id, 1), message(id, 3), message(id, 12)])).toEqual([]);
    expect(stage.posts).toHaveLength(1);
  });

  it('that comes twice in one batch causes one POST', async () => {
    const id = await stage.happened();
    expect(await stage.handle([message(id, 1), message(id, 1)])).toEqual([]);
    expect(stage.posts).toHaveLength(1);
  });

  it('returns to the queue if under 13 s are left, and uses up no attempt', async () => {
    const id = await stage.happened();
    stage.timeLeft = 12_999;
    expect(await stage.handle([message(id, 1)])).toEqual([message(id, 1)]);
    expect(await stage.stored(id)).toMatchObject({ state: 'WAITING', attempt: 0 });
    stage.timeLeft = 13_000;
    expect(await stage.handle([message(id, 1)])).toEqual([]);
    expect(stage.posts).toHaveLength(1);
  });

  it('returns to the queue if the secret cannot be decrypted, and uses up no attempt', async () => {
    const id = await stage.happened();
    const decrypt = async () => Promise.reject(new Error('the key service is down'));
    const { secrets } = stage.app();
    expect(await stage.handle([message(id, 1)], { secrets: { ...secrets, decrypt } })).toEqual([
      message(id, 1),
    ]);
    expect(await stage.stored(id)).toMatchObject({ state: 'WAITING', attempt: 0 });
  });

  it('that is unreadable returns to the queue alone', async () => {
    const id = await stage.happened();
    const bad = [
      ...['', 'text', 17, null, [], {}],
      { tenantId: 'acme' },
      { tenantId: 'acme', attempt: 1 },
      ...[0, 1.5].map((attempt) => message(id, attempt)),
      { ...message(id, 1), attempt: '1' },
      { ...message(id, 1), tenantId: '' },
      { ...message(id, 1), tenantId: { S: 'acme' } },
      message('x', 1),
      { ...message(id, 1), tenantId: 'no' },
    ];
    expect(await stage.handle([...bad, message(id, 1)])).toEqual(bad);
    expect(stage.posts).toHaveLength(1);
  });

  it('is delivered at the same time as the nine others of its batch', async () => {
    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => stage.happened(TENANT, 'webhook', nth)),
    );
    let under = 0;
    let most = 0;
    const post: App['post'] = async () => {
      most = Math.max(most, ++under);
      await new Promise((resolve) => setTimeout(resolve, 20));
      under--;
      return OK;
    };
    expect(
      await stage.handle(
        ids.map((id) => message(id, 1)),
        { post },
      ),
    ).toEqual([]);
    expect(most).toBe(10);
  });
});

/** The sweep leases an event that is due, and its message arrives. */
async function redrive(id: string, changed: Partial<App> = {}): Promise<void> {
  const due = stage.time.now + SWEEP.leaseMs;
  await stage.table.apply({ update: key.event(TENANT.id, { id }), set: { dueAt: due } });
  expect(await stage.handle([{ ...redriven(id), due }], changed)).toEqual([]);
}

const dueAt = async (id: string) =>
  (await stage.table.get(key.event(TENANT.id, { id }), { consistent: true }))?.dueAt;

describe('an event that the sweep found due', () => {
  it('has its next attempt made at once where it is more than a minute late, else is due again then', async () => {
    const id = await stage.happened();
    const happened = stage.time.now;
    stage.time.now += 60_000;
    await redrive(id);
    expect([stage.posts.length, await dueAt(id)]).toEqual([0, happened]);
    stage.time.now += 1;
    await redrive(id);
    expect([stage.posts.length, (await stage.stored(id)).state]).toEqual([1, 'DELIVERED']);
    await redrive(id);
    expect(stage.posts).toHaveLength(1);
  });

  it('keeps the lease of an attempt under way', async () => {
    const id = await stage.happened();
    const lease = stage.time.now + 35_000;
    const claim = { state: 'TRYING', attempt: 1, lease };
    await stage.table.apply({ update: key.event(TENANT.id, { id }), set: claim });
    await redrive(id);
    expect([stage.posts.length, await dueAt(id)]).toEqual([0, lease]);
  });

  it('is left alone by a message that arrives after the event was due anew', async () => {
    const id = await stage.happened();
    await stage.handle([{ ...redriven(id), due: stage.time.now - 1 }]);
    expect(await dueAt(id)).toBe(stage.time.now);
  });

  it('is postponed where it cannot be read, and counted', async () => {
    const id = await stage.happened();
    await stage.table.apply({ update: key.event(TENANT.id, { id }), set: { attempt: 'many' } });
    await redrive(id);
    expect(await dueAt(id)).toBe(stage.time.now + AGAIN.ofRecord.firstMs);
    await redrive(id);
    expect(await dueAt(id)).toBe(stage.time.now + 2 * AGAIN.ofRecord.firstMs);
  });

  it('ends an event whose last attempt was lost', async () => {
    const id = await stage.happened();
    await stage.table.apply({
      update: key.event(TENANT.id, { id }),
      set: { state: 'TRYING', attempt: 11, lease: stage.time.now },
    });
    await redrive(id);
    expect(await stage.stored(id)).toMatchObject({ state: 'EXHAUSTED' });
    expect(await stage.isDue(id)).toBe(false);
  });
});

describe('an event exhausted by a crash of its last attempt', () => {
  /** Its last attempt begins now, and its process dies. */
  async function crashes(): Promise<string> {
    const id = await stage.happened();
    const lease = stage.time.now + 35_000;
    await stage.table.apply({
      update: key.event(TENANT.id, { id }),
      set: { state: 'TRYING', attempt: 11, lease },
    });
    return id;
  }
  const health = () => readEndpoint(forTenant(stage.app(), TENANT.id), 'webhook');
  const replace = async () => {
    const app = stage.app({ newNonce: () => 'another address' });
    await stage.table.apply(endpointPut(forTenant(app, TENANT.id), 'webhook'));
  };

  it('is not held against an address set after that attempt', async () => {
    const id = await crashes();
    stage.time.now += 1_000;
    await replace();
    stage.time.now += 60_000;
    await redrive(id);
    expect(await stage.stored(id)).toMatchObject({ state: 'EXHAUSTED' });
    expect(await health()).toMatchObject({ failingSince: null });
  });

  it('is recorded for an address set before it', async () => {
    await replace();
    const id = await crashes();
    stage.time.now += 60_000;
    await redrive(id);
    expect(await health()).toMatchObject({ failingSince: stage.time.now });
  });
});

describe('a replay', () => {
  it('that is requested twice at once happens once', async () => {
    const id = await stage.happened();
    await stage.handle([message(id, 1)]);
    const again = () => replayOne(forTenant(stage.app(), TENANT.id), id);
    const both = await Promise.allSettled([again(), again()]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(stage.slowQueued).toEqual([{ body: message(id, 2), group: 'acme' }]);
  });
});
