import { join, relative } from 'node:path';
import type { ProvidedContext, RunnerTask } from 'vitest';
import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node';
import { AGAINST } from './against.ts';

const INCLUDED = typeof AGAINST === 'object' && 'test' in AGAINST ? (AGAINST.test?.include ?? []) : [];

/** What is likeliest to notice comes first: the tests of the chapters themselves, then other rooms, the specification. */
function nearestFirst(root: string, chapters: readonly string[]) {
  const rooms = chapters.map((chapter) => `${chapter.replace('lib/', 'test/')}/`);
  const distanceOf = ({ moduleId }: TestSpecification) => {
    const file = relative(root, moduleId);
    if (rooms.some((room) => file.startsWith(room))) return 0;
    return file.startsWith('test/spec/') ? 2 : 1;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return files.toSorted((a, b) => distanceOf(a) - distanceOf(b) || (a.moduleId < b.moduleId ? -1 : 1));
    }
  };
}

/** What one run of tests found: the files of which a test failed, and whether one took too long. */
export interface Failures {
  files: string[];
  timedOut: boolean;
}

/**
 * The tests with the instrumented code, by absolute path, in place of the files it was made from; those of the chapters
 * come first. With `bail` a run ends with the first failure. Files of a run are named relative to the project.
 */
export async function openTests(
  root: string,
  code: ReadonlyMap<string, string>,
  chapters: readonly string[],
  bail: boolean,
) {
  const vitest = await createVitest(
    {
      config: false,
      root,
      watch: false,
      include: INCLUDED,
      testTimeout: 60_000,
      hookTimeout: 60_000,
      isolate: false,
      fsModuleCache: false, // it knows a file by its text: the mutants of other files, which number ours, may have changed
      maxWorkers: 1,
      silent: true,
      reporters: [],
      dangerouslyIgnoreUnhandledErrors: true,
      bail: bail ? 1 : 0,
      runner: join(root, 'bench/mutation/runner.ts'),
      sequence: { sequencer: nearestFirst(root, chapters) },
    },
    { plugins: [{ name: 'instrumented', enforce: 'pre', load: (id) => code.get(id.split('?')[0] ?? id) }] },
  );
  return {
    run: async (mutation: ProvidedContext['mutation'], files?: readonly string[]): Promise<Failures> => {
      vitest.provide('mutation', mutation);
      vitest.state.filesMap.clear();
      await vitest.start(files ? [...files] : undefined);
      const failed = vitest.state.getFiles().filter(({ result }) => result?.state === 'fail');
      return {
        files: failed.map(({ name }) => name),
        timedOut: JSON.stringify(failed.map(errorNames)).includes('TestTimeoutError'),
      };
    },
    /** Every file of tests there is. */
    files: async () =>
      (await vitest.globTestSpecifications()).map(({ moduleId }) => relative(root, moduleId)),
    close: async () => vitest.close(),
  };
}

/** The tests of a project, open to be run again and again. */
export type Tests = Awaited<ReturnType<typeof openTests>>;

function errorNames(task: RunnerTask): (string | undefined)[] {
  const own = task.result?.errors?.map(({ name }) => name) ?? [];
  return task.type === 'suite' ? [...own, ...task.tasks.flatMap(errorNames)] : own;
}
