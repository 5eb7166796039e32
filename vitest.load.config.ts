import { defineConfig } from 'vitest/config';

/** Many events at a steady rate on the local cloud; takes minutes of real time and wants the machine for itself. */
export default defineConfig({
  test: { include: ['test/load/**/*.load.ts'], testTimeout: 15 * 60_000, disableConsoleIntercept: true },
});
