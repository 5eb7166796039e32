import type { Command } from 'commander';
import { OperatorError } from '../lib/account/operator-error.ts';
import { repeatNoted, type Repeated } from '../lib/account/repeat-after-restore.ts';
import { NOTED } from '../lib/account/restore-notes.ts';
import { removePerson } from '../lib/console/people.ts';
import type { App } from '../lib/runtime/app.ts';
import { lookUpPerson } from '../lib/table/people/people.ts';
import { counted } from './columns.ts';
import { action, type CliIo, type CommandCall, type CommandResult } from './io.ts';
import { forTenant } from '../lib/runtime/for-tenant.ts';

interface RepeatOptions {
  readonly giveUpDocuments?: boolean;
}

/** What was repeated, people included. */
type Outcome = Omit<Repeated, 'kind'> & { readonly kind: Repeated['kind'] | 'person' };

/** `repeat`: erases and ends what a restored table has back. */
export function addRepeat(billing: Command, io: CliIo): void {
  billing
    .command('repeat')
    .description(
      'after a restore: erase customers, revoke keys and remove people again whom the table has back',
    )
    .option('--give-up-documents', 'erase also where documents of invoices could not be made')
    .action(action<RepeatOptions>(io, repeat));
}

async function repeat({ app, options }: CommandCall<RepeatOptions>): Promise<CommandResult> {
  const notes = await app.documents.notes();
  const asked = { givesUpDocuments: options.giveUpDocuments };
  const all: Outcome[] = [...(await repeatNoted(app, notes, asked)), ...(await removeAgain(app, notes))];
  const refused = all.filter(({ refusal }) => refusal !== null);
  const done = (kind: Outcome['kind']) =>
    all.filter((one) => one.kind === kind && one.refusal === null).length;
  const told = [
    counted(done('erasure'), 'erasure'),
    counted(done('key'), 'revocation'),
    counted(done('person'), 'removal'),
  ];
  return {
    json: { notes: notes.length, repeated: all.map((one) => ({ ...one })) },
    lines: [
      `Repeated ${told[0]}, ${told[1]} and ${told[2]}.`,
      ...(done('key') > 0 ? ['A tenant whose last key pair ended needs a new one: keys create.'] : []),
      ...refused.map(({ tenant, id, refusal }) => `${id} of ${tenant}: ${refusal}`),
    ],
  };
}

async function removeAgain(app: App, notes: readonly (readonly string[])[]): Promise<Outcome[]> {
  const removed: Outcome[] = [];
  for (const [kind, tenant = '', id = ''] of notes)
    if (kind === NOTED.personRemoved && (await lookUpPerson(forTenant(app, tenant), id)))
      removed.push({ kind: 'person', tenant, id, refusal: await removeOne(app, tenant, id) });
  return removed;
}

/** Null once the person is removed, else why they cannot be. */
async function removeOne(app: App, tenant: string, id: string): Promise<string | null> {
  try {
    await removePerson(forTenant(app, tenant), id, { by: 'operator' });
    return null;
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
}
