import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes longest, by project and file, in seconds on a quiet machine. Begun last, any of these would keep a run
 * waiting while the other cores have nothing left to do. Only the order follows from it.
 */
export const SECONDS: Readonly<Record<string, number>> = {
  'faults test/faults/attacks/attacks.faults.ts': 370,
  'faults test/faults/walks/second.faults.ts': 205,
  'faults test/faults/walks/first.faults.ts': 205,
  'faults test/faults/restarts/restart.faults.ts': 140,
  'cloud test/cloud/guides.test.ts': 85,
  'cloud test/cloud/scenario.test.ts': 80,
  'browser test/browser/console.test.ts': 67,
  'browser test/browser/payment-page.test.ts': 65,
  'browser test/browser/docs.test.ts': 64,
  'faults test/faults/money/single-subscriptions.faults.ts': 57,
  'faults test/faults/delivery/chaos.faults.ts': 52,
  'faults test/faults/outages/outside.faults.ts': 50,
  'faults test/faults/money/single-purchases.faults.ts': 50,
  'faults test/faults/money/pairs.faults.ts': 50,
  'faults test/faults/outages/inside.faults.ts': 45,
  'faults test/faults/races/plan.faults.ts': 45,
  'faults test/faults/races/cancel.faults.ts': 38,
  'faults test/faults/races/checkout.faults.ts': 35,
  'cloud test/cloud/new-tenant.test.ts': 34,
  'faults test/faults/at-once/at-once.faults.ts': 27,
  'cloud test/cloud/walks.test.ts': 25,
  'cloud test/cloud/money.test.ts': 18,
  'unit test/infra/bundle.test.ts': 20,
  'cloud test/cloud/capacity.test.ts': 20,
  'engine test/spec/notifications.test.ts': 12,
  'engine test/spec/states.test.ts': 12,
  'browser test/browser/shop.test.ts': 11,
  'unit test/security/guard-hostile.test.ts': 10,
  'faults test/security/guard-hostile.test.ts': 10,
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
