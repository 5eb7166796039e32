import { defineConfig } from 'vitest/config';

/** Specification, rules, wire contracts and stack: everything that needs no running local cloud. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/cloud/**', 'test/browser/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    reporters: ['default'],
  },
});
