import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/run/longest-first.ts';
import { PROJECTS, type ProjectName } from './test/support/run/sets.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

// Test processes, and the local clouds and commands that they start, each load the same code: it is compiled once.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** Node loads the code itself, as it does outside of tests: what Vite makes of it takes a quarter longer to run. */
const NATIVE = { experimental: { viteModuleRunner: false, nodeLoader: false } } as const;

/**
 * One process runs many files with one module graph, which halves the time: whatever a module remembers, it remembers by
 * the App or the world that a test made for itself.
 */
const TOGETHER = { ...NATIVE, isolate: false } as const;

/** Time-outs end only what would never end: what takes half a minute takes many times as long on a busy machine. */
const UNIT = { ...TOGETHER, setupFiles: ['test/support/contract/hand-over.ts'], hookTimeout: 10 * MINUTE };
const CLOUD = { hookTimeout: 10 * MINUTE };
const ENGINE = { ...TOGETHER, provide: { table: 'engine' as const }, hookTimeout: 2 * MINUTE };
const FAULTS = {
  ...NATIVE,
  testTimeout: 40 * MINUTE,
  hookTimeout: 2 * MINUTE,
  disableConsoleIntercept: true,
};

/** How the files of each project are run; which they are says `test/support/run/sets.ts`. */
const HOW = {
  unit: UNIT,
  'unit-long': UNIT,
  cloud: CLOUD,
  'cloud-long': CLOUD,
  engine: ENGINE,
  'engine-night': ENGINE,
  // Twice as long as Playwright waits for what a page is to show: beside other workers a page takes its time.
  browser: { ...CLOUD, expect: { poll: { timeout: MINUTE } } },
  runtimes: {},
  peers: {
    globalSetup: ['test/flows/peers/install.ts'],
    testTimeout: 15 * MINUTE,
    hookTimeout: 15 * MINUTE,
    disableConsoleIntercept: true,
  },
  faults: FAULTS,
  'faults-night': { ...FAULTS, env: { NIGHT: '1' } },
  attacks: { ...FAULTS, fileParallelism: false },
  load: { ...CLOUD, fileParallelism: false, disableConsoleIntercept: true },
} satisfies Record<ProjectName, object>;

const projects = (Object.keys(PROJECTS) as ProjectName[]).map((name) => {
  const { include, exclude = [] }: { include: readonly string[]; exclude?: readonly string[] } =
    PROJECTS[name];
  return {
    test: { name, testTimeout: 10 * MINUTE, include: [...include], exclude: [...exclude], ...HOW[name] },
  };
});

/** Every way of running tests, by name: `vitest run --project <name>`. `test/support/run/run.ts` runs them by the set. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/support/contract/reporter.ts', './test/support/run/slowest.ts'],
    projects,
  },
});
