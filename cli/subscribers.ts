import { lookUpSubscribers } from '../lib/table/subscribers/subscribers.ts';
import { type Command } from 'commander';
import { SUBSCRIPTION_STATUSES, type Subscription } from '../lib/billing/subscription.ts';
import type { CoreApp } from '../lib/runtime/app.ts';
import { idFrom } from '../lib/billing/identifiers.ts';
import { findIdentified } from '../lib/subscriptions/find.ts';
import { listSubscribers } from '../lib/subscriptions/list.ts';
import { cancel as cancelSubscription } from '../lib/subscriptions/cancel.ts';
import { changePlan as changeSubscribersPlan } from '../lib/subscriptions/change-plan.ts';
import { undoCancel } from '../lib/subscriptions/undo-cancel.ts';
import { previewChange } from '../lib/subscriptions/preview-change.ts';
import { retryPayment } from '../lib/subscriptions/retry-payment.ts';
import { readTimeline } from '../lib/subscriptions/timeline.ts';
import { findPlan } from '../lib/table/subscribers/plans.ts';
import { previewAnswer } from '../lib/wire/plan-change.ts';
import { retryAnswer, type recoveryView } from '../lib/wire/recovery.ts';
import { subscribersAnswer, subscribersInput } from '../lib/wire/subscriber-list.ts';
import { getAnswer } from '../lib/wire/subscribers.ts';
import { timelineAnswer, timelineInput } from '../lib/wire/timeline.ts';
import { pairs, second, tableOf } from './columns.ts';
import { ofTenant, TENANT, YES, type CliIo, type CommandResult, type TenantCall } from './io.ts';
import { addPaging, moreOf, nextPage, nothingOf, pagingIn, type Paging } from './paging.ts';
import { subscriberNamed } from './subscriber-named.ts';

interface ListOptions extends Paging {
  readonly status?: string;
  readonly email?: string;
  readonly plan?: string;
  readonly from?: string;
  readonly to?: string;
}

/** `subscribers`: subscribers as the API shows them, for operators. */
export function addSubscribers(billing: Command, io: CliIo): void {
  const subscribers = billing
    .command('subscribers')
    .description("a tenant's subscribers, as the API shows them");

  subscribers
    .command('show <subscriber>')
    .description('one subscriber, by svc-id or by any reference of the provider')
    .addOption(TENANT)
    .action(ofTenant(io, show));

  subscribers
    .command('preview <subscriber> <plan>')
    .description('what a plan change at the provider would do and cost, by their references or svc-ids')
    .addOption(TENANT)
    .option('--next-period', 'a change with the next period instead of now')
    .option('--trial', "with the new plan's trial")
    .action(ofTenant(io, preview));

  subscribers
    .command('cancel <subscriber>')
    .description('cancel at the end of the paid period, at the provider too')
    .addOption(TENANT)
    .option(...YES)
    .action(ofTenant(io, cancel));

  subscribers
    .command('undo <subscriber>')
    .description('undo a cancellation, at the provider too')
    .addOption(TENANT)
    .action(ofTenant(io, undo));

  subscribers
    .command('change-plan <subscriber> <plan>')
    .description('move a subscriber to another plan, at the provider too; preview says before what it costs')
    .addOption(TENANT)
    .option('--next-period', 'with the next period instead of now')
    .option('--trial', "with the new plan's trial")
    .option(...YES)
    .action(ofTenant(io, changePlan));

  subscribers
    .command('retry <subscriber>')
    .description('have a failed renewal charged again now, a day after the last attempt at the earliest')
    .addOption(TENANT)
    .action(ofTenant(io, retry));

  addPaging(
    subscribers
      .command('list')
      .description('subscribers, newest first')
      .addOption(TENANT)
      .option('--status <status>', SUBSCRIPTION_STATUSES.join(', '))
      .option('--email <address>', "a customer's e-mail")
      .option('--plan <plan>', 'reference or svc-id')
      .option('--from <time>', 'created then or later, ISO 8601')
      .option('--to <time>', 'created then or earlier'),
  ).action(ofTenant(io, list));

  addPaging(
    subscribers
      .command('timeline <subscriber>')
      .description('what happened to a subscriber, newest first, and what brought it about')
      .addOption(TENANT),
  ).action(ofTenant(io, showTimeline));
}

