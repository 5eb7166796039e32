import { beforeEach, describe, expect, it } from 'vitest';
import { openShop } from '../world/opened.ts';
import { behave, control, MINUTE, subscribe } from '../world/shop.ts';

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

describe('our choice: the log says why an answer was what it was', () => {
  const plan = { 'pay-plan-reference-code': shop.plans.plus!.reference };
  const VERBS = [
    ['cancel', {}, ['recorded', 'repeated']],
    ['undo-cancel', {}, ['recorded', 'repeated']],
    ['preview-change', plan, ['answered', 'answered']],
    ['change-plan', plan, ['asked', 'asked']],
    ['correct-customer', { name: 'Grace' }, ['asked', 'asked']],
    ['retry-payment', {}, ['nothing_to_retry', 'nothing_to_retry']],
  ] as const;

  it('with one line for each request, which names no person', async () => {
    const member = await subscribe(world, shop);
    await world.advance(MINUTE);
    world.log.splice(0);
    for (const [verb, more] of VERBS)
      for (let times = 0; times < 2; times++)
        await shop.call(`subscribers/${verb}`, {
          body: { 'pay-subscriber-reference-code': member.reference, ...more },
        });
    const lines = linesOf('verb');
    const told = VERBS.flatMap(([verb, , outcomes]) =>
      outcomes.map((outcome) => ({
        verb,
        outcome,
        by: 'request',
        identifier: 'pay',
        tenant: shop.tenant.id,
      })),
    );
    expect(lines).toMatchObject(told);
    for (const line of lines.slice(0, -2)) expect(line).toMatchObject({ subscriberId: member.id });
    expect(JSON.stringify(lines)).not.toMatch(/Grace|@|\+90/);
  });

  it('with one line for each round of a reconciliation: what was read, what was made of it, and what comes next', async () => {
    const member = await subscribe(world, shop);
    await world.advance(10 * MINUTE);
    world.log.splice(0);
    await control(world, `/subscriptions/${member.reference}/charge`, { outcome: 'success' });
    await world.advance(10 * MINUTE);
    const [line] = linesOf('reconciled');
    expect(line).toMatchObject({
      tenant: shop.tenant.id,
      subscriberId: member.id,
      by: 'notification',
      reading: 'read',
      reference: member.reference,
      theirs: 'ACTIVE',
      outcome: 'reconciled',
      count: 1,
      revision: expect.any(Number),
      nextAt: expect.any(Number),
    });
  });

  it('and says so where the provider did not answer', async () => {
    const member = await subscribe(world, shop);
    await world.advance(MINUTE);
    await world.clock.advanceTo(world.clock.now() + 32 * 24 * 60 * MINUTE);
    await behave(world, shop, { failNext: 100 });
    world.log.splice(0);
    const body = { 'pay-subscriber-reference-code': member.reference };
    const { status } = await shop.call('subscribers/cancel', { body });
    await behave(world, shop, { failNext: 0 });
    expect(status).toBeGreaterThanOrEqual(502);
    const [round] = linesOf('reconciled') as { reading?: string; outcome?: string }[];
    expect(round?.reading).not.toBe('read');
    expect(round?.outcome).toBe(round?.reading);
    expect(linesOf('verb')).toMatchObject([{ verb: 'cancel', outcome: expect.stringMatching(/^provider_/) }]);
  });
});
