import { CHANNELS, type Channel } from '../billing/delivery.ts';
import { DIFFERENCE_KINDS } from '../billing/difference.ts';
import type { CoreApp, WithTenant } from '../runtime/app.ts';
import { differencePage } from '../table/differences/differences.ts';
import { lookUpAcctRefused } from '../table/documents/acct-tokens.ts';
import { lookUpTask } from '../table/documents/document-tasks.ts';
import { endpointOnRecord } from '../table/events/endpoint-health.ts';
import type { Tenant } from '../table/tenants/tenant.ts';
import { lookUpPayMark } from '../table/work/pay-health.ts';
import type { DropReason, PeopleKind } from './kinds.ts';
import type { MessageFacts } from './render/facts.ts';

/** What one of a tenant's people is told by the record of this moment, and the page of the console that its button opens. */
export interface Told {
  readonly facts: MessageFacts;
  readonly page: string;
}

/** A kind that goes to a role. */
type RoleKind = Exclude<PeopleKind, 'invited'>;

type Judge = (app: CoreApp & WithTenant, about: string) => Promise<Told | DropReason>;

/** Each kind's facts, as long as it is true. */
const JUDGES: Readonly<Record<RoleKind, Judge>> = {
  webhook_failing: async (app, about) => {
    const channel = CHANNELS.find((one) => one === about);
    const url = channel && addressOf(app.tenant, channel);
    if (channel === undefined || !url) return 'no_longer_true';
    const { failingSince, lastFailure } = await endpointOnRecord(app, channel);
    if (failingSince === null) return 'no_longer_true';
    const { host } = new URL(url);
    const { at: failedAt, httpStatus } = lastFailure ?? { at: failingSince, httpStatus: null };
    return { facts: { kind: 'webhook_failing', host, failedAt, httpStatus }, page: '/console/webhooks' };
  },
  credentials_refused: async (app, about) => {
    const provider = about === 'acct' ? 'acct' : 'pay';
    const refusedAt = await refusedSince(app, provider);
    if (refusedAt === null) return 'no_longer_true';
    return { facts: { kind: 'credentials_refused', provider, refusedAt }, page: '/console/providers' };
  },
  task_due: async (app, id) => {
    const task = await lookUpTask(app, { id });
    if (!task || task.doneAt !== null) return 'no_longer_true';
    const { kind, invoiceNumber, gross: amount, currency, deadline } = task;
    if (app.clock() >= deadline) return 'too_late';
    const sum = { amount, currency };
    const facts = { kind: 'task_due', task: kind, invoiceNumber, sum, deadline } as const;
    return { facts, page: `/console/task?id=${id}` };
  },
  difference_found: async (app, about) => {
    const kind = DIFFERENCE_KINDS.find((one) => one === about);
    const first = { limit: 1, startingAfter: null, endingBefore: null };
    const { items } = await differencePage(app, { state: 'open', kind }, first);
    const [open] = items;
    if (kind === undefined || !open) return 'no_longer_true';
    const facts = { kind: 'difference_found', difference: kind, since: open.since } as const;
    return { facts, page: `/console/difference?id=${open.id}` };
  },
};

/** Since when a provider refuses the keys on record (epoch ms); null where it does not. */
async function refusedSince(app: CoreApp & WithTenant, provider: 'pay' | 'acct'): Promise<number | null> {
  const { pay, acct } = app.tenant;
  if (provider === 'acct') return acct && (await lookUpAcctRefused(app));
  const mark = pay && (await lookUpPayMark(app));
  return mark?.state === 'refused' ? mark.since : null;
}

const addressOf = ({ webhook, chatUrl }: Tenant, channel: Channel): string | null =>
  channel === 'chat' ? chatUrl : (webhook?.url ?? null);

/** What one of a tenant's people is told by the record of this moment, or why it is not sent. */
export const peopleFacts = (
  app: CoreApp & WithTenant,
  { kind, about }: { readonly kind: RoleKind; readonly about: string },
): Promise<Told | DropReason> => JUDGES[kind](app, about);
