import { it as test } from '../../support/world/fixtures.ts';

export const BUY = 'SUBSCRIBED/INITIAL_BUY';

/** A test whose tenant has plans with seven days of grace, with none, and with a trial of two weeks. */
export const it = test.extend('settings', () => ({
  plans: [
    { name: 'basic', graceDays: 7 },
    { name: 'graceless', graceDays: null },
    { name: 'trial', trialDays: 14 },
  ],
}));
