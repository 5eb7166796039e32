import type { Command } from 'commander';
import { findTenantBy } from '../lib/account/tenants.ts';
import type { App } from '../lib/app.ts';
import type { Tenant } from '../lib/table/tenants.ts';
import type { DeadLetterQueues } from '../local/dead-letters.ts';
import { linesOf, linesOfText, type Table } from './columns.ts';

/** Where a command works, and how it works there. */
export interface Target {
  readonly app: App;
  /** In a few words, for people. */
  readonly name: string;
  /** The kind of API keys that are issued unless told otherwise. */
  readonly mode: 'live' | 'test';
  /** Absent where only table, key and address are named. */
  readonly deadLetters?: DeadLetterQueues | undefined;
  /** The providers' addresses where none is given. */
  readonly providers: { readonly pay: string; readonly acct: string };
}

/** Options of every command. */
export interface GlobalOptions {
  readonly json?: boolean;
  readonly local?: string;
  readonly stack?: string;
  readonly outputs?: string;
  readonly table?: string;
  readonly keyId?: string;
  readonly apiUrl?: string;
}

/** One thing to be asked for when credentials are typed in. */
export interface Field {
  readonly name: string;
  readonly question: string;
  /** Typed without echo. */
  readonly secret?: boolean;
  /** May be left empty; `otherwise` stands in. */
  readonly otherwise?: string | undefined;
}

/** What the command line touches outside itself. */
export interface CliIo {
  open(choice: GlobalOptions): Promise<Target>;
  /** What is on standard input as JSON, or the answers somebody types. */
  prompt(fields: readonly Field[]): Promise<unknown>;
  out(text: string): void;
  err(text: string): void;
  /** How many characters fit into a line of the screen; undefined where programs read what is said. */
  readonly width?: number | undefined;
}

/** What a command did: for programs, in a shape that stays, and for people. */
export interface CommandResult {
  readonly json: Readonly<Record<string, unknown>>;
  readonly lines: readonly (string | Table)[];
  /** Commands that usually come next, each as its words without `billing`; shown to people, ready to be pasted. */
  readonly next?: readonly (readonly string[])[];
}

/** A command used in a way that makes no sense. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** What a command works with. */
export interface CommandCall<Options = object> {
  readonly app: App;
  readonly target: Target;
  readonly options: Options;
  /** The arguments that are no options. */
  readonly names: readonly string[];
  /** Tells how far the work has come, on standard error: in a line for people, in a line of JSON for programs. */
  readonly progress: (said: string) => void;
}

/** What a command about one tenant works with. */
export interface TenantCall<Options = object> extends CommandCall<Options> {
  readonly tenant: Tenant;
}

/** Makes a command's action: opens the target, does the work, tells what was done. */
export function action<Options extends object = object>(
  io: CliIo,
  work: (call: CommandCall<Options>) => Promise<CommandResult>,
): (this: Command) => Promise<void> {
  return async function () {
    const options = this.optsWithGlobals<Options & GlobalOptions>();
    const target = await io.open(options);
    const progress = (said: string) =>
      io.err(`${options.json ? JSON.stringify({ progress: said }) : printable(said)}\n`);
    const result = await work({ app: target.app, target, options, names: this.args, progress });
    io.out(options.json ? `${JSON.stringify(result.json, null, 2)}\n` : forPeople(result, options, io.width));
  };
}

/** Makes the action of a command about one tenant, which `--tenant` names. */
export function ofTenant<Options extends object = object>(
  io: CliIo,
  work: (call: TenantCall<Options>) => Promise<CommandResult>,
): (this: Command) => Promise<void> {
  return action<Options & OfTenant>(io, async (call) =>
    work({ ...call, tenant: await findTenantBy(call.app, call.options.tenant) }),
  );
}

function forPeople({ lines, next = [] }: CommandResult, options: GlobalOptions, width = Infinity): string {
  const commands = next.map(
    (words) => `  ${['npx', 'billing', ...where(options), ...words].map(quoted).join(' ')}`,
  );
  const said = lines.flatMap((line) =>
    typeof line === 'string' ? linesOfText(line, width) : linesOf(line, width),
  );
  const all = commands.length === 0 ? said : [...said, 'Next:', ...commands];
  return all.map((line) => `${printable(line)}\n`).join('');
}

/** Without what a screen takes for commands: names and answers come from elsewhere. */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, '\uFFFD');
}

/** The options that name where a command worked, so that the next one works there too. */
function where({ local, stack, outputs, table, keyId, apiUrl }: GlobalOptions): string[] {
  return optionWords({ local, stack, outputs, table, 'key-id': keyId, 'api-url': apiUrl });
}

/** Options as the words of a command, those that have a value. */
export function optionWords(options: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
}

/** A word as a shell takes it; a placeholder in capitals stays as it is. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Names the tenant a command is about, by id or by name. */
export interface OfTenant {
  readonly tenant: string;
}

/** The option that names the tenant a command is about. */
export const TENANT = ['--tenant <tenant>', "the tenant's id or name"] as const;
