import { defineConfig } from 'vitest/config';

/**
 * What is run against each mutant: the tests of single rooms, which start no server and no world, so that thousands of
 * mutants are done with in minutes. The files share one module graph, or its loading would take most of the time.
 */
export default defineConfig({
  test: {
    include: ['test/{billing,delivery,http,wire}/**/*.test.ts', 'test/security/{guard,card-number}.test.ts'],
    testTimeout: 5_000,
    isolate: false,
    maxWorkers: 1,
    reporters: ['default'],
  },
});
