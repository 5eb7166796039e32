import fc, { type Arbitrary, type Scheduler } from 'fast-check';
import { expect } from 'vitest';
import { MINUTE } from '../../support/world/shop.ts';
import { casesOf } from '../cases.ts';
import { Report } from '../report.ts';
import { eventsIn, violations } from './checker.ts';
import type { Expected } from './evidence.ts';
import { Race } from './driver.ts';
import { Stage } from './stage.ts';

export const SCHEDULES = casesOf(150, 500);
/** How many idle steps a process may begin late by: about as many as a request takes. */
const LATE_STEPS = 24;

/** How late a process begins. */
export const late = fc.nat(LATE_STEPS);

/** One kind of race: what varies besides the schedule, and how it is played. */
export interface RaceKind<Conditions> {
  readonly name: string;
  readonly seed: number;
  readonly conditions: Arbitrary<Conditions>;
  readonly callTakesMs?: number;
  /** Sets the stage, runs the race, and says what it is to have left behind and what came of it. */
  readonly play: (
    stage: Stage,
    race: Race,
    conditions: Conditions,
  ) => Promise<{ left: Expected; outcome: string }>;
}

/**
 * Plays a race in many schedules, each in a world of its own, prints what it adds up to in one line, and answers how
 * often each outcome came, so that no race passes without its outcomes having come. A schedule that breaks a promise is
 * reported by fast-check with all its steps.
 */
export async function runRaces<Conditions>(kind: RaceKind<Conditions>): Promise<Record<string, number>> {
  const { name, seed, conditions, play } = kind;
  const report = new Report('effects', 'conflicts');
  const outcomes: Record<string, number> = {};

  async function playOne(scheduler: Scheduler, asked: Conditions): Promise<void> {
    const stage = await Stage.open();
    try {
      const race = new Race(stage.world, scheduler, kind.callTakesMs);
      const { left, outcome } = await play(stage, race, asked);
      await stage.goOn(30 * MINUTE);
      const evidence = await stage.evidence();
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      const found = violations(evidence, left);
      report.add(outcome, race, found);
      if (found.length > 0)
        throw new Error([`after "${outcome}":`, ...found, `sent: ${eventsIn(evidence).join()}`].join('\n  '));
    } finally {
      await stage.close();
    }
  }

  try {
    await fc.assert(fc.asyncProperty(fc.scheduler(), conditions, playOne), { seed, numRuns: SCHEDULES });
  } finally {
    const came = Object.entries(outcomes).map(([outcome, times]) => `${outcome} ${times}`);
    report.print(`race ${name}, ${came.sort().join(', ')}`, seed);
  }
  expect(report.cases).toBe(SCHEDULES);
  expect(report.counts.effects).toBeGreaterThan(SCHEDULES * 10);
  expect(report.counts.conflicts).toBeGreaterThan(0);
  return outcomes;
}
