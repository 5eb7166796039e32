import { Malformed } from '../queue/messages.ts';
import type { CoreApp } from '../runtime/app.ts';
import { lookUpMessage, messageDropped, type StoredMessage } from '../table/messages/messages.ts';
import { keepFromMessages, type Suppression } from '../table/messages/suppressed.ts';
import { Unreadable } from '../record.ts';
import { fieldsIn, type Fields } from '../table/fields.ts';
import { tryWrite, Conflict } from '../table/table.ts';
import { TEST, type MessageState } from './kinds.ts';
import { recordState } from './state.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/** What an event of SES says of a message. */
interface MailEvent {
  readonly tenant: string;
  readonly messageId: string;
  /** The hash of its address. */
  readonly address: string;
  readonly says: 'sent' | 'delivered' | 'bounced' | 'complained' | 'refused';
  /** Whether the address takes no message any more. */
  readonly isForGood: boolean;
}

/** SES's names of the events that change something here. */
const SAYS: Readonly<Record<string, MailEvent['says']>> = {
  Send: 'sent',
  Delivery: 'delivered',
  Bounce: 'bounced',
  Complaint: 'complained',
  Reject: 'refused',
};

/** How far each state is; events come in any order, and a message only goes forward. */
const RANK: Readonly<Record<MessageState, number>> = {
  PENDING: 0,
  DROPPED: 0,
  SENT: 1,
  DELIVERED: 2,
  BOUNCED: 3,
  COMPLAINED: 4,
};

const STATE: Readonly<Record<Exclude<MailEvent['says'], 'refused'>, MessageState>> = {
  sent: 'SENT',
  delivered: 'DELIVERED',
  bounced: 'BOUNCED',
  complained: 'COMPLAINED',
};

/**
 * Records what SES tells of an e-mail, by the tags that it was sent with: also that it took one whose sender did not live to
 * record it. An address that bounced for good, or whose owner complained, takes no message any more, whatever has become of
 * this one: it may be dropped, erased or no longer kept. Throws Malformed.
 */
export async function recordMailEvent(app: CoreApp, body: unknown): Promise<void> {
  const event = mailEventFrom(body);
  if (!event) return;
  if (event.isForGood) await suppress(app, event);
  if (event.messageId === TEST) return;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const message = await lookUpMessage(forTenant(app, event.tenant), event.messageId);
    if (!message) return;
    if ((await record(app, message, event)) === 'recorded') return;
  }
  throw new Conflict([0], [undefined]);
}

async function suppress(app: CoreApp, { tenant, address, says }: MailEvent): Promise<void> {
  const because: Suppression = says === 'complained' ? 'complained' : 'bounced';
  await keepFromMessages(forTenant(app, tenant), address, because);
}

/** How often it is written again because the sender, or another event, was faster. */
const ATTEMPTS = 4;

async function record(
  app: CoreApp,
  message: StoredMessage,
  { says }: MailEvent,
): Promise<'recorded' | 'changed'> {
  if (says === 'refused') {
    if (RANK[message.state] > RANK.SENT || message.state === 'DROPPED') return 'recorded';
    const isWritten = await tryWrite(() => app.table.apply(messageDropped(message, 'refused')));
    return isWritten ? 'recorded' : 'changed';
  }
  const state = STATE[says];
  if (message.state === 'DROPPED' || RANK[state] <= RANK[message.state]) return 'recorded';
  app.log.info('message told of', { tenant: message.tenant, outcome: says, reference: message.kind });
  return recordState(app, message, state);
}

/** The event of an envelope of EventBridge; undefined for one that changes nothing here. Throws Malformed. */
function mailEventFrom(body: unknown): MailEvent | undefined {
  try {
    const detail = fieldsIn('body', body).requiredPart('detail');
    const says = SAYS[detail.text('eventType')];
    const tags = detail.requiredPart('mail').part('tags');
    const [tenant] = tags?.texts('tenant') ?? [];
    const [messageId] = tags?.texts('message') ?? [];
    const [address] = tags?.texts('address') ?? [];
    if (says === undefined || !tenant || !messageId || !address) return undefined;
    return { tenant, messageId, address, says, isForGood: isForGood(says, detail) };
  } catch (error) {
    throw error instanceof Unreadable ? new Malformed(`cannot be read: ${error.code}`) : error;
  }
}

/** An address that does not exist, or whose owner has complained; a full mailbox may take the next one. */
function isForGood(says: MailEvent['says'], detail: Fields): boolean {
  return (
    says === 'complained' ||
    (says === 'bounced' && detail.part('bounce')?.textOrNull('bounceType') === 'Permanent')
  );
}
