import { median } from '../result.ts';

/** What one call took: ms that passed, and ms of our own thread's processor time, in which no engine runs. */
export interface Sample {
  readonly ms: number;
  readonly processorMs: number;
}

/** Makes a call and takes its times. */
export async function timed(call: () => Promise<unknown>): Promise<Sample> {
  const [began, processor] = [performance.now(), process.threadCpuUsage()];
  await call();
  const { user, system } = process.threadCpuUsage(processor);
  return { ms: performance.now() - began, processorMs: (user + system) / 1_000 };
}

/** The middle of the times that passed, and the mean of processor time, whose clock is too coarse for one call. */
export function typical(samples: readonly Sample[]): Sample {
  const processor = samples.reduce((sum, { processorMs }) => sum + processorMs, 0);
  return { ms: median(samples.map(({ ms }) => ms)), processorMs: processor / samples.length };
}
