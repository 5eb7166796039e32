import { InvalidArgumentError, Option, type Command } from 'commander';
import { keyStateOf } from '../lib/billing/api-key.ts';
import { RIGHTS, rightsIn, scopeOf, type Right } from '../lib/billing/rights.ts';
import { createKey, listKeys, revokeKey, rotateKey } from '../lib/account/keys.ts';
import { holdsCardNumber } from '../lib/text/card-number.ts';
import { isCleanText } from '../lib/text/clean-text.ts';
import { API_KEYS, OVERLAP_HOURS } from '../lib/limits.ts';
import { keyView } from '../lib/wire/keys.ts';
import { tableOf, iso, minute } from './columns.ts';
import { overlapHours } from './durations.ts';
import { ofTenant, TENANT, YES, type CliIo, type CommandResult, type TenantCall } from './io.ts';

interface CreateOptions {
  readonly label?: string;
  readonly rights: readonly (Right | 'all')[];
}

interface RotateOptions {
  /** Hours. */
  readonly overlap: number;
}

/** `keys`: a tenant's API key pairs. */
export function addKeys(billing: Command, io: CliIo): void {
  const keys = billing.command('keys').description('the key pairs a tenant calls the API with, at most five');
  addCreate(keys, io);
  addRotate(keys, io);

  keys
    .command('revoke <api-key>')
    .description('refuse a pair, within a minute')
    .addOption(TENANT)
    .option(...YES)
    .action(ofTenant(io, revoke));

  keys
    .command('list')
    .description('the pairs, newest first; never their secrets')
    .addOption(TENANT)
    .action(ofTenant(io, list));
}

async function revoke({
  app,
  tenant: { id, name },
  names: [apiKey = ''],
  confirm,
}: TenantCall): Promise<CommandResult> {
  await confirm(`Revoke ${apiKey} of ${name} for ever`);
  const revoked = await revokeKey(app, id, apiKey);
  return {
    json: { tenantId: id, key: keyView(revoked, app.clock()) },
    lines: [`Revoked ${apiKey} of ${name}; it is refused within a minute.`],
  };
}

async function list({ app, tenant: { id, name } }: TenantCall): Promise<CommandResult> {
  const now = app.clock();
  const all = await listKeys(app, id);
  const time = (at: number | null) => (at === null ? '-' : minute(at));
  const rows = all.map((key) => [
    key.apiKey,
    key.label === '' ? '-' : key.label,
    rightsSaid(key.rights),
    keyStateOf(key, now),
    minute(key.createdAt),
    time(key.expiresAt),
    time(key.lastUsedAt),
  ]);
  const heading = ['key', 'label', 'rights', 'state', 'created', 'expires', 'last used'];
  return {
    json: { tenantId: id, keys: all.map((key) => keyView(key, now)) },
    lines: all.length === 0 ? [`${name} has no keys.`] : [tableOf(heading, rows)],
  };
}

function addCreate(keys: Command, io: CliIo): void {
  keys
    .command('create')
    .description('a further pair; its secret is shown once')
    .addOption(TENANT)
    .addOption(
      new Option('--rights <rights...>', 'what it may; `read` is in each')
        .choices([...RIGHTS, 'all'])
        .default(['all']),
    )
    .option('--label <text>', 'what the tenant calls it', label)
    .action(ofTenant(io, create));
}

async function create({ app, tenant: found, options }: TenantCall<CreateOptions>): Promise<CommandResult> {
  const { rights, label: name = '' } = options;
  const ask = { rights: rightsIn(rights), label: name };
  const { key, apiSecret } = await createKey(app, found.id, ask, RIGHTS);
  return {
    json: { tenantId: found.id, key: { ...keyView(key, app.clock()), apiSecret } },
    lines: shownOnce(`Created a key pair for ${found.name}.`, key.apiKey, apiSecret),
  };
}

function addRotate(keys: Command, io: CliIo): void {
  keys
    .command('rotate <api-key>')
    .description('a new pair in place of another, which goes on working for a while')
    .addOption(TENANT)
    .option('--overlap <hours>', 'how many hours the old pair works on', overlapHours, OVERLAP_HOURS.default)
    .option(...YES)
    .action(ofTenant(io, rotate));
}

async function rotate({
  app,
  tenant: { id, name },
  options,
  names: [apiKey = ''],
  confirm,
}: TenantCall<RotateOptions>): Promise<CommandResult> {
  if (options.overlap === 0) await confirm(`Replace ${apiKey} of ${name} for ever, at once,`);
  const ask = { apiKey, overlapHours: options.overlap };
  const { key, apiSecret, replaced } = await rotateKey(app, id, ask, RIGHTS);
  const now = app.clock();
  const until = replaced.expiresAt;
  return {
    json: {
      tenantId: id,
      key: { ...keyView(key, now), apiSecret },
      replaced: { apiKey, expiresAt: iso(until) },
    },
    lines: [
      ...shownOnce(`Created a key pair for ${name}.`, key.apiKey, apiSecret),
      `${apiKey} works until ${minute(until)}.`,
    ],
  };
}

const rightsSaid = (rights: readonly Right[]) => scopeOf(rights) ?? rights.join(' ');

function shownOnce(said: string, apiKey: string, apiSecret: string): string[] {
  const pair = [`  X-Api-Key     ${apiKey}`, `  X-Api-Secret  ${apiSecret}`];
  return [said, ...pair, 'Keep the secret now: it is not shown again.'];
}

function label(text: string): string {
  if (text.length > API_KEYS.labelCharactersMax)
    throw new InvalidArgumentError(`It has at most ${API_KEYS.labelCharactersMax} characters.`);
  if (!isCleanText(text)) throw new InvalidArgumentError('It has no control characters.');
  if (holdsCardNumber(text)) throw new InvalidArgumentError('It holds no card number.');
  return text;
}
