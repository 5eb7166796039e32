import { beforeEach, describe, expect, it } from 'vitest';
import { openShop } from '../world/opened.ts';
import { control, MINUTE, subscribe } from '../world/shop.ts';

const { world, shop } = await openShop({ invoicing: true });
beforeEach(() => void world.log.splice(0));

interface Line {
  readonly what?: string;
  readonly requestId?: string;
  readonly attempt?: number;
  readonly eventId?: string;
  readonly eventType?: string;
}

/** The log lines that say this, and of which request they are. */
const linesOf = (what: string) =>
  world.log.map((line) => JSON.parse(line) as Line).filter((line) => line.what === what);

describe('our choice: a request’s id is on every log line that it causes', () => {
  it('of each attempt of its event, and of each that a replay makes under its own', async () => {
    const member = await subscribe(world, shop);
    world.log.splice(0);
    world.receiver.answer(shop.hook, 500);
    const cancel = await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
    await world.advance(3 * MINUTE);
    const asked = cancel.headers['x-request-id'];
    const [first, second, ...more] = linesOf('delivery attempted');
    expect([first, second]).toMatchObject([1, 2].map((attempt) => ({ attempt, requestId: asked })));
    expect(more).toEqual([]);
    const replay = await shop.call('events/replay', { body: { eventId: first!.eventId } });
    await world.settle();
    const [, , again] = linesOf('delivery attempted');
    expect(again).toMatchObject({ attempt: 3, requestId: replay.headers['x-request-id'] });
  });

  it('of a renewal that the provider has notified, its event and its document', async () => {
    const member = await subscribe(world, shop);
    await world.advance(10 * MINUTE);
    world.log.splice(0);
    await control(world, `/subscriptions/${member.reference}/charge`, { outcome: 'success' });
    await world.advance(10 * MINUTE);
    const [delivered, ...more] = linesOf('delivery attempted');
    expect([delivered?.eventType, more]).toEqual(['DID_RENEW', []]);
    expect(delivered?.requestId).toMatch(/./);
    expect(linesOf('document issued').map(({ requestId }) => requestId)).toEqual([delivered?.requestId]);
  });
});
