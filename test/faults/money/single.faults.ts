import { expect, test } from 'vitest';
import { MANNERS, type Manner } from './client.ts';
import { FLOWS } from './flows.ts';
import { MoneyTally, placesIn } from './report.ts';
import { faultsOf } from './service.ts';

const manners = Object.keys(MANNERS) as Manner[];

test('one fault at any outside call charges nobody twice and forgets nobody, whatever the client does', async () => {
  const tally = new MoneyTally();
  for (const flow of FLOWS) {
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
  tally.print('money, single faults', 'none');
  expect(tally.violations).toEqual([]);
  expect(tally.cases).toBeGreaterThanOrEqual(3_200);
  expect(tally.struck).toBe(tally.cases - FLOWS.length);
  expect(tally.kills).toBeGreaterThanOrEqual(1_400);
  expect(tally.charges).toBeGreaterThanOrEqual(5_000);
});
