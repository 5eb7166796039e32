import * as z from 'zod/mini';
import { idFrom, svcIdOf, uuidIn } from '../billing/identifiers.ts';
import type { SearchedPage } from '../billing/page.ts';
import { scopeOf, type Right } from '../billing/rights.ts';
import { MESSAGES } from '../limits.ts';
import {
  MESSAGE_KINDS,
  MESSAGE_LANGUAGES,
  MESSAGE_STATES,
  type DropReason,
  type MessageKind,
  type MessageSettings,
  type MessageState,
} from '../messages/kinds.ts';
import { maskedEmail } from '../pages/masked-email.ts';
import type { WithKept } from '../text/kept-text.ts';
import { emailAddress } from './contact.ts';
import { listAnswer, listMembers, pageIn, type AskedPage } from './list.ts';
import { invalid, optional, prose, read, sought } from './read.ts';
import { iso } from './time.ts';
import { named, success, said, open, uuidOf, timeOf, SVC_IDS, listOf, searchOn, type Told } from './shape.ts';

/** The shape of a `messageSettingsAnswer`. */
export const messageSettingsAnswerShape = named(
  'MessageSettingsAnswer',
  z.strictObject({
    status: success,
    message: said(z.optional(z.string()), 'Says so where the stage sends no messages.'),
    data: z.strictObject({
      senderDomain: said(z.nullable(z.string()), 'Null where the stage sends no messages.'),
      senderName: said(z.nullable(z.string()), 'Null: the name of your brand.'),
      replyTo: z.nullable(z.string()),
      language: open(z.enum(MESSAGE_LANGUAGES)),
      kinds: said(z.record(z.string(), z.strictObject({ on: z.boolean() })), 'Every kind.'),
    }),
  }),
);

/** The shape of a `messageTestAnswer`. */
export const messageTestAnswerShape = named(
  'MessageTestAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({
      sent: z.boolean(),
      error: said(z.nullable(z.string()), 'Why it was not taken.'),
    }),
  }),
);

const messageShape = named(
  'ListedMessage',
  z.strictObject({
    id: uuidOf('the message'),
    kind: open(z.enum(MESSAGE_KINDS)),
    to: said(z.nullable(z.string()), 'Masked for a key that only reads; null before it is sent.'),
    state: open(z.enum(MESSAGE_STATES)),
    because: said(z.nullable(z.string()), 'Why it was not sent, such as `paid`.'),
    createdAt: timeOf('When it was owed.'),
    sentAt: z.nullable(timeOf('When it left.')),
    subscriber: z.nullable(z.strictObject({ id: uuidOf('the subscriber'), svcId: SVC_IDS.sub })),
    event: z.nullable(z.strictObject({ eventId: uuidOf('the event with the same cause') })),
  }),
);

/** The shape of a `messageListAnswer`. */
export const messageListAnswerShape = named(
  'MessageListAnswer',
  z.strictObject({ ...listOf('/messages/list', messageShape), next: searchOn('for a rare kind or state') }),
);

/** What SES takes: ASCII, and nothing of what stands between the parts or the addresses of a header. */
const MAILABLE = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9.-]+$/i;

/** An address that mail is sent to. */
const mailAddress = emailAddress.check(
  z.refine((given) => MAILABLE.test(given), 'must be an e-mail address'),
);

/** Body of PUT /account/messages. */
export const messageSettingsBody = z.object({
  senderName: said(
    z.optional(z.nullable(prose(MESSAGES.senderNameCharactersMax))),
    'What is shown as the sender; null: the name of your brand.',
  ),
  replyTo: said(z.optional(z.nullable(mailAddress)), 'Where answers go.'),
  language: said(optional(z.enum(MESSAGE_LANGUAGES)), '`customer`: that of each customer.'),
  kinds: said(
    optional(z.record(z.string(), z.object({ on: z.boolean() }))),
    'Every kind by its name; absent ones stay.',
  ),
});

/** What to change of the settings: what is absent stays as it is, null takes away. */
export interface MessageSettingsChange extends WithKept<
  Partial<Omit<MessageSettings, 'on'>>,
  'senderName' | 'replyTo'
> {
  readonly switched: Readonly<Partial<Record<MessageKind, boolean>>>;
}

