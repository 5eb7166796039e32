import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Dice } from '../../faults/dice.ts';
import { violations, type Found } from './checker.ts';
import { RestartRun, type Moment } from './run.ts';

const SEED = Number(process.env.SEED ?? 20260731);
const ROUNDS: readonly Moment[] = [
  ...Array.from({ length: 12 }, (): Moment => 'work'),
  ...(['start', 'clock', 'work', 'clock', 'start', 'clock', 'work', 'work'] as const),
];

let run: RestartRun;

beforeAll(async () => {
  run = await RestartRun.begin(new Dice(SEED));
}, 120_000);
afterAll(() => run.end());

describe('a local cloud that is killed under load and resumes from its data', () => {
  it('loses no event and no paid subscription, and causes no double charge', async () => {
    for (const moment of ROUNDS) await run.round(moment);
    await run.finish();
    const { clients, receiver, shop } = run;
    const charges = await run.charges();
    const found = new Map<string, Found | undefined>();
    for (const { subscriptionReferenceCode: reference } of charges)
      found.set(reference, await run.find(reference));
    const { history: posts } = receiver;
    const { purchases, changes } = clients;
    const wrong = [
      ...violations({ charges, found, posts, purchases, changes, secret: shop.webhookSecret }),
      ...clients.open().map(({ email }) => `${email}: still without an answer`),
      ...clients.line.odd,
      ...run.left.map((pid) => `process ${pid} outlived its parent`),
    ];
    const events = new Set(posts.map(({ headers }) => headers['x-svc-event-id'])).size;
    const accepted = posts
      .filter(({ status }) => status === 200)
      .map(({ headers }) => headers['x-svc-event-id']);
    console.log(
      `restart: seed ${SEED}, ${ROUNDS.length} cases, ${clients.line.asked} requests, ${clients.line.cut} cut off, ` +
        `${charges.length} charges, ${events} events, ${posts.length} POSTs, ${accepted.length - new Set(accepted).size} delivered again, ` +
        `${run.kills} kills of ${run.ended} processes, ${wrong.length} violations`,
    );
    expect(wrong).toEqual([]);
    expect(run.kills).toBeGreaterThanOrEqual(15);
    expect(run.ended).toBeGreaterThan(run.kills * 2);
    expect(clients.line.cut).toBeGreaterThanOrEqual(run.kills);
    expect(charges.length).toBeGreaterThanOrEqual(60);
    expect(events).toBeGreaterThan(charges.length);
    expect(changes.length).toBeGreaterThanOrEqual(20);
    expect(purchases.filter(({ move }) => move === 'done').length).toBeGreaterThan(2);
    expect(purchases.filter(({ cancel }) => cancel === 'done').length).toBeGreaterThan(2);
  });
});
