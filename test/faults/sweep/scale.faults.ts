import { expect, test } from 'vitest';
import { against, tableOf, type Result } from '../../../bench/result.ts';
import { AT_NIGHT } from '../cases.ts';
import { BACKLOG_MS, HOUR, MINUTE, Model, type Day } from './day.ts';

/** The whole day has 10 million things and a hostile million; the gate runs a hundredth of it, the night all. */
const SCALE = Number(process.env.SWEEP_SCALE ?? (AT_NIGHT ? 1 : 0.01));
const SEED = 19;
const TENANTS = 10_000;
const OUTAGE = { from: 10 * HOUR, until: 12 * HOUR };
const HOSTILE_HOUR = 3;
const items = 10_000_000 * SCALE;
const hostileItems = 1_000_000 * SCALE;

test(
  'a day of the sweep stays within its delay bounds, with one hostile tenant, one giant tenant and a provider outage of two hours',
  { timeout: 60 * MINUTE },
  async () => {
    const day = await new Model({ tenants: TENANTS, items, hostileItems, outage: OUTAGE }, SEED).run();
    console.log(
      `sweep at scale: seed ${SEED}, ${items} cases of ${TENANTS} tenants, ${day.handedOut} handed out, ` +
        `${day.hostileHandedOut} of the hostile tenant's\n${hoursOf(day)}\n\n${tableOf(bounds(day))}`,
    );
    expect(bounds(day).filter(({ ok }) => !ok)).toEqual([]);
  },
);

function bounds(day: Day): Result[] {
  const latest = Math.max(...day.hours.map(({ latestMs }) => latestMs));
  const seconds = (bound: string, what: string, ms: number, mostMs: number) =>
    against(bound, what, ms / 1_000, { most: mostMs / 1_000 });
  return [
    against('all', 'share of the things that was handed out', day.handedOut / items, { least: 0.99 }),
    seconds('normal hours', 'latest thing, s', latest, 5 * MINUTE),
    seconds(
      'beside the hostile',
      'latest thing of the others, s',
      day.hours[HOSTILE_HOUR]!.latestMs,
      2 * MINUTE,
    ),
    seconds('outage', 'backlog gone after it, s', day.backlogGoneAfter, BACKLOG_MS),
    seconds(
      'outage',
      'latest thing of the giant behind its own backlog, s',
      day.giantAfterOutageMs,
      BACKLOG_MS,
    ),
    against('hostile', "share of the hostile tenant's things", day.hostileHandedOut / hostileItems, {
      least: 1,
    }),
    against('calls', 'of the table for each thing', day.callsPerItem, { most: 6 }),
    against('messages', 'for each thing', day.messagesPerItem, { most: 6 }),
  ];
}

function hoursOf({ hours }: Day): string {
  const lines = hours.map(
    ({ fellDue, latestMs }, hour) =>
      `${String(hour).padStart(4)} ${String(fellDue).padStart(9)} ${(latestMs / 1_000).toFixed(0).padStart(10)}`,
  );
  return ['hour  fell due  latest, s', ...lines].join('\n');
}
