/** One line that a function printed: the object it printed, or the text where it was no JSON. */
export interface LogLine {
  readonly at: string;
  readonly function: string;
  readonly requestId: string;
  readonly line: unknown;
}

const KEPT = 20_000;

/** What functions printed, the newest 20,000 lines. */
export class Logs {
  readonly #lines: LogLine[] = [];

  /** `now` in epoch ms. */
  add(entry: { function: string; requestId: string; line: string }, now: number): void {
    this.#lines.push({ at: new Date(now).toISOString(), ...entry, line: parsed(entry.line) });
    if (this.#lines.length > KEPT) this.#lines.shift();
  }

  find(filter: { function: string | undefined; requestId: string | undefined }): LogLine[] {
    return this.#lines.filter(
      (line) =>
        (filter.function === undefined || line.function === filter.function) &&
        (filter.requestId === undefined || line.requestId === filter.requestId),
    );
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}
