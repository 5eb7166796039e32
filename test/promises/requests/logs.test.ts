import { beforeEach, describe, expect, it } from 'vitest';
import { openShop } from '../../support/world/opened.ts';
import type { RouteName } from '../../../functions/routes.ts';
import {
  advanceToRenewal,
  behave,
  CARDS,
  control,
  DAY,
  HOUR,
  MINUTE,
  subscribe,
  type Member,
} from '../../support/world/shop.ts';

const { world, shop } = await openShop({
  invoicing: true,
  plans: [
    { name: 'basic', interval: 'DAILY' },
    { name: 'plus', interval: 'DAILY', price: '200.00' },
  ],
});
beforeEach(() => void world.log.splice(0));

interface Line extends Readonly<Record<string, unknown>> {
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

/** What a verb finds before it is asked, with more than the usual member. */
type Before = (member: Member) => Promise<unknown>;

const cancelBy = (by: By) => (member: Member) => ask(member, ['subscribers/cancel', by]);
const undoBy = (by: By) => (member: Member) => ask(member, ['subscribers/undo-cancel', by]);
const late: Before = () => world.clock.advanceTo(world.clock.now() + 26 * HOUR);
const silent: Before = () => behave(world, shop, { failNext: 100 });
const owing: Before = async (member) => {
  await control(world, `/subscriptions/${member.reference}/card`, { cardNumber: CARDS.noMoney });
  await advanceToRenewal(world, member.reference);
  await world.advance(HOUR);
};
const aDayLater: Before = () => world.advance(DAY);
const toTheEnd: Before = () => world.advance(2 * DAY);
const toTheWindow: Before = () => world.advance(22.5 * HOUR);

type By = 'pay' | 'svc';
type Asking = readonly [verb: RouteName, by: By, more?: Record<string, unknown>];
const PLUS = { plan: 'plus' };

/** Asks for a verb by one of the identifiers, and of the plan by the same. */
function ask(member: Pick<Member, 'svcId' | 'reference'>, [verb, by, { plan, ...more } = {}]: Asking) {
  const isChange = verb === 'subscribers/change-plan' || verb === 'subscribers/preview-change';
  const own = isChange ? 'svc-subscriber-id' : 'svc-id';
  const to = typeof plan === 'string' ? shop.plans[plan]! : undefined;
  const ids =
    by === 'pay'
      ? { 'pay-subscriber-reference-code': member.reference, 'pay-plan-reference-code': to?.reference }
      : { [own]: member.svcId, 'svc-plan-id': to?.id };
  return shop.call(verb, { body: { ...ids, ...more } });
}

/** Each branch of each verb: what came before, what is asked, and what its line says. */
const BRANCHES: readonly (readonly [what: string, before: readonly Before[], Asking, Line])[] = [
  [
    'recorded',
    [],
    ['subscribers/cancel', 'pay'],
    {
      step: 'readSubscription',
      theirs: 'ACTIVE',
      cancelled: 'pay:scheduled',
      events: 'DID_CHANGE_RENEWAL_STATUS',
      from: 2,
      races: 0,
    },
  ],
  [
    'asked',
    [owing],
    ['subscribers/cancel', 'pay'],
    { behind: 'unpaid', reading: 'reconciled', state: 'CANCELLED' },
  ],
  [
    'already_ended',
    [cancelBy('svc'), toTheEnd],
    ['subscribers/cancel', 'svc'],
    { state: 'CANCELLED', stored: 'CANCELLED' },
  ],
  [
    'provider_answer_invalid',
    [late, silent],
    ['subscribers/cancel', 'pay'],
    { behind: 'period over', reading: 'invalidResponse', state: 'ACTIVE' },
  ],
  [
    'recorded',
    [cancelBy('pay')],
    ['subscribers/undo-cancel', 'pay'],
    { step: 'readSubscription', cancelled: undefined, lastRequest: 'undo' },
  ],
  ['repeated', [cancelBy('pay'), undoBy('pay')], ['subscribers/undo-cancel', 'pay'], { lastRequest: 'undo' }],
  ['not_cancelled', [], ['subscribers/undo-cancel', 'svc'], { cancelled: undefined }],
  [
    'undo_window_closed',
    [cancelBy('svc'), toTheWindow],
    ['subscribers/undo-cancel', 'svc'],
    { cancelled: 'svc:scheduled', undoClosesAt: expect.any(Number) },
  ],
  [
    'asked',
    [],
    ['subscribers/change-plan', 'pay', PLUS],
    {
      asked: expect.stringMatching(/^plan:pay:.*:NOW:false:true$/),
      reading: 'reconciled',
      step: 'readSubscription',
      code: 'done',
    },
  ],
  [
    'recorded',
    [],
    ['subscribers/change-plan', 'svc', PLUS],
    { asked: expect.stringMatching(/^plan:svc:/), theirs: undefined, events: 'DID_CHANGE_RENEWAL_PREF' },
  ],
  ['same_plan', [], ['subscribers/change-plan', 'svc', { plan: 'basic' }], { plan: shop.plans.basic!.id }],
  [
    'preview_outdated',
    [],
    ['subscribers/change-plan', 'svc', { plan: 'plus', previewId: 'prv_1' }],
    { theirs: undefined },
  ],
  [
    'answered',
    [],
    ['subscribers/preview-change', 'pay', PLUS],
    { asked: expect.stringMatching(/^plan:pay:/) },
  ],
  [
    'asked',
    [],
    ['subscribers/correct-customer', 'pay', { name: 'Grace' }],
    { asked: 'name', step: 'correctCustomer', code: 'done' },
  ],
  [
    'nothing_to_retry',
    [],
    ['subscribers/retry-payment', 'pay'],
    { reading: 'reconciled', failedOrder: undefined },
  ],
  [
    'asked',
    [owing, aDayLater],
    ['subscribers/retry-payment', 'svc'],
    {
      step: 'retry',
      code: 'done',
      failedOrder: expect.any(String),
      underWay: expect.stringMatching(/^retry:/),
    },
  ],
];

describe('our choice: the log says why an answer was what it was', () => {
  it.each(
    BRANCHES.map(([outcome, before, asking, told], nth) => {
      const [verb, by, more = {}] = asking;
      return [`${nth + 1}: ${verb} by ${by} ${JSON.stringify(more)}`, outcome, before, asking, told] as const;
    }),
  )('with one line for each request, %s: %s', async (_title, outcome, before, asking, told) => {
    const member = await subscribe(world, shop);
    await world.advance(MINUTE);
    for (const happens of before) await happens(member);
    world.log.splice(0);
    const { headers } = await ask(member, asking);
    await behave(world, shop, { failNext: 0 });
    const [line, ...more] = linesOf('verb');
    const [verb, identifier] = asking;
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      ...{ requestId: headers['x-request-id'], tenant: shop.tenant.id, by: 'request' },
      ...{ verb: verb.replace('subscribers/', ''), identifier, outcome, subscriberId: member.id },
      ...{ revision: expect.any(Number), reference: expect.any(String), payPlan: expect.any(String) },
      ...{ stored: expect.any(String), state: expect.any(String), plan: expect.any(String) },
    });
    for (const [field, value] of Object.entries(told)) expect([field, line?.[field]]).toEqual([field, value]);
    expect(world.log.join('\n')).not.toMatch(/Grace|@example|\+90|Ada|Lovelace/);
  });

