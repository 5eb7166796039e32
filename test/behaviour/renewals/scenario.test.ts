import { afterEach, describe, it } from 'vitest';
import type { Behaviour } from '../../../sandbox/pay/behaviour.ts';
import { BEGINS } from './scenario.ts';
import { checkScenario } from './scenario-check.ts';
import { worldCloud, type Cloud } from './scenario-cloud.ts';

let cloud: Cloud;
afterEach(() => cloud.stop());

describe('spec: Two years of one subscriber', () => {
  it.each<[string, Partial<Behaviour>]>([
    ['trial, renewals, a failed one, a new card, upgrade, downgrade, cancel, undo, end, and again', {}],
    [
      'the same with notifications twice and out of order',
      { duplicateNotifications: true, reorderNotifications: true },
    ],
    ['the same without any notification: reconciliation finds everything', { dropNotifications: true }],
    ['the same with a lagging search, out of order', { searchLagMs: 600_000, reorderNotifications: true }],
  ])('%s', async (_, how) => {
    cloud = await worldCloud(BEGINS, how);
    await checkScenario(cloud);
  });
});
