import everything from '../../vitest.config.ts';

/** The project of the root's configuration that is run against mutants. */
export const AGAINST = everything.test?.projects?.find(
  (project) => typeof project === 'object' && 'test' in project && project.test?.name === 'mutation',
);
