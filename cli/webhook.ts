import type { Command } from 'commander';
import { setChat } from '../lib/account/chat.ts';
import {
  clearWebhook,
  finishWebhookRotation,
  rotateWebhookSecret,
  setWebhook,
  type IssuedSecret,
} from '../lib/account/webhook.ts';
import { OVERLAP_HOURS } from '../lib/limits.ts';
import type { Webhook } from '../lib/table/tenants/tenants.ts';
import { sendExample } from '../lib/webhooks/example.ts';
import { testAnswer, testInput } from '../lib/wire/webhook-settings.ts';
import { iso, minute } from './columns.ts';
import { overlapHours } from './durations.ts';
import { ofTenant, TENANT, YES, type CliIo, type CommandResult, type TenantCall } from './io.ts';

interface RotateOptions {
  readonly overlapHours: number;
}

/** `webhook`: a tenant's webhook address and secret, and sending an example event. */
export function addWebhook(billing: Command, io: CliIo): void {
  const webhook = billing.command('webhook').description("where a tenant's events are sent");

  webhook
    .command('set <url>')
    .description('send events there; the first time a secret is issued and shown')
    .addOption(TENANT)
    .action(ofTenant(io, setAddress));

  webhook
    .command('test')
    .description('send one signed example now; it is no event and is not kept')
    .addOption(TENANT)
    .option('--type <type>', 'such as DID_RENEW (default: SUBSCRIBED)')
    .action(ofTenant(io, sendTest));

  webhook
    .command('clear')
    .description('send events nowhere; they are recorded as skipped, and the secret is deleted')
    .addOption(TENANT)
    .option(...YES)
    .action(ofTenant(io, clearAddress));

  webhook
    .command('rotate')
    .description('issue a new secret; the old one signs on until the overlap is over or finished')
    .addOption(TENANT)
    .option('--overlap-hours <hours>', 'how long, 0 to 168', overlapHours, OVERLAP_HOURS.default)
    .option(...YES)
    .action(ofTenant(io, rotateSecret));

  webhook
    .command('finish-rotation')
    .description('sign with the new secret alone; the old one is dead at once')
    .addOption(TENANT)
    .option(...YES)
    .action(ofTenant(io, finishRotation));
}

async function setAddress({
  app,
  tenant: { id, name },
  names: [url = ''],
}: TenantCall): Promise<CommandResult> {
  return changed(await setWebhook(app, id, url), `Events of ${name} go to ${url} now.`);
}

async function sendTest({
  app,
  tenant: { id, name },
  options,
}: TenantCall<{ readonly type?: string }>): Promise<CommandResult> {
  const { notificationType } = testInput({ notificationType: options.type });
  const { data } = testAnswer(await sendExample(app, id, notificationType), notificationType);
  const outcome = data.delivered ? 'took' : 'did not take';
  const why = data.httpStatus === null ? data.error : `status ${data.httpStatus}`;
  return {
    json: { tenantId: id, test: data },
    lines: [`The webhook of ${name} ${outcome} the example: ${why} after ${data.tookMs} ms.`],
  };
}

async function clearAddress({ app, tenant: { id, name }, confirm }: TenantCall): Promise<CommandResult> {
  await confirm(`Send the events of ${name} nowhere, and delete its webhook secret,`);
  await clearWebhook(app, id);
  return { json: { webhook: null }, lines: [`Events of ${name} go nowhere now.`] };
}

async function rotateSecret({
  app,
  tenant: { id, name },
  options,
  confirm,
}: TenantCall<RotateOptions>): Promise<CommandResult> {
  if (options.overlapHours === 0) await confirm(`Sign with a new webhook secret of ${name} alone, at once,`);
  const issued = await rotateWebhookSecret(app, id, options.overlapHours);
  const { rotation } = issued.webhook;
  const until = rotation ? `the old one signs until ${minute(rotation.endsAt)}` : 'the old one is dead';
  return changed(issued, `${name} has a new webhook secret; ${until}.`);
}

async function finishRotation({ app, tenant: { id, name }, confirm }: TenantCall): Promise<CommandResult> {
  await confirm(`Sign with the new webhook secret of ${name} alone`);
  const finished = await finishWebhookRotation(app, id);
  return changed({ webhook: finished, secret: undefined }, `${name} signs with its new secret now.`);
}

/** `chat`: the address of a tenant's team chat. */
export function addChat(billing: Command, io: CliIo): void {
  const chat = billing
    .command('chat')
    .description('where plain messages about new and renewed subscribers go');

  chat
    .command('set <url>')
    .description('post messages there')
    .addOption(TENANT)
    .action(ofTenant(io, setChatAddress));

  chat
    .command('clear')
    .description('post no more messages')
    .addOption(TENANT)
    .action(ofTenant(io, clearChatAddress));
}

async function setChatAddress({
  app,
  tenant: { id, name },
  names: [url = ''],
}: TenantCall): Promise<CommandResult> {
  await setChat(app, id, url);
  return { json: { chat: { url } }, lines: [`Chat messages of ${name} go to ${url} now.`] };
}

async function clearChatAddress({ app, tenant: { id, name } }: TenantCall): Promise<CommandResult> {
  await setChat(app, id, null);
  return { json: { chat: null }, lines: [`Chat messages of ${name} go nowhere now.`] };
}

function changed({ webhook, secret }: IssuedSecret, said: string): CommandResult {
  return {
    json: { webhook: webhookView(webhook), webhookSecret: secret ?? null },
    lines:
      secret === undefined ? [said] : [said, `  ${secret}`, 'Keep the secret now: it is not shown again.'],
  };
}

/** A webhook without its secrets, for programs. */
export function webhookView({ url, createdAt, secretCreatedAt, rotation }: Webhook) {
  return {
    url,
    createdAt: iso(createdAt),
    secretCreatedAt: iso(secretCreatedAt),
    rotation: rotation && { startedAt: iso(rotation.startedAt), endsAt: iso(rotation.endsAt) },
  };
}
