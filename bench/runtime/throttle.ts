import type { ChildProcess } from 'node:child_process';

/** What a function of 512 MB gets of a processor. */
const SHARE = 0.29;
/** As the kernel does it for Lambda: so long of each period it runs, then it waits. */
const PERIOD_MS = 20;

/** Lets a process run only a share of the time, until released. */
export function throttle(child: ChildProcess): () => void {
  let timer: NodeJS.Timeout;
  const run = () => {
    child.kill('SIGCONT');
    timer = setTimeout(wait, PERIOD_MS * SHARE);
  };
  const wait = () => {
    child.kill('SIGSTOP');
    timer = setTimeout(run, PERIOD_MS * (1 - SHARE));
  };
  wait();
  return () => {
    clearTimeout(timer);
    child.kill('SIGCONT');
  };
}
