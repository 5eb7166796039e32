import type { Command } from 'commander';
import type { App } from '../lib/app.ts';
import { findTenantBy } from '../lib/account/tenants.ts';
import { rotateWebhookSecret, setChat, setWebhook, type WithSecret } from '../lib/account/webhook.ts';
import { minute } from './columns.ts';
import { action, TENANT, type CliIo, type OfTenant, type CommandResult } from './io.ts';
import { tenantView } from './tenants.ts';

export function addWebhook(billing: Command, io: CliIo): void {
  const webhook = billing.command('webhook').description('where a tenant hears of events');

  webhook
    .command('set <url>')
    .description('tell events there; the first time a secret is issued and shown')
    .requiredOption(...TENANT)
    .action(
      action<OfTenant>(io, async ({ app, options, names: [url = ''] }) => {
        const { id, name } = await findTenantBy(app, options.tenant);
        return changed(app, await setWebhook(app, id, url), `Events of ${name} go to ${url} now.`);
      }),
    );

  webhook
    .command('clear')
    .description('tell events nowhere; they are recorded as skipped')
    .requiredOption(...TENANT)
    .action(
      action<OfTenant>(io, async ({ app, options }) => {
        const { id, name } = await findTenantBy(app, options.tenant);
        return changed(app, await setWebhook(app, id, null), `Events of ${name} go nowhere now.`);
      }),
    );

  webhook
    .command('rotate')
    .description('issue a new secret; for a day deliveries are signed with both')
    .requiredOption(...TENANT)
    .action(
      action<OfTenant>(io, async ({ app, options }) => {
        const { id, name } = await findTenantBy(app, options.tenant);
        const rotated = await rotateWebhookSecret(app, id);
        const until = rotated.tenant.previousWebhookSecret?.until ?? app.clock();
        const said = `${name} has a new webhook secret; the old one signs too until ${minute(until)}.`;
        return changed(app, rotated, said);
      }),
    );
}

export function addChat(billing: Command, io: CliIo): void {
  const chat = billing
    .command('chat')
    .description('where plain messages about new and renewed subscribers go');
  const change = async (app: App, named: string, url: string | null): Promise<CommandResult> => {
    const { id, name } = await findTenantBy(app, named);
    const tenant = await setChat(app, id, url);
    return {
      json: { tenant: tenantView(app, tenant) },
      lines: [`Chat messages of ${name} go ${url === null ? 'nowhere' : `to ${url}`} now.`],
    };
  };

  chat
    .command('set <url>')
    .description('post messages there')
    .requiredOption(...TENANT)
    .action(action<OfTenant>(io, ({ app, options, names: [url = ''] }) => change(app, options.tenant, url)));

  chat
    .command('clear')
    .description('post no more messages')
    .requiredOption(...TENANT)
    .action(action<OfTenant>(io, ({ app, options }) => change(app, options.tenant, null)));
}

function changed(app: App, { tenant, secret }: WithSecret, said: string): CommandResult {
  return {
    json: { tenant: tenantView(app, tenant), webhookSecret: secret ?? null },
    lines:
      secret === undefined ? [said] : [said, `  ${secret}`, 'Keep the secret now: it is not shown again.'],
  };
}