async function show({ app, tenant: { id, name }, names: [named = ''] }: TenantCall): Promise<CommandResult> {
  const found = await findIdentified(app, id, subscriberNamed(named));
  const { data, customer } = getAnswer(found.subscription, undefined, app.clock());
  const { svcId, payReference, subscriptionStatus } = data;
  return {
    json: { tenantId: id, subscriber: { ...data, customer } },
    lines: [
      `${svcId} of ${name} is ${subscriptionStatus}.`,
      ...pairs({
        customer: customer.email,
        plan: `${found.subscription.plan.name}, ${data.planReference}`,
        'plan to come': data.nextPlanReference,
        reference: payReference,
        created: second(data.createdAt),
        cancelled: secondOrNull(data.cancelledAt),
        'access until': secondOrNull(data.accessUntil),
        'next payment': secondOrNull(data.nextPaymentAt),
        'grace until': secondOrNull(data.graceEndsAt),
        ...recoveryPairs(data.recovery),
        'provider was told': data.providerTold ? 'yes' : 'no',
      }),
    ],
    next: [['subscribers', 'timeline', svcId, '--tenant', name]],
  };
}

function recoveryPairs(recovery: ReturnType<typeof recoveryView>): Record<string, string | null> {
  if (!recovery) return {};
  const { state, attempts, lastCode, nextAttemptAt, endsAt } = recovery;
  return {
    recovery: `${state}, ${attempts} attempts, last code ${lastCode ?? 'unknown'}`,
    'next attempt': secondOrNull(nextAttemptAt) ?? 'none',
    'cancelled if unpaid by': second(endsAt),
  };
}

/** A plan by its svc-id, which begins as such, or else by the provider's reference. */
function planNamed(app: CoreApp, tenant: string, named: string) {
  const id = named.startsWith('pln_') ? idFrom('plan', named) : undefined;
  return findPlan(app, tenant, id === undefined ? { by: 'pay', reference: named } : { by: 'svc', id });
}

interface PreviewOptions {
  readonly nextPeriod?: boolean;
  readonly trial?: boolean;
}

/** By whichever identifiers they are named, the change is that at the provider. */
async function preview({
  app,
  tenant,
  options,
  names: [subscriber = '', plan = ''],
}: TenantCall<PreviewOptions>): Promise<CommandResult> {
  const { subscription } = await findIdentified(app, tenant.id, subscriberNamed(subscriber));
  const { reference } = await planNamed(app, tenant.id, plan);
  const previewed = await previewChange(app, tenant, {
    subscriber: { by: 'pay', reference: subscription.payReference },
    plan: { by: 'pay', reference },
    upgradePeriod: options.nextPeriod === true ? 'NEXT_PERIOD' : 'NOW',
    useTrial: options.trial === true,
    resetRecurrenceCount: true,
  });
  const { data } = previewAnswer(previewed);
  const sum = (one: typeof data.charge) => one && `${one.amount} ${one.currency} at ${second(one.at)}`;
  return {
    json: { tenantId: tenant.id, preview: data },
    lines: [
      `${data.direction === 'UPGRADE' ? 'An upgrade' : 'A downgrade'} to ${previewed.to.name}.`,
      ...pairs({
        'in force': secondOrNull(data.effectiveAt) ?? 'never: it is cancelled before',
        'charged at once': sum(data.charge) ?? 'nothing',
        'next payment': sum(data.nextPayment) ?? 'none',
        'given up': data.lost.days === 0 ? null : `${data.lost.days} days, ${data.lost.amount}`,
        warnings: data.warnings.length === 0 ? null : data.warnings.join(', '),
        'not exact': data.reason,
      }),
    ],
  };
}

/** The subscriber by the provider's reference: whoever is named so has the provider told. */
async function atProvider({ app, tenant, names: [named = ''] }: TenantCall) {
  const { subscription } = await findIdentified(app, tenant.id, subscriberNamed(named));
  return { subscription, ref: { by: 'pay', reference: subscription.payReference } as const };
}

async function cancel(call: TenantCall): Promise<CommandResult> {
  const { app, tenant, confirm } = call;
  const { subscription, ref } = await atProvider(call);
  await confirm(`Cancel the subscription of ${subscription.customer.email} to ${subscription.plan.name}`);
  const after = await cancelSubscription(app, tenant, ref, app.clock());
  return changedResult(call, after, 'Cancelled.');
}

async function undo(call: TenantCall): Promise<CommandResult> {
  const { ref } = await atProvider(call);
  const after = await undoCancel(call.app, call.tenant, ref, call.app.clock());
  return changedResult(call, after, 'The cancellation is undone.');
}