/** Reads the body of PUT /account/messages. */
export function messageSettingsInput(given: unknown): MessageSettingsChange {
  const { kinds = {}, senderName, replyTo, language } = read(messageSettingsBody, given);
  const names: readonly string[] = MESSAGE_KINDS;
  const unknown = Object.keys(kinds).filter((kind) => !names.includes(kind));
  const wrong = unknown.map((kind) => ({
    field: `kinds.${kind}`.slice(0, 255),
    message: 'is no kind of message',
  }));
  if (wrong.length > 0) throw invalid(...wrong);
  const switched = Object.entries(kinds).map(([kind, { on }]) => [kind, on] as const);
  return {
    ...(senderName !== undefined && { senderName }),
    ...(replyTo !== undefined && { replyTo }),
    ...(language !== undefined && { language }),
    switched: Object.fromEntries(switched),
  };
}

/** What is said where a stage sends no message, whatever is switched on. */
const NO_SENDER = 'This stage has no sender domain: nothing is sent, whatever is switched on.';

/** Answer of GET and PUT /account/messages; without a domain to send from it says that nothing is sent. */
export function messageSettingsAnswer(
  settings: MessageSettings,
  senderDomain: string | undefined,
): Told<typeof messageSettingsAnswerShape> {
  const { senderName, replyTo, language, on } = settings;
  const kinds = MESSAGE_KINDS.map((kind) => [kind, { on: on.includes(kind) }] as const);
  return {
    status: 'success',
    ...(senderDomain === undefined && { message: NO_SENDER }),
    data: {
      senderDomain: senderDomain ?? null,
      senderName,
      replyTo,
      language,
      kinds: Object.fromEntries(kinds),
    },
  };
}

/** Body of POST /account/messages/test. */
export const messageTestBody = z.object({
  kind: said(z.enum(MESSAGE_KINDS), 'Which kind is sent.'),
  to: said(mailAddress, 'Whose mailbox.', { type: 'string' }),
});

/** Reads the body of POST /account/messages/test. */
export const messageTestInput = (given: unknown) => read(messageTestBody, given);

/** Answer of POST /account/messages/test. */
export const messageTestAnswer = (data: {
  sent: boolean;
  error: string | null;
}): Told<typeof messageTestAnswerShape> => ({
  status: 'success',
  data,
});

/** Query of GET /messages/list. */
export const messageListQuery = z.object({
  ...listMembers,
  kind: said(optional(z.enum(MESSAGE_KINDS)), 'Only messages of this kind.'),
  state: said(optional(z.enum(MESSAGE_STATES)), 'Only messages in this state.'),
  'svc-id': said(optional(sought()), 'Our id of the subscriber, as `sub_…` or as a UUID.'),
});

/** An id that no subscriber has: what a filter by text that is no id looks for. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Reads the query of GET /messages/list. */
export function messageListInput(given: unknown) {
  const query = read(messageListQuery, given);
  const svcId = query['svc-id'];
  return {
    page: pageIn(query, uuidIn),
    filter: {
      kind: query.kind ?? null,
      state: query.state ?? null,
      subscriberId: svcId === undefined ? null : (idFrom('subscription', svcId) ?? NOBODY),
    },
  };
}

/** A message as it is listed. Times are epoch ms. */
interface ShownMessage {
  readonly id: string;
  readonly kind: MessageKind;
  readonly to: string | null;
  readonly state: MessageState;
  readonly because: DropReason | null;
  readonly at: number;
  readonly sentAt: number | null;
  readonly subscriberId: string | null;
  readonly eventId?: string | undefined;
}

/** The address of a message as somebody with these rights sees it: masked for whoever only reads. */
export function shownTo<To extends string | null>(to: To, rights: readonly Right[]): To | string {
  return to !== null && scopeOf(rights) === 'read' ? maskedEmail(to) : to;
}

/** Answer of GET /messages/list. */
export function messageListAnswer(
  page: AskedPage,
  { items, hasMore, next }: SearchedPage<ShownMessage>,
  rights: readonly Right[],
): Told<typeof messageListAnswerShape> {
  const data = items.map(({ id, kind, to, state, because, at, sentAt, subscriberId, eventId }) => ({
    id,
    kind,
    to: shownTo(to, rights),
    state,
    because,
    createdAt: iso(at),
    sentAt: iso(sentAt),
    subscriber:
      subscriberId === null ? null : { id: subscriberId, svcId: svcIdOf('subscription', subscriberId) },
    event: eventId === undefined ? null : { eventId },
  }));
  return listAnswer('/messages/list', page, { data, hasMore, next });
}
