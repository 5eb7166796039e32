import { Option, type Command } from 'commander';
import type { Mode } from '../lib/billing/mode.ts';
import { findTenantBy } from '../lib/account/tenants.ts';
import type { App, WithTenant } from '../lib/runtime/app.ts';
import { forTenant } from '../lib/runtime/for-tenant.ts';
import { inZoneOf } from '../lib/runtime/zone.ts';
import type { DeadLetterQueues } from '../local/queues/dead-letters.ts';
import { linesOf, linesOfText, type Table } from './columns.ts';

/** The stack that a command works on. */
export interface Target {
  readonly app: App;
  /** Shown to people. */
  readonly name: string;
  /** The default mode of new tenants. */
  readonly mode: 'live' | 'test';
  /** Undefined if the stack is given by table, key and address only. */
  readonly deadLetters?: DeadLetterQueues | undefined;
  /** The providers' default addresses. */
  readonly providers: { readonly pay: Readonly<Record<Mode, string>>; readonly acct: string };
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
  readonly consoleUrl?: string;
  readonly bucket?: string;
}

/** A value to prompt for when credentials are typed in. */
export interface Field {
  readonly name: string;
  readonly question: string;
  /** Typed without echo. */
  readonly secret?: boolean;
  /** The value if nothing is typed. */
  readonly otherwise?: string | undefined;
}

/** The command line's input and output. */
export interface CliIo {
  open(choice: GlobalOptions): Promise<Target>;
  /** Reads the fields from standard input as JSON, or prompts for them on a terminal. */
  prompt(fields: readonly Field[]): Promise<unknown>;
  /** Asks on a terminal whether to go on; true where there is none. */
  confirm(question: string): Promise<boolean>;
  out(text: string): void;
  err(text: string): void;
  /** The terminal's width in characters; undefined if the output is not a terminal. */
  readonly width?: number | undefined;
}

/** The result of a command: data of a stable shape for programs, and text for people. */
export interface CommandResult {
  readonly json: Readonly<Record<string, unknown>>;
  readonly lines: readonly (string | Table)[];
  /** Commands that usually come next, as words without `billing`; shown to people, ready to be pasted. */
  readonly next?: readonly (readonly string[])[];
}

/** A command line that cannot be carried out as written: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The parameters of a command's action. */
export interface CommandCall<Options = object> {
  readonly app: App;
  readonly target: Target;
  readonly options: Options;
  /** The arguments without the options. */
  readonly names: readonly string[];
  /** Reports progress on standard error: as a line of text for people, as a line of JSON for programs. */
  readonly progress: (said: string) => void;
  /** Asks a person at a terminal before what cannot be undone. Throws where it is not wanted. */
  readonly confirm: (what: string) => Promise<void>;
}

/** The parameters of the action of a command about one tenant. */
export interface TenantCall<Options = object> extends CommandCall<Options> {
  readonly app: App & WithTenant;
}

/** Makes a command's action: opens the target, runs `work` and prints its result. */
export function action<Options extends object = object>(
  io: CliIo,
  work: (call: CommandCall<Options>) => Promise<CommandResult>,
): (this: Command) => Promise<void> {
  return async function () {
    const options = this.optsWithGlobals<Options & GlobalOptions & Unasked>();
    const target = await io.open(options);
    const progress = (said: string) =>
      io.err(`${options.json ? printableJson({ progress: said }) : printable(said)}\n`);
    const confirm = (what: string) => confirmed(io, options, `${what} on ${target.name}?`);
    const result = await work({ app: target.app, target, options, names: this.args, progress, confirm });
    io.out(options.json ? `${printableJson(result.json, 2)}\n` : forPeople(result, options, io.width));
  };
}

/** The option of commands that ask before they do what cannot be undone. */
export const YES = ['--yes', 'do not ask first'] as const;

interface Unasked {
  readonly yes?: boolean;
}

async function confirmed(io: CliIo, { yes = false }: Unasked, question: string): Promise<void> {
  const wanted = yes || (await io.confirm(printable(question)));
  if (!wanted) throw new Error('stopped; nothing was changed');
}

/** Makes the action of a command about one tenant, which `--tenant` names: the days in it are those of its zone. */
export function ofTenant<Options extends object = object>(
  io: CliIo,
  work: (call: TenantCall<Options>) => Promise<CommandResult>,
): (this: Command) => Promise<void> {
  return action<Options & OfTenant>(io, async (call) => {
    const tenant = await findTenantBy(call.app, call.options.tenant);
    return inZoneOf(tenant, () => work({ ...call, app: forTenant(call.app, tenant) }));
  });
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

/** What a terminal may take for a command or another line, or what turns the direction of text. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** A text without terminal control characters: names and answers come from tenants and providers. */
export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, (one) => (one === '\n' ? one : '\uFFFD'));
}

/** JSON of a value, in which such characters are escaped: JSON itself leaves the newer half of them as they are. */
export function printableJson(value: unknown, indent?: number): string {
  const escaped = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value, null, indent).replaceAll(UNPRINTABLE, (one) =>
    one === '\n' ? one : escaped(one),
  );
}

/** The options that name the target, for the suggested next command. */
function where({ keyId, apiUrl, consoleUrl, ...given }: GlobalOptions): string[] {
  const { local, stack, outputs, table } = given;
  const named = { 'key-id': keyId, 'api-url': apiUrl, 'console-url': consoleUrl };
  return optionWords({ local, stack, outputs, table, ...named });
}

/** Options as the words of a command line; those without a value are left out. */
export function optionWords(options: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
}

/** A word quoted for a shell; a placeholder in capitals stays as it is. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The option that names a command's tenant, by id or by name. */
export interface OfTenant {
  readonly tenant: string;
}

/** The option that names the tenant a command is about. */
export const TENANT = new Option('--tenant <tenant>', "the tenant's id or name")
  .env('BILLING_TENANT')
  .makeOptionMandatory();