async function changePlan(call: TenantCall<PreviewOptions>): Promise<CommandResult> {
  const { app, tenant, options, confirm } = call;
  const { subscription, ref } = await atProvider(call);
  const plan = await planNamed(app, tenant.id, call.names[1] ?? '');
  const isLater = options.nextPeriod === true;
  const when = isLater ? 'with the next period' : 'now, with the charge that preview names,';
  await confirm(`Move ${subscription.customer.email} from ${subscription.plan.name} to ${plan.name} ${when}`);
  const { subscription: after } = await changeSubscribersPlan(
    app,
    tenant,
    {
      subscriber: ref,
      plan: { by: 'pay', reference: plan.reference },
      upgradePeriod: isLater ? 'NEXT_PERIOD' : 'NOW',
      useTrial: options.trial === true,
      resetRecurrenceCount: true,
    },
    app.clock(),
  );
  return changedResult(call, after, `Moved to ${plan.name}${isLater ? ' with the next period' : ''}.`);
}

/** What a change has come to, as the API shows it. */
function changedResult({ app, tenant }: TenantCall, after: Subscription, said: string): CommandResult {
  const { data } = getAnswer(after, undefined, app.clock());
  return {
    json: { tenantId: tenant.id, subscriber: data },
    lines: [
      said,
      ...pairs({
        status: data.subscriptionStatus,
        plan: after.plan.name,
        'access until': secondOrNull(data.accessUntil),
        'next payment': secondOrNull(data.nextPaymentAt),
      }),
    ],
    next: [['subscribers', 'show', data.svcId, '--tenant', tenant.name]],
  };
}

async function retry({ app, tenant, names: [named = ''] }: TenantCall): Promise<CommandResult> {
  const { subscription } = await findIdentified(app, tenant.id, subscriberNamed(named));
  const ref = { by: 'svc', id: subscription.id } as const;
  const { data, message } = retryAnswer(await retryPayment(app, tenant, ref, app.clock()));
  return {
    json: { tenantId: tenant.id, subscriber: data },
    lines: [message],
    next: [['subscribers', 'timeline', data.svcId, '--tenant', tenant.name]],
  };
}

const secondOrNull = (time: string | null) => (time === null ? null : second(time));

async function list({ app, tenant: { id, name }, options }: TenantCall<ListOptions>): Promise<CommandResult> {
  const { status, email, plan, from, to } = options;
  const filters = { status, email, plan, from, to };
  const input = subscribersInput({ ...filters, ...pagingIn(options) });
  const { items, hasMore, next } = await listSubscribers(app, id, input, lookUpSubscribers);
  const listed = items.map(({ subscription }) => ({ subscription, latest: undefined }));
  const { data } = subscribersAnswer(listed, { page: input.page, hasMore, next }, app.clock());
  const rows = data.map((subscriber, at) => [
    subscriber.svcId,
    subscriber.customer.email,
    subscriber.subscriptionStatus,
    items[at]?.subscription.plan.name ?? '-',
    subscriber.planReference,
    second(subscriber.createdAt),
  ]);
  return {
    json: { tenantId: id, ...moreOf(hasMore, next), subscribers: data },
    lines:
      rows.length === 0
        ? [nothingOf(name, 'subscribers', { ...filters, ...pagingIn(options) }, next)]
        : [tableOf(['subscriber', 'customer', 'status', 'plan', 'plan reference', 'created'], rows)],
    next: nextPage(
      ['subscribers', 'list'],
      { hasMore, last: next ?? data.at(-1)?.svcId },
      { ...filters, limit: options.limit, tenant: name },
    ),
  };
}

async function showTimeline({
  app,
  tenant: { id, name },
  options,
  names: [named = ''],
}: TenantCall<Paging>): Promise<CommandResult> {
  const { page } = timelineInput({ 'subscriber-id': named, ...pagingIn(options) });
  const found = await readTimeline(app, id, subscriberNamed(named), page);
  const { data, has_more, next } = timelineAnswer(found, page);
  const rows = data.map(({ at, what, from, to, cause }) => [
    second(at),
    what,
    from ?? '-',
    to ?? '-',
    [cause.by, cause.through && `through ${cause.through}`, cause.id].filter(Boolean).join(' '),
  ]);
  return {
    json: { tenantId: id, ...moreOf(has_more, next), timeline: data },
    lines:
      rows.length === 0
        ? [nothingOf(name, 'entries', pagingIn(options), next)]
        : [tableOf(['at', 'what', 'from', 'to', 'cause'], rows)],
    next: nextPage(
      ['subscribers', 'timeline', named],
      { hasMore: has_more, last: next ?? data.at(-1)?.id },
      { limit: options.limit, tenant: name },
    ),
  };
}
