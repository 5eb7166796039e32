/** What is said while no call is answered, in place of the browser's own words. */
const SILENT = 'The local cloud does not answer.';

/** Calls the console's API. Throws the answer's message on failure. */
export async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(path, { method, ...(body && { body: JSON.stringify(body) }) }).catch(silent);
  const result = (await answer.json().catch(silent)) as T & { error?: string };
  if (!answer.ok) throw new Error(result.error ?? `${method} ${path} answered ${answer.status}`);
  return result;
}

function silent(): never {
  throw new Error(SILENT);
}

/** Shows a message; an empty text hides it. One that stands there already is not announced again. */
export function say(text: string): void {
  const said = document.querySelector('#said');
  if (said && said.textContent !== text) said.textContent = text;
}

/** Takes a message back where it is still the one that stands there. */
export function takeBack(text: string): void {
  if (document.querySelector('#said')?.textContent === text) say('');
}

/** Runs an action and shows what went wrong, if anything. */
export async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    say(wordsOf(error));
  }
}

/** An error in words. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
