import { MANNERS, type Manner } from './client.ts';
import type { Flow } from './flows.ts';
import { MoneyTally, placesIn } from './report.ts';
import { faultsOf } from './service.ts';

const manners = Object.keys(MANNERS) as Manner[];

/** Plays each flow once without a fault, and once with every fault at every outside call that it makes. */
export async function playSingles(flows: readonly Flow[]): Promise<MoneyTally> {
  const tally = new MoneyTally();
  for (const flow of flows) {
    const calm = await tally.play('no fault', flow, 'gone', () => undefined);
    for (const at of placesIn(calm))
      for (const fault of faultsOf(calm.calls[at]!)) {
        const manner = manners[tally.cases % manners.length]!;
        const { port, method } = calm.calls[at]!;
        await tally.play(`${fault} at ${at}, ${port}.${method}`, flow, manner, (n) =>
          n === at ? fault : undefined,
        );
      }
  }
  return tally;
}
