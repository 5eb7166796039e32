import { inject, TestRunner, type RunnerTask, type RunnerTestCase, type RunnerTestSuite } from 'vitest';
import { Attempts } from './attempts.ts';
import { note, noticedIn, readRecord } from './record.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What is tried and where it is recorded: `together` in one process, or one mutant `alone` from its start on. */
    mutation: {
      record: string;
      together: readonly string[];
      /** Slow tests wait until the quick ones have noticed what they can. */
      tests: 'quick' | 'slow' | 'all';
      alone: string | undefined;
    };
  }
}

/** Hits of a mutant's switch, for each one without it, after which the code no longer comes to an end. */
const HITS_MAX = 100;
const HITS_SPARE = 1_000;
/** What a test may take of the processor, in ms, to be one of the quick ones, and how long it may wait besides. */
const QUICK_MS = 150;
const QUICK_WAIT_MS = 1_000;
/** More attempts than any test has. */
const MANY = 1_000_000;

type Hits = Record<string, number>;
interface Stryker {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> };
}

declare global {
  /** What the switches of the instrumented code read. */
  var __stryker__: Stryker | undefined;
}
const stryker: Stryker = (globalThis.__stryker__ ??= {});

/** How many times over the limit a mutant is hit when its failures are caught and the code goes on for ever. */
const ENDLESS = 10;

/** Repeats each test with the mutants that it reaches, in the process in which it runs anyhow. */
export default class MutantRunner extends TestRunner {
  readonly #mutation = inject('mutation');
  readonly #left = new Set(this.#mutation.together);
  readonly #slow = new Set<string>();
  readonly #tried = new Set<string>();
  readonly #loaded = new Set<string>();
  #began = process.cpuUsage();
  #beganAt = performance.now();
  readonly #attempts = new WeakMap<RunnerTask, Attempts>();

  constructor(config: TestRunner['config']) {
    super(config);
    const record = readRecord(this.#mutation.record);
    for (const mutant of noticedIn(record)) this.#left.delete(mutant);
    for (const { is, test } of record) if (is === 'slow' && test !== undefined) this.#slow.add(test);
    this.#watchHits();
    if (this.#mutation.alone === undefined) return;
    stryker.activeMutant = this.#mutation.alone;
    stryker.hitCount = 0;
    stryker.hitLimit = MANY;
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test);
    if (this.#mutation.alone !== undefined || test.type !== 'test') return;
    if ((this.#mutation.tests === 'slow') !== this.#slow.has(nameOf(test))) {
      test.mode = 'skip';
      return;
    }
    this.#attempts.set(test, new Attempts());
    test.retry = MANY;
  }

  override onBeforeTryTask(test: RunnerTestCase, options: { retry: number; repeats: number }): void {
    super.onBeforeTryTask(test, options);
    const attempts = this.#attempts.get(test);
    if (!attempts) return;
    const attempt = attempts.current;
    stryker.currentTestId = attempt?.is === 'clean' ? test.id : `again ${test.id}`;
    stryker.activeMutant = attempt?.is === 'mutant' ? attempt.mutant : undefined;
    this.#began = process.cpuUsage();
    this.#beganAt = performance.now();
    stryker.hitCount = 0;
    stryker.hitLimit =
      attempt?.is === 'mutant' ? HITS_SPARE + HITS_MAX * (this.#hitsOf(test)[attempt.mutant] ?? 0) : MANY;
  }

  override async onAfterRetryTask(
    test: RunnerTestCase,
    options: { retry: number; repeats: number },
  ): Promise<void> {
    await super.onAfterRetryTask(test, options);
    const attempts = this.#attempts.get(test);
    const result = test.result;
    if (!attempts || !result || result.state === 'skip') return;
    this.#end(test, attempts, result);
    // A test goes on to its next attempt while it is said to fail.
    const goesOn = attempts.current !== undefined;
    result.state = goesOn ? 'fail' : 'pass';
    result.errors = goesOn ? [{ name: 'Error', message: 'The next mutant' }] : undefined;
    result.attempts = [];
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if ('filepath' in suite && this.#mutation.alone === undefined)
      note(this.#mutation.record, {
        is: this.#mutation.tests === 'slow' ? 'asked slowly' : 'asked',
        test: suite.name,
      });
  }

  #end(test: RunnerTestCase, attempts: Attempts, result: NonNullable<RunnerTestCase['result']>): void {
    const timedOut =
      (stryker.hitCount ?? 0) > (stryker.hitLimit ?? MANY) ||
      (result.errors ?? []).some(({ name }) => name === 'TestTimeoutError');
    stryker.activeMutant = undefined;
    stryker.currentTestId = undefined;
    const finding = attempts.ended(
      { passed: result.state === 'pass', timedOut, hits: stryker.hitCount ?? 0 },
      () => this.#reachedBy(test),
    );
    this.#noteLoaded();
    if (!finding) return;
    const mutant = 'mutant' in finding ? finding.mutant : undefined;
    if (finding.is === 'tried') {
      if (this.#tried.has(finding.mutant)) return;
      this.#tried.add(finding.mutant);
    }
    if (mutant !== undefined && (finding.is === 'killed' || finding.is === 'timed out'))
      this.#left.delete(mutant);
    const about = finding.is === 'worn' ? [finding.mutant, ...finding.unasked] : [mutant];
    for (const one of about)
      note(this.#mutation.record, {
        is: finding.is,
        test: nameOf(test),
        ...(one !== undefined && { mutant: one }),
      });
  }

  /** What a test is asked about: nothing yet if it turns out to be a slow one. */
  #reachedBy(test: RunnerTestCase): string[] {
    const reached = Object.keys(this.#hitsOf(test)).filter((mutant) => this.#left.has(mutant));
    const { user, system } = process.cpuUsage(this.#began);
    const isQuick = (user + system) / 1_000 <= QUICK_MS && performance.now() - this.#beganAt <= QUICK_WAIT_MS;
    if (this.#mutation.tests !== 'quick' || isQuick) return reached;
    if (reached.length > 0) note(this.#mutation.record, { is: 'slow', test: nameOf(test) });
    return [];
  }

  /** Ends the process where code under a mutant never lets go of it: no time limit of a test would be heeded. */
  #watchHits(): void {
    let hits = 0;
    Object.defineProperty(stryker, 'hitCount', {
      configurable: true,
      get: () => hits,
      set: (count: number) => {
        hits = count;
        const mutant = stryker.activeMutant;
        if (!mutant || count <= ENDLESS * (stryker.hitLimit ?? MANY)) return;
        note(this.#mutation.record, { is: 'timed out', mutant });
        note(this.#mutation.record, { is: 'ended' });
        process.kill(process.pid, 'SIGKILL');
      },
    });
  }

  #noteLoaded(): void {
    for (const mutant of Object.keys(stryker.mutantCoverage?.static ?? {})) {
      if (this.#loaded.has(mutant)) continue;
      this.#loaded.add(mutant);
      if (this.#left.has(mutant)) note(this.#mutation.record, { is: 'loaded', mutant });
    }
  }

  #hitsOf(test: RunnerTestCase): Hits {
    return stryker.mutantCoverage?.perTest[test.id] ?? {};
  }
}

function nameOf(test: RunnerTestCase): string {
  return `${test.file.name} > ${test.name}`;
}
