import { afterEach, describe, it } from 'vitest';
import { checkScenario } from '../../behaviour/renewals/scenario-check.ts';
import type { Cloud } from '../../behaviour/renewals/scenario-cloud.ts';
import { BEGINS } from '../../behaviour/renewals/scenario.ts';
import { runningCloud } from './two-years-cloud.ts';

/** Some 700 nights, each with its comparison, take some four minutes of the processor. */
const TIMEOUT_MS = 25 * 60_000;

let cloud: Cloud;
afterEach(() => cloud.stop());

describe('two years of one subscriber on the synthesised stack', () => {
  it(
    'are charged, invoiced and announced as expected, with and without the provider’s notifications',
    async () => {
      cloud = await runningCloud(BEGINS);
      await checkScenario(cloud);
    },
    TIMEOUT_MS,
  );
});
