import { readdirSync, readFileSync } from 'node:fs';

/** How long what lost its parent may take to end by itself, in ms. */
const ORPHANS_END_MS = 3_000;

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Ended, but nobody has asked for its exit code yet. */
  readonly zombie: boolean;
}

/** Reads /proc/<pid>/stat, whose second field is a name in brackets that may hold anything. */
function lookUp(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(parent), zombie: state === 'Z' };
  } catch {
    return undefined; // gone
  }
}

/** A process and everything it has started, itself first. */
function treeOf(root: number): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => lookUp(Number(name)) ?? []);
  const tree = [root];
  for (const pid of tree) tree.push(...all.filter(({ parent }) => parent === pid).map((child) => child.pid));
  return tree;
}

/**
 * Ends a process without warning, with all it has started (`whole`) or alone, so that the others have to notice. The
 * returned ones, its own among them where it is so, were still there three seconds later; then they are ended too.
 */
export async function kill(root: number, whole: boolean): Promise<{ size: number; left: number[] }> {
  const tree = treeOf(root);
  for (const pid of whole ? tree : [root]) strike(pid);
  const until = performance.now() + ORPHANS_END_MS;
  const left = () => tree.filter((pid) => lookUp(pid)?.zombie === false);
  while (left().length > 0 && performance.now() < until) await new Promise((done) => setTimeout(done, 10));
  const survivors = left();
  survivors.forEach(strike);
  return { size: tree.length, left: survivors };
}

function strike(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // gone already
  }
}
