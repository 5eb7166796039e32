/** One printed line: its parsed object, or the text if it is not JSON. */
export interface LogLine {
  readonly at: string;
  readonly function: string;
  /** Of the invocation. */
  readonly requestId: string;
  /** Of the API requests that the invocation works for; for a batch of messages there may be several. */
  readonly causedBy: readonly string[];
  readonly line: unknown;
}

/** A line as it was printed. */
export type PrintedLine = Omit<LogLine, 'at' | 'line'> & { readonly line: string };

const LINES_MAX = 20_000;

/** What functions printed, the newest 20,000 lines. */
export class Logs {
  readonly #lines: LogLine[] = [];

  /** `now` in epoch ms. */
  add(printed: PrintedLine, now: number): void {
    this.#lines.push({ at: new Date(now).toISOString(), ...printed, line: parsed(printed.line) });
    if (this.#lines.length > LINES_MAX) this.#lines.shift();
  }

  /** Oldest first. A request id matches the invocation's lines, those that name it, and those it caused. */
  find(filter: { function: string | undefined; requestId: string | undefined }): LogLine[] {
    const { requestId: id } = filter;
    return this.#lines.filter(
      (line) =>
        (filter.function === undefined || line.function === filter.function) &&
        (id === undefined || line.requestId === id || isAbout(line, id)),
    );
  }
}

/** A line that names its request belongs to that; any other to all requests of its invocation. */
function isAbout({ line, causedBy }: LogLine, id: string): boolean {
  const named = typeof line === 'object' && line !== null && 'requestId' in line ? line.requestId : undefined;
  return named === undefined ? causedBy.includes(id) : named === id;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}
