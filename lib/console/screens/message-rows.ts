import { svcIdOf } from '../../billing/identifiers.ts';
import { MESSAGE_WORDS } from '../../pages/console/message-words.ts';
import { html } from '../../pages/html.ts';
import type { Right } from '../../billing/rights.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import { shownTo } from '../../wire/messages.ts';
import { language } from '../say.ts';
import { mark, minute, to } from './parts.ts';

const words = () => MESSAGE_WORDS[language()];

const MARKS = {
  PENDING: 'warm',
  SENT: 'good',
  DELIVERED: 'good',
  BOUNCED: 'bad',
  COMPLAINED: 'bad',
  DROPPED: 'over',
} as const;

/** The columns of messages. */
export const messageColumns = () => [
  { name: words().kind },
  { name: words().state, kind: 'top-end' as const },
  { name: words().when },
  { name: words().to, kind: 'line' as const },
  { name: words().about, kind: 'line' as const },
];

/** Each message, and why it was not sent. */
export const messageRows = (
  all: readonly StoredMessage[],
  { withSubscriber, rights }: { readonly withSubscriber: boolean; readonly rights: readonly Right[] },
) =>
  all.map(({ kind, state, sentAt, at, to: address, because, subscriberId }) => {
    const [name] = words().kinds[kind];
    const link = withSubscriber && subscriberId !== null;
    return [
      link
        ? html`<a href="${to('subscriber', { id: svcIdOf('subscription', subscriberId) })}">${name}</a>`
        : name,
      mark(MARKS[state], words().states[state]),
      minute(sentAt ?? at),
      shownTo(address, rights),
      because === null ? null : words().because[because],
    ];
  });
