import { InvalidArgumentError, Option, type Command } from 'commander';
import { consoleAddress } from '../lib/runtime/console-address.ts';
import {
  invite,
  inviteAgain,
  personAmong,
  REASONS,
  removePerson,
  type Invited,
  type Reason,
} from '../lib/console/people.ts';
import { readPeople, ROLES, type Person, type Role } from '../lib/table/people/people.ts';
import type { App } from '../lib/runtime/app.ts';
import { iso, minute, tableOf } from './columns.ts';
import { ofTenant, TENANT, UsageError, YES } from './io.ts';
import type { CliIo, CommandResult, TenantCall } from './io.ts';

interface InviteOptions {
  readonly role: readonly Role[];
  readonly again?: Reason;
  readonly email?: string;
}

const BY_OPERATOR = { by: 'operator' } as const;

/** `people`: who of a tenant may sign in to its console. */
export function addPeople(billing: Command, io: CliIo): void {
  const people = billing.command('people').description("a tenant's people, who sign in to its console");

  people
    .command('list')
    .description('the people, oldest first, with their roles')
    .addOption(TENANT)
    .action(ofTenant(io, list));

  people
    .command('invite <name>')
    .description('a link with which a person makes a passkey; it works once, for three days')
    .addOption(TENANT)
    .option('--role <role>', `${ROLES.join(', ')}; several if given several times`, oneMore, [])
    .option('--email <address>', 'where messages to a new person go')
    .addOption(
      new Option('--again <because>', 'for somebody known: what is lost or stolen ends').choices(REASONS),
    )
    .action(ofTenant(io, inviteOne));

  people
    .command('remove <person>')
    .description('end the passkeys and sessions of a person, by name or id')
    .addOption(TENANT)
    .option(...YES)
    .action(ofTenant(io, remove));
}

function oneMore(given: string, before: readonly Role[]): readonly Role[] {
  const role = ROLES.find((one) => one === given);
  if (!role) throw new InvalidArgumentError(`Allowed choices are ${ROLES.join(', ')}.`);
  return [...before, role];
}

async function list({ app }: TenantCall): Promise<CommandResult> {
  const { id, name } = app.tenant;
  const people = await readPeople(app);
  const all = people.toSorted((a, b) => a.createdAt - b.createdAt);
  const rows = all.map((one) => [
    one.name,
    one.roles.join(', '),
    String(one.passkeys.length),
    one.lastSignInAt === null ? invitedUntil(one, app.clock()) : minute(one.lastSignInAt),
  ]);
  return {
    json: { tenantId: id, people: all.map(personView) },
    lines:
      all.length === 0
        ? [`${name} has no people yet.`]
        : [tableOf(['person', 'roles', 'passkeys', 'last sign-in'], rows)],
    ...(all.length === 0 && { next: [['people', 'invite', 'NAME', '--role', 'owner', '--tenant', name]] }),
  };
}

function invitedUntil({ invitation }: Person, now: number): string {
  if (!invitation) return '-';
  const { expiresAt } = invitation;
  return `${expiresAt > now ? 'invited until' : 'invitation expired'} ${minute(expiresAt)}`;
}

async function inviteOne(call: TenantCall<InviteOptions>): Promise<CommandResult> {
  const { app, options, names } = call;
  const { tenant } = app;
  const { role: roles, again: because, email } = options;
  const [name = ''] = names;
  if ((because !== undefined) === roles.length > 0)
    throw new UsageError('give the roles of a new person with --role, or --again for somebody known');
  if (because !== undefined && email !== undefined)
    throw new UsageError(
      '--email is for a new person; an owner changes that of somebody known in the console',
    );
  const made =
    because === undefined
      ? await invite(app, { name, roles, email }, BY_OPERATOR)
      : await inviteAgain(app, { personId: await idOf(call, name), because }, BY_OPERATOR);
  const url = invitationUrl(app, made);
  return {
    json: {
      tenantId: tenant.id,
      person: personView(made.person),
      invitation: { url, expiresAt: iso(made.expiresAt), mailedTo: made.mailedTo },
    },
    lines: [
      `${name} can join the console of ${tenant.name} with this link, once, until ${minute(made.expiresAt)}:`,
      `  ${url}`,
      'Send it to nobody else: whoever opens it first is let in.',
      made.mailedTo === null
        ? 'It is not mailed.'
        : `A link of its own is mailed to ${made.mailedTo} within a minute; the first that is used ends the other.`,
    ],
  };
}

const idOf = async ({ app }: TenantCall, name: string) => personAmong(await readPeople(app), name).id;

/** The link of an invitation. */
export function invitationUrl(app: App, { token }: Pick<Invited, 'token'>): string {
  return `${consoleAddress(app).origin}/console/invitation?token=${token}`;
}

async function remove(call: TenantCall): Promise<CommandResult> {
  const { app, names, confirm } = call;
  const { tenant } = app;
  const person = personAmong(await readPeople(app), names[0] ?? '');
  await confirm(`Remove ${person.name} from ${tenant.name}`);
  await removePerson(app, person.id, BY_OPERATOR);
  return {
    json: { tenantId: tenant.id, person: personView(person) },
    lines: [`Removed ${person.name} from ${tenant.name}; passkeys and sessions ended at once.`],
  };
}

function personView({ id, name, roles, email, passkeys, invitation, createdAt, lastSignInAt }: Person) {
  return {
    personId: id,
    name,
    roles,
    email,
    passkeys: passkeys.length,
    invitedUntil: invitation && iso(invitation.expiresAt),
    createdAt: iso(createdAt),
    lastSignInAt: lastSignInAt === null ? null : iso(lastSignInAt),
  };
}
