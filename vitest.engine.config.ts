import { defineConfig } from 'vitest/config';

/** The specification's tests once more, with the table at a DynamoDB engine instead of in memory. */
export default defineConfig({
  test: {
    include: ['test/spec/**/*.test.ts', 'test/invoices/**/*.test.ts'],
    provide: { table: 'engine' },
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
