/** Calls the console's API. Throws the answer's message on failure. */
export async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(path, { method, ...(body && { body: JSON.stringify(body) }) });
  const result = (await answer.json()) as T & { error?: string };
  if (!answer.ok) throw new Error(result.error ?? `${method} ${path} answered ${answer.status}`);
  return result;
}

/** Shows a message; an empty text hides it. */
export function say(text: string): void {
  const said = document.querySelector('#said');
  if (said) said.textContent = text;
}

/** Runs an action and shows what went wrong, if anything. */
export async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}
