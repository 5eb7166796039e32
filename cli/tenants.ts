import { Option, type Command } from 'commander';
import { MODES, type Mode } from '../lib/billing/mode.ts';
import type { App } from '../lib/runtime/app.ts';
import { notificationsOf } from '../lib/account/notifications.ts';
import { healthOfTenants } from '../lib/account/tenant-health.ts';
import {
  createTenant,
  findTenantBy,
  listTenants,
  renameTenant,
  setCallbackHosts,
  setTenantStatus,
} from '../lib/account/tenants.ts';
import { NO_RECOVERY } from '../lib/billing/recovery-settings.ts';
import { recoveryAnswer } from '../lib/wire/recovery.ts';
import { lookUpCompared, readComparison, type Comparison } from '../lib/table/differences/comparisons.ts';
import type { Tenant, Webhook } from '../lib/table/tenants/tenant.ts';
import { tableOf, iso, minute, pairs } from './columns.ts';
import { action, YES, type CliIo, type CommandCall, type CommandResult } from './io.ts';
import { addTroubled, healthView, said } from './tenant-health.ts';
import { forTenant } from '../lib/runtime/for-tenant.ts';

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
    .command('callback-hosts <tenant>')
    .description('the hosts that its callback addresses may have; with --hosts it is changed')
    .option('--hosts <hosts>', "such as shop.example,www.shop.example; '' for any")
    .action(action(io, callbackHosts));

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
      ['people', 'invite', 'NAME', '--role', 'owner', '--tenant', name],
    ],
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
  const own = forTenant(app, found.id);
  const [comparison, comparedAt, [how]] = await Promise.all([
    readComparison(own),
    lookUpCompared(own),
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
  const renamed = await renameTenant(forTenant(app, found.id), name);
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
    hosts === undefined ? found : await setCallbackHosts(forTenant(app, found.id), hosts.split(','));
  return {
    json: { tenantId: found.id, callbackHosts: allowed },
    lines: [
      `Customers of ${found.name} are sent back to ${allowed.length === 0 ? 'any host' : allowed.join(', ')}.`,
    ],
  };
}

async function changeStatus(
  { app, names: [tenant = ''], confirm }: CommandCall,
  status: Tenant['status'],
  effect: string,
): Promise<CommandResult> {
  const { id, name } = await findTenantBy(app, tenant);
  if (status === 'SUSPENDED') await confirm(`Refuse every call of ${name}, also of its shop,`);
  const changed = await setTenantStatus(forTenant(app, id), status);
  return {
    json: { tenant: tenantView(app, changed) },
    lines: [`${changed.name} is ${changed.status} now. ${effect}`],
  };
}

/** A tenant without its secrets, for programs. */
export function tenantView(app: App, tenant: Tenant) {
  const { pay } = tenant;
  return {
    tenantId: tenant.id,
    name: tenant.name,
    status: tenant.status,
    mode: tenant.mode,
    createdAt: iso(tenant.createdAt),
    webhook: tenant.webhook && webhookShown(tenant.webhook),
    chat: tenant.chatUrl === null ? null : { url: tenant.chatUrl },
    pay: pay && { baseUrl: pay.baseUrl, merchantId: pay.merchantId },
    acctSet: tenant.acct !== null,
    notifications: notificationsOf(forTenant(app, tenant)),
    recovery: recoveryOf(tenant),
  };
}

/** A webhook without its secrets, for programs. */
function webhookShown({ url, createdAt, secretCreatedAt, rotation }: Webhook) {
  return {
    url,
    createdAt: iso(createdAt),
    secretCreatedAt: iso(secretCreatedAt),
    rotation: rotation && { startedAt: iso(rotation.startedAt), endsAt: iso(rotation.endsAt) },
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