  it('and one for each request that only reads: what it shows, and what that follows from', async () => {
    const member = await subscribe(world, shop);
    await ask(member, ['subscribers/cancel', 'svc']);
    world.log.splice(0);
    await shop.call('subscribers/get', { query: { 'svc-id': member.svcId } });
    await shop.call('subscribers/check', { query: { email: member.email } });
    const facts = { subscriberId: member.id, stored: 'ACTIVE', state: 'ACTIVE', cancelled: 'svc:scheduled' };
    expect(linesOf('shown')).toMatchObject([
      { identifier: 'svc', at: world.clock.now(), ...facts, accessUntil: expect.any(Number), count: 1 },
      { identifier: 'email', ...facts, count: 1 },
    ]);
    expect(world.log.join('')).not.toContain(member.email);
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
      there: member.reference,
      theirs: 'ACTIVE',
      theirPlan: shop.plans.basic!.reference,
      orders: 'PAID:2 WAITING:1',
      outcome: 'reconciled',
      events: 'DID_RENEW',
      races: 0,
      revision: expect.any(Number),
      nextAt: expect.any(Number),
      nextFor: 'end of undoing',
      state: 'ACTIVE',
    });
    expect(line?.['periodEnd']).toBe(line?.['paidUntil']);
  });

  it('and says so where the provider did not answer, or a call makes another round', async () => {
    const member = await subscribe(world, shop);
    await world.advance(MINUTE);
    await late(member);
    await silent(member);
    world.log.splice(0);
    const { status } = await ask(member, ['subscribers/cancel', 'pay']);
    await behave(world, shop, { failNext: 0 });
    expect(status).toBeGreaterThanOrEqual(502);
    expect(linesOf('reconciled')).toMatchObject([
      { reading: 'invalidResponse', outcome: 'invalidResponse', stored: 'ACTIVE' },
    ]);
    const owed = await subscribe(world, shop);
    await owing(owed);
    world.log.splice(0);
    await ask(owed, ['subscribers/cancel', 'pay']);
    const steps = linesOf('reconciled').filter(({ step }) => step === 'cancel');
    expect(steps).toMatchObject([{ code: 'done', outcome: 'again: a call was made' }]);
  });
});
