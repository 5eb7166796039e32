import { afterEach, describe, it } from 'vitest';
import { checkScenario } from './scenario-check.ts';
import { worldCloud, type Cloud } from './scenario-cloud.ts';
import { BEGINS } from './scenario.ts';

let cloud: Cloud;
afterEach(() => cloud.stop());

describe('spec: Two years of one subscriber, with fewer notifications', () => {
  it('the same without any notification: reconciliation finds everything', async () => {
    cloud = await worldCloud(BEGINS, { dropNotifications: true });
    await checkScenario(cloud);
  });

  it('the same with a search that lags and notifications out of order', async () => {
    cloud = await worldCloud(BEGINS, { searchLagMs: 600_000, reorderNotifications: true });
    await checkScenario(cloud);
  });
});
