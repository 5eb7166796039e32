import { relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

const SHOWN = 15;

/** What a file took in all, in seconds: what it loads and sets up belongs to it. */
function secondsOf(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic();
  return (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1_000;
}

/** After a run of many files: which took longest, in seconds. */
export default class SlowestFiles implements Reporter {
  #root = '';

  onInit({ config }: Vitest): void {
    this.#root = config.root;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= SHOWN) return;
    const slowest = modules.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, SHOWN);
    console.log(`\nThe ${SHOWN} slowest of ${modules.length} files, in seconds`);
    for (const module of slowest) {
      const name = `${module.project.name} ${relative(this.#root, module.moduleId)}`;
      console.log(`${secondsOf(module).toFixed(1).padStart(7)}  ${name}`);
    }
  }
}
