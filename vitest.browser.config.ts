import { defineConfig } from 'vitest/config';

/** Pages in a real headless Chromium, on the local cloud. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
    reporters: ['default'],
  },
});
