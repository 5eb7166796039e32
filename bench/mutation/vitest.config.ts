import { defineConfig } from 'vitest/config';
import { AGAINST } from './against.ts';

/** Stryker runs every project of the configuration that it is given: this one has only what is run against a mutant. */
export default defineConfig({ test: { projects: AGAINST ? [AGAINST] : [] } });
