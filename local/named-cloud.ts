import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How long another cloud may take to answer. */
const ANSWER_MS = 1_000;

/** The address of a local cloud other than `baseUrl` that a folder's `stack.json` names and that still answers. */
export async function namedCloud(folder: string, baseUrl: string): Promise<string | undefined> {
  const file = join(folder, 'stack.json');
  if (!existsSync(file)) return undefined;
  try {
    const named = (JSON.parse(readFileSync(file, 'utf8')) as { readonly baseUrl?: unknown }).baseUrl;
    if (typeof named !== 'string' || named === baseUrl) return undefined;
    const { ok } = await fetch(`${named}/health`, { signal: AbortSignal.timeout(ANSWER_MS) });
    return ok ? named : undefined;
  } catch {
    return undefined; // it has ended, or the file is no cloud's
  }
}
