import { expect } from 'vitest';
import { MANNERS, type Manner } from './client.ts';
import type { Flow } from './flows.ts';
import { Report } from '../report.ts';
import { play, type Outcome } from './case.ts';
import { faultsOf, type Plan } from './service.ts';

type Counted = 'effects' | 'charges' | 'posts' | 'struck' | 'kills';

/** The report of cases in which money moves. */
export const moneyReport = () => new Report<Counted>('effects', 'charges', 'posts', 'struck', 'kills');

/** Plays a case and reports it. */
export async function playFor(
  tally: Report<Counted>,
  name: string,
  { flow, manner, plan }: { readonly flow: Flow; readonly manner: Manner; readonly plan: Plan },
): Promise<Outcome> {
  const outcome = await play(flow, manner, plan);
  tally.add(`${flow.name}, ${manner}, ${name}`, outcome, outcome.violations);
  return outcome;
}

/** Where faults are worth trying: the sixteen reads of a sweep are alike, so one of them stands for all. */
export function placesIn({ calls }: Pick<Outcome, 'calls'>): number[] {
  return calls.flatMap((call, n) => (call.method === 'due' && calls[n - 1]?.method === 'due' ? [] : [n]));
}

/** Every manner of a client. */
export const manners = Object.keys(MANNERS) as Manner[];

/** Plays each flow once without a fault, and once with every fault at every outside call that it makes. */
async function playSingles(flows: readonly Flow[]): Promise<Report<Counted>> {
  const tally = moneyReport();
  for (const flow of flows) {
    const calm = await playFor(tally, 'no fault', { flow, manner: 'gone', plan: () => undefined });
    for (const at of placesIn(calm))
      for (const fault of faultsOf(calm.calls[at]!)) {
        const manner = manners[tally.cases % manners.length]!;
        const { port, method } = calm.calls[at]!;
        const plan: Plan = (n) => (n === at ? fault : undefined);
        await playFor(tally, `${fault} at ${at}, ${port}.${method}`, { flow, manner, plan });
      }
  }
  return tally;
}

/** Expects that no single fault breaks a promise, in as many cases as these flows have. */
export async function expectSafety(of: string, flows: readonly Flow[]): Promise<void> {
  const tally = await playSingles(flows);
  tally.print(`money, single faults, ${of}`, 'none');
  expect(tally.violations).toEqual([]);
  expect(tally.cases).toBeGreaterThanOrEqual(1_600);
  expect(tally.counts.struck).toBe(tally.cases - flows.length);
  expect(tally.counts.kills).toBeGreaterThanOrEqual(700);
  expect(tally.counts.charges).toBeGreaterThanOrEqual(2_500);
}
