import { defineConfig } from 'vitest/config';

/**
 * Everything that tries to break the promises; each suite prints one line with its seed and counts. The short suites are
 * among the ordinary tests too. Run with `--config vitest.faults.config.ts`.
 */
export default defineConfig({
  test: {
    include: [
      'test/**/*.faults.ts',
      'test/security/{canaries,guard,guard-hostile,isolation}.test.ts',
      'test/delivery/sign.test.ts',
      'test/infra/{stack,queues,permissions}.test.ts',
    ],
    testTimeout: 15 * 60_000,
    maxWorkers: 2,
    disableConsoleIntercept: true,
  },
});
