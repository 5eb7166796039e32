import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

const MINUTE = 60_000;

// Test processes, and the local clouds and commands that they start, each load the same code: it is compiled once.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled');

/** Node loads the code itself, as it does outside of tests: what Vite makes of it takes a quarter longer to run. */
const NATIVE = { viteModuleRunner: false, nodeLoader: false };

/**
 * Every way of running tests, by name: `vitest run --project <name>`; `package.json` has a script for each.
 *
 * Where a project is not isolated, one process runs many files with one module graph, which halves the time: whatever a
 * module remembers, it remembers by the App or the world that a test made for itself.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/contract/reporter.ts'],
    projects: [
      {
        // Rules, rooms, wire contracts, stack and specification: everything that needs no running local cloud.
        test: {
          name: 'unit',
          experimental: NATIVE,
          isolate: false,
          setupFiles: ['test/contract/hand-over.ts'],
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/cloud/**',
            'test/browser/**',
            'test/runtimes/**',
            'test/peers/**',
            'test/engines/**',
            'test/table/dynamodb-local.test.ts',
          ],
          // Ends only what would never end: what takes half a minute takes many times as long on a busy machine.
          testTimeout: 10 * MINUTE,
          hookTimeout: 10 * MINUTE,
        },
      },
      {
        // The specification once more with the table at a DynamoDB engine, feed and lists under load there, the table's
        // contract on AWS's own, and two years of a subscriber on the local cloud.
        test: {
          name: 'engine',
          experimental: NATIVE,
          include: [
            'test/spec/**/*.test.ts',
            'test/invoicing/**/*.test.ts',
            'test/checkout/**/*.test.ts',
            'test/engines/**/*.test.ts',
            'test/table/dynamodb-local.test.ts',
          ],
          // It passes days of refusals minute by minute, which takes ten times as long here and shows nothing else.
          exclude: ['test/spec/provider-account.test.ts'],
          provide: { table: 'engine' },
          isolate: false,
          testTimeout: 10 * MINUTE,
          hookTimeout: 2 * MINUTE,
        },
      },
      {
        // Whole flows on the local cloud, which runs the synthesised template with its roles enforced.
        test: {
          name: 'cloud',
          include: ['test/cloud/**/*.test.ts'],
          testTimeout: 10 * MINUTE,
          hookTimeout: 2 * MINUTE,
        },
      },
      {
        // Pages in a real headless Chromium, on the local cloud.
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 10 * MINUTE,
          hookTimeout: 2 * MINUTE,
          // Twice as long as Playwright waits for what a page is to show: beside other workers a page takes its time.
          expect: { poll: { timeout: MINUTE } },
        },
      },
      {
        // The code of the guides in other languages; wants Python, PHP, Go and Java, which the gate installs.
        test: { name: 'runtimes', include: ['test/runtimes/**/*.test.ts'] },
      },
      {
        // Others' tools on what we make: templates, description, deliveries, sandbox. Installs them first, so it wants npm's
        // and Python's registries.
        test: {
          name: 'peers',
          include: ['test/peers/**/*.test.ts'],
          globalSetup: ['test/peers/install.ts'],
          testTimeout: 15 * MINUTE,
          hookTimeout: 15 * MINUTE,
          disableConsoleIntercept: true,
        },
      },
      {
        // Everything that tries to break the promises; each suite prints one line with its seed and counts.
        test: {
          name: 'faults',
          experimental: NATIVE,
          include: [
            'test/**/*.faults.ts',
            'test/security/{canaries,guard,guard-hostile,isolation}.test.ts',
            'test/webhooks/sign.test.ts',
            'test/infra/{stack,queues,permissions}.test.ts',
          ],
          // Ends only what would never end: a thousand walks take a quarter of an hour beside others.
          testTimeout: 40 * MINUTE,
          hookTimeout: 2 * MINUTE,
          disableConsoleIntercept: true,
        },
      },
      {
        // Steady load on the local cloud: takes minutes of real time and wants the machine for itself.
        test: {
          name: 'load',
          include: ['test/load/**/*.load.ts'],
          testTimeout: 15 * MINUTE,
          fileParallelism: false,
          disableConsoleIntercept: true,
        },
      },
      {
        // What is run against each mutant, in one shared module graph: the rooms' own tests, and the operator's commands
        // and the specification, by which the chapters are held. Only the tests that reach a mutant run, and the first that fails ends them.
        // bench/mutation.md describes the ways of running it.
        test: {
          name: 'mutation',
          include: [
            'test/{billing,webhooks,http,wire,subscriptions,checkout,reconciliation,invoicing,account,sweep,queue,cli}/**/*.test.ts',
            'test/spec/**/*.test.ts',
            'test/security/{guard,card-number}.test.ts',
          ],
          testTimeout: 2 * MINUTE,
          isolate: false,
        },
      },
    ],
  },
});
