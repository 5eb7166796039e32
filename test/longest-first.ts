import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes longest, by project and file, in seconds of a whole run of the gate. Begun last, any of these would keep a run
 * waiting while the other cores have nothing left to do. Only the order follows from it.
 */
export const SECONDS: Readonly<Record<string, number>> = {
  'faults test/faults/attacks/attacks.faults.ts': 392,
  'faults test/faults/walks/second.faults.ts': 185,
  'faults test/faults/walks/first.faults.ts': 174,
  'engine test/engines/two-years.test.ts': 560,
  'faults test/faults/restarts/restart.faults.ts': 123,
  'cloud test/cloud/guides.test.ts': 95,
  'browser test/browser/docs.test.ts': 82,
  'browser test/browser/console.test.ts': 76,
  'browser test/browser/payment-page.test.ts': 75,
  'faults test/faults/money/single-subscriptions.faults.ts': 73,
  'faults test/faults/delivery/chaos.faults.ts': 68,
  'faults test/faults/walks/stack.faults.ts': 58,
  'unit test/infra/bundle.test.ts': 39,
  'faults test/faults/outages/inside.faults.ts': 37,
  'cloud test/cloud/new-tenant.test.ts': 36,
  'faults test/faults/at-once/at-once.faults.ts': 35,
  'faults test/faults/outages/outside.faults.ts': 34,
  'browser test/browser/shop.test.ts': 34,
  'faults test/faults/little-time/purchases.faults.ts': 30,
  'engine test/spec/subscribers-cancel-around-renewal.test.ts': 28,
  'faults test/faults/money/pairs.faults.ts': 27,
  'faults test/faults/races/plan.faults.ts': 27,
  'faults test/faults/delivery/pairs.faults.ts': 27,
  'cloud test/cloud/money.test.ts': 26,
  'faults test/faults/money/single-purchases.faults.ts': 26,
  'faults test/faults/races/cancel.faults.ts': 24,
  'faults test/faults/races/checkout.faults.ts': 24,
  'engine test/spec/events-replay.test.ts': 23,
  'faults test/security/bad-input.faults.ts': 23,
  'unit test/checkout/import.test.ts': 22,
  'engine test/spec/subscribers-cancel-survives-failures.test.ts': 21,
  'engine test/engines/feed.test.ts': 20,
  'browser test/browser/card.test.ts': 18,
  'unit test/infra/settings.test.ts': 17,
  'cloud test/cloud/capacity.test.ts': 16,
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
