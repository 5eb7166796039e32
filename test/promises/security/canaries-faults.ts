import { createServer } from 'node:http';
import type { Secrets } from '../../../lib/runtime/app.ts';
import type { Table } from '../../../lib/table/table.ts';
import { eachCall } from '../../support/world/calls.ts';
import { listen, onceWhole } from '../../support/world/loopback.ts';

/** How the table fails: at one call from now, before or after its effect, quoting what it was asked in its message. */
export interface TableFault {
  at: number;
  when: 'before' | 'after';
  /** How often it did. */
  strikes: number;
}

export const failing = (table: Table, fault: TableFault): Table =>
  eachCall(table, async ({ asked }, carryOut) => {
    const hit = fault.at-- === 0;
    if (!hit) return carryOut();
    fault.strikes++;
    if (fault.when === 'after') await carryOut();
    throw new Error(`the table failed at ${JSON.stringify(asked)}`);
  });

/** Secrets that fail while told to, quoting the sealed text. */
export function failingSecrets(secrets: Secrets, state: { isFailing: boolean }): Secrets {
  return {
    ...secrets,
    decrypt: async (tenant, purpose, sealed) => {
      if (state.isFailing) throw new Error(`the key service failed at ${tenant} ${purpose} ${sealed}`);
      return secrets.decrypt(tenant, purpose, sealed);
    },
  };
}

/** A provider that gives back what it was sent, as an answer that makes no sense; every third time it quotes the card in a refusal. */
export async function startParrot(): Promise<{ url: string; heard: string[]; stop(): Promise<void> }> {
  const heard: string[] = [];
  const server = createServer(
    onceWhole((_request, body, response) => {
      heard.push(body.toString());
      const quotes = heard.length % 3 === 0;
      response.statusCode = quotes ? 422 : heard.length % 3 === 1 ? 500 : 200;
      response.end(quotes ? refusalQuoting(heard.at(-1)!) : heard.at(-1));
    }),
  );
  const { url, stop } = await listen(server);
  return { url, heard, stop };
}

function refusalQuoting(body: string): string {
  const numbers = body.match(/[0-9]{11,}/g) ?? [];
  const grouped = numbers.map((number) => number.replaceAll(/(.{4})(?=.)/g, '$1 '));
  const errorMessage = `Refused: ${[...numbers, ...grouped].join(', ')}`;
  return JSON.stringify({ status: 'failure', errorCode: '10051', errorMessage });
}

/** Everything printed while `run` runs, by whatever way. */
export async function printed(run: () => Promise<void>): Promise<string[]> {
  const lines: string[] = [];
  const keep = (...parts: unknown[]) => void lines.push(parts.map(String).join(' '));
  const { log, info, warn, error, debug } = console;
  const [out, err] = [process.stdout.write.bind(process.stdout), process.stderr.write.bind(process.stderr)];
  const write = (chunk: unknown) => (keep(chunk), true);
  Object.assign(console, { log: keep, info: keep, warn: keep, error: keep, debug: keep });
  Object.assign(process.stdout, { write });
  Object.assign(process.stderr, { write });
  try {
    await run();
  } finally {
    Object.assign(console, { log, info, warn, error, debug });
    Object.assign(process.stdout, { write: out });
    Object.assign(process.stderr, { write: err });
  }
  return lines;
}
