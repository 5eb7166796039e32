import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError, Help, Option } from 'commander';
import * as z from 'zod/mini';
import { Refusal } from '../lib/refusal.ts';
import { adviceOn } from './aws-advice.ts';
import { addCompletion } from './completion.ts';
import { addConsole } from './console.ts';
import { addCredentials } from './credentials.ts';
import { addDeadLetters } from './dead-letters.ts';
import { addDocuments } from './documents.ts';
import { addErase } from './erase.ts';
import { printable, printableJson, UsageError, type CliIo } from './io.ts';
import { addIntents } from './intents.ts';
import { addImport } from './import.ts';
import { addNotifications } from './notifications.ts';
import { addPeople } from './people.ts';
import { addPlans } from './plans.ts';
import { addReconcile } from './reconcile.ts';
import { addRefunds } from './refunds.ts';
import { addRepeat } from './repeat.ts';
import { addTenants } from './tenants.ts';

const MANIFEST = join(import.meta.dirname, '..', 'package.json');
const VERSION = z.parse(
  z.object({ version: z.string() }),
  JSON.parse(readFileSync(MANIFEST, 'utf8')),
).version;

const EXIT = { done: 0, failed: 1, wrongUse: 2 } as const;

const WHERE = `
Works on the local cloud that "npm start" runs here, unless another place is
named:
  --stack STAGE  a deployed stack; "npm run deploy" has left its outputs in
                 .deploy/STAGE.json
  --table, --key-id, --api-url
                 three of these outputs one by one, also taken from the
                 environment variables BILLING_TABLE, BILLING_KEY_ID and
                 BILLING_API_URL; --bucket (BILLING_BUCKET) for what notes
                 erasures and revocations outside the table, and --console-url
                 (BILLING_CONSOLE_URL) where the console has its own host
A tenant that BILLING_TENANT names, by id or name, need not be named with
--tenant.
AWS credentials and region are found as every AWS tool finds them.

Exit codes: 0 done, 1 failed, 2 wrong use; with --json the reason is the last
line of standard error, a JSON object, after one for each step of long work.
Secrets are typed in or read from standard input, never arguments. What cannot
be undone is asked first at a terminal, but not of scripts or with --yes.`;

/** The least width of the descriptions' column: with less, commander does not wrap them. */
const NARROWEST = 20;

/** Runs one command line and returns the exit code. */
export async function run(args: readonly string[], io: CliIo): Promise<number> {
  try {
    await program(io).parseAsync(helpLast(args), { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    const wrongUse = error instanceof CommanderError || error instanceof UsageError;
    const message = lineOf(error);
    const failure = { error: { code: codeOf(error, wrongUse), message } };
    io.err(args.includes('--json') ? `${printableJson(failure)}\n` : `billing: ${printable(message)}\n`);
    return wrongUse ? EXIT.wrongUse : EXIT.failed;
  }
}

/** Turns `help keys issue` into `keys issue --help`, however deeply the command is nested. */
function helpLast(args: readonly string[]): readonly string[] {
  const [first, ...rest] = args;
  return first === 'help' ? [...rest, '--help'] : args;
}

/** What help says of an option, and whether a command cannot do without it. */
function descriptionOf(option: Option): string {
  const description = new Help().optionDescription(option);
  return option.mandatory ? `${description} (required)` : description;
}

/** What programs tell failures by: the code of a refusal, as in the API, or how the command line was used. */
function codeOf(error: unknown, wrongUse: boolean): string {
  if (error instanceof Refusal) return error.code;
  return wrongUse ? 'wrong_use' : 'failed';
}

/** The whole tree of commands. */
export function program(io: CliIo): Command {
  const billing = new Command('billing')
    .description("what an operator alone does: the rest is in the API and the tenants' console")
    .version(VERSION, '--version', 'show the version')
    .helpCommand(false)
    .exitOverride()
    .configureHelp({ minWidthToWrap: NARROWEST, optionDescription: descriptionOf })
    .configureOutput({ writeOut: (text) => io.out(text), writeErr: () => undefined })
    .option('--json', 'answer as JSON')
    .option('--local <file>', "another local cloud's stack.json")
    .option('--stack <stage>', 'a deployed stack')
    .option('--outputs <file>', "another file with the deployed stack's outputs")
    .addOption(new Option('--table <name>', "a deployed stack's table").env('BILLING_TABLE'))
    .addOption(new Option('--key-id <id>', "a deployed stack's key").env('BILLING_KEY_ID'))
    .addOption(new Option('--api-url <url>', "a deployed stack's address").env('BILLING_API_URL'))
    .addOption(new Option('--console-url <url>', "its console's own address").env('BILLING_CONSOLE_URL'))
    .addOption(new Option('--bucket <name>', "a deployed stack's documents").env('BILLING_BUCKET'))
    .addHelpText('after', WHERE);
  for (const add of [
    addTenants,
    addPeople,
    addConsole,
    addPlans,
    addCredentials,
    addNotifications,
    addReconcile,
    addErase,
    addImport,
    addRepeat,
    addIntents,
    addDeadLetters,
    addDocuments,
    addRefunds,
    addCompletion,
  ])
    add(billing, io);
  return billing;
}

/** An error as one line for people. Values written behind options are removed: they may be secrets. */
function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof CommanderError && error.code.startsWith('commander.help'))
    return 'name a command; --help shows them';
  const said = error.message === '' ? error.name : error.message;
  const advice = adviceOn(error);
  return (advice === undefined ? said : `${said}; ${advice}`)
    .replace(/^error: /, '')
    .replace(/(--[\w-]+)=[^']*/g, '$1')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}
