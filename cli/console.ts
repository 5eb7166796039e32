import type { Command } from 'commander';
import { consoleAddress } from '../lib/runtime/console-address.ts';
import { makeVisit } from '../lib/console/operator-visit.ts';
import { findTenantBy } from '../lib/account/tenants.ts';
import { iso, minute } from './columns.ts';
import { action, type CliIo, type CommandCall, type CommandResult } from './io.ts';
import { forTenant } from '../lib/runtime/for-tenant.ts';

interface ConsoleOptions {
  readonly by: string;
  readonly because: string;
}

/** `console`: into the console of a tenant, as an operator. */
export function addConsole(billing: Command, io: CliIo): void {
  billing
    .command('console <tenant>')
    .description("a link into a tenant's console, for an hour; its owners see who came, and why")
    .requiredOption('--by <name>', 'your name, as its owners see it')
    .requiredOption('--because <reason>', 'why, as its owners see it')
    .action(action<ConsoleOptions>(io, open));
}

async function open(call: CommandCall<ConsoleOptions>): Promise<CommandResult> {
  const { app, names, options } = call;
  const { id, name } = await findTenantBy(app, names[0] ?? '');
  const { token, expiresAt } = await makeVisit(forTenant(app, id), options);
  const url = `${consoleAddress(app).origin}/console/visit?token=${token}`;
  return {
    json: { tenantId: id, url, expiresAt: iso(expiresAt) },
    lines: [
      `The console of ${name} opens for an hour with this link, once, until ${minute(expiresAt)}:`,
      `  ${url}`,
      'What is done there bears your name; owners see your session and can end it.',
    ],
  };
}
