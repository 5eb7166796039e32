import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes longest, by project and file, in seconds of a whole run. Begun last, any of these would keep a run
 * waiting while the other cores have nothing left to do. Only the order follows from it.
 */
export const SECONDS: Readonly<Record<string, number>> = {
  'cloud-long test/flows/cloud/guides.test.ts': 95,
  'browser test/flows/browser/docs.test.ts': 82,
  'browser test/flows/browser/console.test.ts': 60,
  'browser test/flows/browser/payment-page.test.ts': 75,
  'faults test/faults/calls/renewals.faults.ts': 73,
  'faults test/faults/walks/stack.faults.ts': 58,
  'unit-long test/stack/settings.test.ts': 40,
  'unit-long test/stack/stack-one-machine.test.ts': 38,
  'unit-long test/behaviour/import/import.test.ts': 28,
  'unit-long test/behaviour/checkout/large-account.test.ts': 30,
  'unit-long test/stack/little-time.test.ts': 16,
  'unit-long test/promises/footprints/footprints.test.ts': 13,
  'unit-long test/stack/stack.test.ts': 9,
  'unit-long test/behaviour/portal/portal.test.ts': 20,
  'unit-long test/promises/security/canaries.test.ts': 18,
  'faults test/faults/truths/truths.faults.ts': 40,
  'faults test/faults/walks/first.faults.ts': 40,
  'faults test/faults/walks/second.faults.ts': 40,
  'unit-long test/stack/bundle.test.ts': 39,
  'cloud-long test/flows/cloud/new-tenant.test.ts': 36,
  'browser test/flows/browser/shop.test.ts': 34,
  'faults test/faults/little-time/purchases.faults.ts': 30,
  'faults test/faults/calls/pairs.faults.ts': 27,
  'faults test/faults/races/subscriptions.faults.ts': 80,
  'faults test/faults/delivery/chaos.faults.ts': 20,
  'faults test/faults/delivery/pairs.faults.ts': 27,
  'faults test/faults/calls/purchases.faults.ts': 26,
  'faults test/faults/races/purchases.faults.ts': 40,
  'faults test/promises/security/bad-input.faults.ts': 23,
  'cloud test/promises/ships/ships.test.ts': 50,
  'cloud-long test/flows/cloud/capacity.test.ts': 16,
  'engine-night test/nightly/engines/two-years.test.ts': 560,
  'faults-night test/faults/sweep/scale.faults.ts': 420,
  'faults test/faults/outages/outages.faults.ts': 60,
  'faults-night test/faults/outages/outages.faults.ts': 300,
  'faults-night test/faults/walks/first.faults.ts': 200,
  'faults-night test/faults/walks/second.faults.ts': 200,
  'faults-night test/faults/calls/refunds.faults.ts': 100,
  'engine-night test/behaviour/cancel/subscribers-cancel-around-renewal.test.ts': 28,
  'engine-night test/behaviour/events/events-replay.test.ts': 23,
};

/** Files that take long come first, whatever project they are of; the others as vitest has them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.toSorted((a, b) => this.#secondsOf(b) - this.#secondsOf(a));
  }

  #secondsOf({ project, moduleId }: TestSpecification): number {
    return SECONDS[`${project.name} ${relative(this.ctx.config.root, moduleId)}`] ?? 0;
  }
}
