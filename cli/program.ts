import { Command, CommanderError, Option } from 'commander';
import { addCredentials } from './credentials.ts';
import { UsageError, type CliIo } from './io.ts';
import { addKeys } from './keys.ts';
import { addNotifications } from './notifications.ts';
import { addPlans } from './plans.ts';
import { addTenants } from './tenants.ts';
import { addChat, addWebhook } from './webhook.ts';

const EXIT = { done: 0, failed: 1, wrongUse: 2 } as const;

const WHERE = `
Works on the local cloud that "npm start" runs here, unless told otherwise:
  --stack NAME       a deployed stack, whose outputs "cdk deploy --outputs-file cdk-outputs.json" has written
  --table, --key-id, --api-url  the same three outputs one by one, also taken from the environment
                     variables BILLING_TABLE, BILLING_KEY_ID and BILLING_API_URL
AWS credentials and region are found as every AWS tool finds them.

Exit codes: 0 done, 1 failed, 2 wrong use. Secrets are typed in or read from standard input, never arguments.`;

/** Carries out one command line; answers the exit code. */
export async function run(args: readonly string[], desk: CliIo): Promise<number> {
  try {
    await program(desk).parseAsync(args, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    desk.err(`billing: ${lineOf(error)}\n`);
    return error instanceof CommanderError || error instanceof UsageError ? EXIT.wrongUse : EXIT.failed;
  }
}

function program(desk: CliIo): Command {
  const billing = new Command('billing')
    .description("the operators' command line: tenants, their keys, providers and plans")
    .exitOverride()
    .configureOutput({ writeOut: (text) => desk.out(text), writeErr: () => undefined })
    .option('--json', 'answer as JSON')
    .option('--local <file>', "another local cloud's stack.json")
    .option('--stack <name>', 'a deployed stack')
    .option('--outputs <file>', "the deployed stacks' outputs (default: cdk-outputs.json)")
    .addOption(new Option('--table <name>', "a deployed stack's table").env('BILLING_TABLE'))
    .addOption(new Option('--key-id <id>', "a deployed stack's key").env('BILLING_KEY_ID'))
    .addOption(new Option('--api-url <url>', "a deployed stack's address").env('BILLING_API_URL'))
    .addHelpText('after', WHERE);
  for (const add of [addTenants, addCredentials, addWebhook, addChat, addNotifications, addKeys, addPlans])
    add(billing, desk);
  return billing;
}

/** One line for people. An option written with its value is shown without it: it may be a secret. */
function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof CommanderError && error.code.startsWith('commander.help'))
    return 'name a command; --help shows them';
  const message = error.message === '' ? error.name : error.message;
  return message
    .replace(/^error: /, '')
    .replace(/(--[\w-]+)=[^']*/g, '$1')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}
