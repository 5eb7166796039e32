import { defineConfig } from 'vitest/config';

/** Whole flows on the local cloud, which runs the synthesised template with its roles enforced. */
export default defineConfig({
  test: {
    include: ['test/cloud/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    reporters: ['default'],
  },
});
