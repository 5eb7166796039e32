import { afterAll } from 'vitest';
import { takeHeld } from './traffic.ts';

// Runs before each file of tests: what the file held against the description goes to the reporter.
afterAll(({}, file) => {
  Object.assign(file.meta, { held: takeHeld() });
});
