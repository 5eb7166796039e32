import { defineConfig } from 'vitest/config';
import QuickestFirst from './test/mutation/order.ts';

/**
 * What is run against each mutant: the tests that reach the mutated folders within their own process, without the two
 * long stories, which find nothing that the others leave. The files share one module graph, or its loading would take
 * most of the time.
 */
export default defineConfig({
  test: {
    include: [
      'test/{billing,delivery,invoices,operator,spec}/**/*.test.ts',
      'test/security/{guard,isolation}.test.ts',
    ],
    exclude: ['test/spec/story*.test.ts'],
    setupFiles: ['test/mutation/load.ts'],
    sequence: { setupFiles: 'list', sequencer: QuickestFirst },
    testTimeout: 15_000,
    hookTimeout: 15_000,
    isolate: false,
    maxWorkers: 1,
    reporters: ['default'],
  },
});
