import type { Command } from 'commander';
import type { Operator } from '../lib/account/tenants.ts';

/** Where a command works, and how it works there. */
export interface Target {
  readonly operator: Operator;
  /** In a few words, for people. */
  readonly name: string;
  /** The kind of API keys that are issued unless told otherwise. */
  readonly mode: 'live' | 'test';
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
}

/** What a command did: for programs, in a shape that stays, and for people. */
export interface CommandResult {
  readonly json: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
}

/** A command used in a way that makes no sense. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WrongUse';
  }
}

interface Job<Options> {
  readonly operator: Operator;
  readonly target: Target;
  readonly options: Options;
  /** The arguments that are no options. */
  readonly names: readonly string[];
}

/** Makes a command's action: opens the target, does the work, tells what was done. */
export function action<Options extends object = object>(
  desk: CliIo,
  work: (job: Job<Options>) => Promise<CommandResult>,
): (this: Command) => Promise<void> {
  return async function () {
    const options = this.optsWithGlobals<Options & GlobalOptions>();
    const target = await desk.open(options);
    const { json, lines } = await work({ operator: target.operator, target, options, names: this.args });
    desk.out(options.json ? `${JSON.stringify(json, null, 2)}\n` : lines.map((line) => `${line}\n`).join(''));
  };
}

/** Names the tenant a command is about, by id or by name. */
export interface OfTenant {
  readonly tenant: string;
}

export const TENANT = ['--tenant <tenant>', "the tenant's id or name"] as const;
