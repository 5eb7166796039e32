import { readFileSync } from 'node:fs';
import { Option, type Command } from 'commander';
import { MODES, modeOf, type Mode } from '../lib/billing/mode.ts';
import type { App } from '../lib/runtime/app.ts';
import { notificationsOf } from '../lib/account/notifications.ts';
import { healthOfTenants } from '../lib/account/tenant-health.ts';
import {
  createTenant,
  findTenantBy,
  keyCustomerIds,
  listTenants,
  renameTenant,
  setCallbackHosts,
  setTenantStatus,
} from '../lib/account/tenants.ts';
import { changeBrand } from '../lib/account/brand.ts';
import { setRecovery } from '../lib/account/recovery.ts';
import { NO_BRAND } from '../lib/billing/brand.ts';
import { NO_RECOVERY, type RecoverySettings } from '../lib/billing/recovery.ts';
import { browserHostsOf } from '../lib/billing/browser-address.ts';
import { brandAnswer, brandInput } from '../lib/wire/brand.ts';
import { recoveryAnswer, recoveryInput } from '../lib/wire/recovery.ts';
import { lookUpCompared, readComparison, type Comparison } from '../lib/table/differences/comparisons.ts';
import { type Tenant } from '../lib/table/tenants/tenants.ts';
import { currentWebhook } from '../lib/webhooks/rotation.ts';
import { tableOf, iso, minute, pairs } from './columns.ts';
import { action, UsageError, YES, type CliIo, type CommandCall, type CommandResult } from './io.ts';
import { addTroubled, healthView, said } from './tenant-health.ts';
import { webhookView } from './webhook.ts';

const THEN = ['cancel', 'keep'] as const satisfies readonly RecoverySettings['then'][];

interface CreateOptions {
  readonly mode?: Mode;
}

/** `tenants`: create and list them. */
export function addTenants(billing: Command, io: CliIo): void {
  const tenants = billing.command('tenants').description('who uses the service');

  tenants
    .command('create <name>')
    .description('make a tenant, still without accounts')
    .addOption(
      new Option('--mode <mode>', 'live: cards are charged; for good (default: test locally)').choices(MODES),
    )
    .action(action<CreateOptions>(io, create));

  tenants.command('list').description('all tenants, oldest first').action(action(io, list));

  addTroubled(tenants, io);

  tenants
    .command('show <tenant>')
    .description('settings of a tenant and how its accounts do, by id or name; never a secret')
    .action(action(io, show));

  tenants
    .command('rename <tenant> <name>')
    .description('give a tenant another name; its customers see that of its brand, or else this one')
    .action(action(io, rename));

  tenants
    .command('brand <tenant>')
    .description("how a tenant's pages look to its customers; with options it is changed, '' takes one away")
    .option('--name <name>', 'the name that customers know it by')
    .option('--color <color>', 'such as #1450b4')
    .option('--logo <file>', 'a PNG, JPEG or WebP of at most 64 KB and 1,024 pixels')
    .option('--support-email <address>')
    .option('--support-url <address>')
    .option('--terms-url <address>')
    .option('--privacy-url <address>')
    .action(action(io, brand));

  tenants
    .command('callback-hosts <tenant>')
    .description('the hosts that its callback addresses may have; with --hosts it is changed')
    .option('--hosts <hosts>', "such as shop.example,www.shop.example; '' for any")
    .action(action(io, callbackHosts));

  tenants
    .command('set <tenant>')
    .description('when failed renewals of a tenant are tried again, and what follows the last try')
    .requiredOption('--recovery <days>', "days after the failure, such as 1,3,6; '' for none")
    .addOption(
      new Option('--then <what>', 'what becomes of what is unpaid then (default: as it is)').choices(THEN),
    )
    .action(action(io, set));

  tenants
    .command('key-ids <tenant>')
    .description('key the ids of its new customers by a secret of its own; tenants of 0.1 lack one')
    .action(action(io, keyIds));

  for (const [verb, status, effect] of [
    ['suspend', 'SUSPENDED', 'Its calls are refused within a minute; subscriptions and events go on.'],
    ['resume', 'ACTIVE', 'Its calls are answered again within a minute.'],
  ] as const)
    tenants
      .command(`${verb} <tenant>`)
      .description(status === 'ACTIVE' ? 'answer its calls again' : "refuse a tenant's calls")
      .option(...YES)
      .action(action(io, (call) => changeStatus(call, status, effect)));
}

