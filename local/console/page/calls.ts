/** Calls the console's own port. Throws with the answer's words where it is no success. */
export async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(path, { method, ...(body && { body: JSON.stringify(body) }) });
  const result = (await answer.json()) as T & { error?: string };
  if (!answer.ok) throw new Error(result.error ?? `${method} ${path} answered ${answer.status}`);
  return result;
}

/** Says something to the person at the page; an empty text ends it. */
export function say(text: string): void {
  const said = document.querySelector('#said');
  if (said) said.textContent = text;
}

/** Does something and says what went wrong, if anything did. */
export async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}
