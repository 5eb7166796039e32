import { defineConfig } from 'vitest/config';

/** Long simulations that try to break the promises; they print their seeds. Run with `--config vitest.faults.config.ts`. */
export default defineConfig({
  test: {
    include: ['test/**/*.faults.ts'],
    testTimeout: 15 * 60_000,
    maxWorkers: 2,
    disableConsoleIntercept: true,
  },
});