async function create({
  app,
  target,
  options: { mode = target.mode },
  names: [name = ''],
}: CommandCall<CreateOptions>): Promise<CommandResult> {
  const tenant = await createTenant(app, name, mode);
  return {
    json: { tenant: tenantView(app, tenant) },
    lines: [`Created ${name}, a ${mode} tenant, with id ${tenant.id} on ${target.name}.`],
    next: [
      ['credentials', 'set', 'pay', '--tenant', name],
      ['notifications', 'show', '--tenant', name],
      ['plans', 'sync', '--tenant', name],
      ['keys', 'create', '--tenant', name],
    ],
  };
}

async function keyIds({ app, names: [tenant = ''] }: CommandCall): Promise<CommandResult> {
  const { id } = await findTenantBy(app, tenant);
  const { name, idKey } = await keyCustomerIds(app, id);
  const from = idKey?.from ?? app.clock();
  return {
    json: { tenantId: id, keyedFrom: iso(from) },
    lines: [`The ids of new customers of ${name} are keyed from ${minute(from)} on; all others stay.`],
  };
}

async function list({ app, target }: CommandCall): Promise<CommandResult> {
  const all = await listTenants(app);
  const rows = all.map(({ id, name, status, createdAt }) => [id, name, status, minute(createdAt)]);
  return {
    json: { tenants: all.map((tenant) => tenantView(app, tenant)) },
    lines:
      all.length === 0
        ? [`There are no tenants on ${target.name}.`]
        : [tableOf(['id', 'name', 'status', 'created'], rows)],
  };
}

async function show({ app, names: [tenant = ''] }: CommandCall): Promise<CommandResult> {
  const found = await findTenantBy(app, tenant);
  const [comparison, comparedAt, [how]] = await Promise.all([
    readComparison(app, found.id),
    lookUpCompared(app, found.id),
    healthOfTenants(app, [found.id]),
  ]);
  const health = how ? healthView(found, how) : null;
  return {
    json: {
      tenant: tenantView(app, found),
      health,
      comparison: comparison ? comparisonView(comparison) : null,
      comparedAt: comparedAt === null ? null : iso(comparedAt),
    },
    lines: [
      `${found.name} is ${found.status}.`,
      ...shown(app, found, {
        'payment account': health && found.pay && said(health).payment,
        'webhook answers': health && said(health).webhook,
        'comparison with the provider': comparison ? comparisonShown(comparison) : lastShown(comparedAt),
      }),
    ],
  };
}

async function rename({ app, names: [tenant = '', name = ''] }: CommandCall): Promise<CommandResult> {
  const found = await findTenantBy(app, tenant);
  const renamed = await renameTenant(app, found.id, name);
  return {
    json: { tenant: tenantView(app, renamed) },
    lines: [`${found.name} is called ${renamed.name} now.`],
  };
}

/** What each phase of a comparison reads. */
const GOES_THROUGH = {
  theirs: 'subscriptions at the provider',
  ours: 'live subscribers of ours',
  closing: 'open differences',
} as const satisfies Record<Comparison['phase'], string>;

function comparisonView({ startedAt, phase, compared, total, found }: Comparison) {
  return { startedAt: iso(startedAt), goesThrough: GOES_THROUGH[phase], compared, total, found };
}

function comparisonShown({ startedAt, phase, compared, total }: Comparison): string {
  const of = total === null ? '' : ` of ${total}`;
  return `under way since ${minute(startedAt)}: ${compared}${of} ${GOES_THROUGH[phase]}`;
}

const lastShown = (comparedAt: number | null) =>
  comparedAt === null ? 'none has been finished yet' : `the last one began ${minute(comparedAt)}`;

interface SetOptions {
  readonly recovery: string;
  readonly then?: string;
}

async function set({
  app,
  names: [tenant = ''],
  options: { recovery, then },
}: CommandCall<SetOptions>): Promise<CommandResult> {
  const found = await findTenantBy(app, tenant);
  const retryDays = recovery.split(',').flatMap((day) => (day.trim() === '' ? [] : [Number(day)]));
  const given = recoveryInput({ retryDays, then: then ?? recoveryOf(found).then });
  const changed = { ...found, recovery: await setRecovery(app, found.id, given) };
  return {
    json: { tenant: tenantView(app, changed) },
    lines: [`Failed renewals of ${found.name} are tried again ${recoveryShown(changed)}.`],
  };
}

const recoveryOf = ({ recovery }: Tenant) => recoveryAnswer(recovery ?? NO_RECOVERY).data;

function recoveryShown(tenant: Tenant): string {
  const { retryDays, then } = recoveryOf(tenant);
  const when = retryDays.length === 0 ? 'never' : `on days ${retryDays.join(', ')}`;
  return `${when}, then ${then === 'cancel' ? 'cancelled' : 'kept'}`;
}

