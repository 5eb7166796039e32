import { afterEach, describe, it } from 'vitest';
import { checkScenario } from './scenario-check.ts';
import { worldCloud, type Cloud } from './scenario-cloud.ts';
import { BEGINS } from './scenario.ts';

let cloud: Cloud;
afterEach(() => cloud.stop());

describe('spec: Two years of one subscriber', () => {
  it('trial, renewals, a failed one, a new card, upgrade, downgrade, cancel, undo, end, and again', async () => {
    cloud = await worldCloud(BEGINS);
    await checkScenario(cloud);
  });

  it('the same with notifications sent twice and out of order', async () => {
    cloud = await worldCloud(BEGINS, { duplicateNotifications: true, reorderNotifications: true });
    await checkScenario(cloud);
  });
});