async function callbackHosts({
  app,
  names: [tenant = ''],
  options: { hosts },
}: CommandCall<{ readonly hosts?: string }>): Promise<CommandResult> {
  const found = await findTenantBy(app, tenant);
  const { callbackHosts: allowed = [] } =
    hosts === undefined ? found : await setCallbackHosts(app, found.id, hosts.split(','));
  return {
    json: { tenantId: found.id, callbackHosts: allowed },
    lines: [
      `Customers of ${found.name} are sent back to ${allowed.length === 0 ? 'any host' : allowed.join(', ')}.`,
    ],
  };
}

interface BrandOptions {
  readonly name?: string;
  readonly color?: string;
  readonly logo?: string;
  readonly supportEmail?: string;
  readonly supportUrl?: string;
  readonly termsUrl?: string;
  readonly privacyUrl?: string;
}

/** Shows or changes how a tenant's pages look to its customers; the logo is put into the documents' bucket. */
async function brand({
  app,
  names: [tenant = ''],
  options,
}: CommandCall<BrandOptions>): Promise<CommandResult> {
  const found = await findTenantBy(app, tenant);
  const { name: displayName, color: accentColor, logo: file, ...links } = options;
  const image = file === undefined || file === '' ? file : imageIn(file);
  const given = { displayName, accentColor, logo: image, ...links };
  const asked = Object.entries(given).filter(([, value]) => value !== undefined);
  const input = Object.fromEntries(asked.map(([name, value]) => [name, value === '' ? null : value]));
  const shown =
    asked.length === 0
      ? (found.brand ?? NO_BRAND)
      : await changeBrand(app, found.id, brandInput(input, browserHostsOf(found, app.settings)));
  const { logo, ...rest } = shown;
  return {
    json: { tenantId: found.id, brand: brandAnswer(shown, app.settings.publicUrl).data },
    lines: [
      `${rest.displayName ?? found.name} is what customers of ${found.name} see.`,
      ...pairs({
        colour: rest.accentColor,
        logo: logo && `${logo.width} × ${logo.height}`,
        'support e-mail': rest.supportEmail,
        'support page': rest.supportUrl,
        terms: rest.termsUrl,
        privacy: rest.privacyUrl,
      }),
    ],
  };
}

/** A file in base64. Throws UsageError if it cannot be read. */
function imageIn(file: string): string {
  try {
    return readFileSync(file, 'base64');
  } catch {
    throw new UsageError(`${file} cannot be read`);
  }
}

async function changeStatus(
  { app, names: [tenant = ''], confirm }: CommandCall,
  status: Tenant['status'],
  effect: string,
): Promise<CommandResult> {
  const { id, name } = await findTenantBy(app, tenant);
  if (status === 'SUSPENDED') await confirm(`Refuse every call of ${name}, also of its shop,`);
  const changed = await setTenantStatus(app, id, status);
  return {
    json: { tenant: tenantView(app, changed) },
    lines: [`${changed.name} is ${changed.status} now. ${effect}`],
  };
}

/** A tenant without its secrets, for programs. */
export function tenantView(app: App, tenant: Tenant) {
  const { pay } = tenant;
  const webhook = tenant.webhook && currentWebhook(tenant.webhook, app.clock());
  return {
    tenantId: tenant.id,
    name: tenant.name,
    status: tenant.status,
    mode: modeOf(tenant),
    createdAt: iso(tenant.createdAt),
    webhook: webhook && webhookView(webhook),
    chat: tenant.chatUrl === null ? null : { url: tenant.chatUrl },
    pay: pay && { baseUrl: pay.baseUrl, merchantId: pay.merchantId },
    acctSet: tenant.acct !== null,
    notifications: notificationsOf(app, tenant),
    recovery: recoveryOf(tenant),
  };
}

function shown(app: App, tenant: Tenant, more: Readonly<Record<string, string | null>>): string[] {
  const view = tenantView(app, tenant);
  const endsAt = view.webhook?.rotation?.endsAt;
  return pairs({
    id: view.tenantId,
    created: minute(tenant.createdAt),
    webhook: view.webhook && view.webhook.url,
    'old webhook secret until': endsAt === undefined ? null : minute(Date.parse(endsAt)),
    chat: view.chat && view.chat.url,
    'payment provider': view.pay && view.pay.baseUrl,
    'merchant number': view.pay && view.pay.merchantId,
    'invoicing provider': view.acctSet ? 'set' : null,
    'notification address': view.notifications.url,
    'notifications must be signed': view.notifications.signed ? 'yes' : 'no',
    'failed renewals are tried again': recoveryShown(tenant),
    ...more,
  });
}
