import { svcIdOf } from '../../billing/identifiers.ts';
import { LANGUAGE, LANGUAGES } from '../../pages/language.ts';
import { html, type Content, type Html } from '../../pages/html.ts';
import { shopOf } from '../../pages/shop.ts';
import { MESSAGE_WORDS } from '../../pages/console/message-words.ts';
import {
  CUSTOMER_KINDS,
  MESSAGE_KINDS,
  MESSAGE_LANGUAGES,
  MESSAGE_STATES,
  PEOPLE_KINDS,
  type MessageKind,
} from '../../messages/kinds.ts';
import { listMessages } from '../../messages/list.ts';
import { renderMessage } from '../../messages/render/render.ts';
import { sampleFacts } from '../../messages/render/samples.ts';
import { MESSAGES } from '../../limits.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import { messageListInput, shownTo } from '../../wire/messages.ts';
import { list } from '../list.ts';
import { rightsOf } from '../roles.ts';
import { SAVED } from '../saved.ts';
import { language, say } from '../say.ts';
import type { Screen, Visit } from '../visit.ts';
import { boxes, field, form, select, type Form } from './forms.ts';
import { listScreen } from './list.ts';
import { forWhoMay, head, mark, minute, table, to } from './parts.ts';

const words = () => MESSAGE_WORDS[language()];

/** Which messages go out, as whose, and how each looks. */
export const messages: Screen = {
  place: 'settings',
  show: (visit) => {
    const { app, tenant } = visit;
    const { senderDomain } = app.settings;
    const sender =
      senderDomain === undefined
        ? html`<p class="notice warm">${words().noSender}</p>`
        : html`<p class="quiet">${words().from(`no-reply@${senderDomain}`)}</p>`;
    const own = form(
      visit,
      'set-messages',
      { saved: SAVED['set-messages'](tenant), kind: 'stack roomy' },
      fieldsOf,
    );
    return Promise.resolve({
      title: words().title,
      content: html`${head(words().title, [to('settings'), say().settings.settings])}
<p class="prose">${words().said}</p>
${sender}
<p><a href="${to('sent-messages')}">${words().seeSent}</a></p>
${forWhoMay(visit, 'account', () => html`${own}${senderDomain !== undefined && testPart(visit)}`)}
<section class="stack" aria-labelledby="previews"><h2 id="previews">${words().previews}</h2>
${table(
  words().previews,
  [{ name: words().kind }, { name: words().subject, kind: 'line' }, { name: words().look, kind: 'line' }],
  MESSAGE_KINDS.map((kind) => previewRow(visit, kind)),
)}</section>`,
    });
  },
};

function fieldsOf(of: Form): Html {
  const choices = (kinds: readonly MessageKind[]) =>
    kinds.map((kind) => {
      const [label, said] = words().kinds[kind];
      return { value: `on-${kind}`, label, said };
    });
  const languages = MESSAGE_LANGUAGES.map((one, at) => [one, words().languages[at] ?? one] as const);
  return html`<h2>${words().toCustomers}</h2>${boxes(of, 'kinds', words().toCustomers, choices(CUSTOMER_KINDS))}
<h2>${words().toPeople}</h2>${boxes(of, 'people', words().toPeople, choices(PEOPLE_KINDS))}
${field(of, 'senderName', words().senderName, { hint: words().senderNameHint, isOptional: true, max: MESSAGES.senderNameCharactersMax })}
${field(of, 'replyTo', words().replyTo, { hint: words().replyToHint, isOptional: true })}
${select(of, 'language', words().language, languages, 'long')}
<div><button class="primary">${words().save}</button></div>`;
}

/** A message of a kind, for whoever looks at the page. */
function testPart(visit: Visit): Html {
  const { email } = visit.person;
  const kinds = MESSAGE_KINDS.map((one) => [one, words().kinds[one][0]] as const);
  const ask = form(
    visit,
    'test-message',
    { kind: 'filters' },
    (of) => html`${select(of, 'kind', words().kind, kinds)}<button>${words().sendTest}</button>`,
  );
  return html`<section class="stack" aria-labelledby="test"><h2 id="test">${words().test}</h2>
${email === null ? html`<p>${words().noAddress} <a href="${to('person', { id: visit.person.id })}">${words().addAddress}</a></p>` : html`<p class="quiet">${words().testTo(email)}</p>${ask}`}</section>`;
}

/** A kind, the subject that it would have, and how it looks in each language and scheme. */
function previewRow({ app, tenant, now }: Visit, kind: MessageKind) {
  const links = { publicUrl: app.settings.publicUrl, button: null };
  const { subject } = renderMessage(sampleFacts(kind, now), shopOf(tenant), language(), links);
  const [name] = words().kinds[kind];
  const looks = LANGUAGES.flatMap((one) =>
    (['light', 'dark'] as const).map((scheme) => {
      const said = `${LANGUAGE[one].name}, ${words()[scheme]}`;
      return html`<a class="nowrap" href="${to('message-preview', { kind, in: one, scheme })}" aria-label="${name}: ${said}">${said}</a> `;
    }),
  );
  return [name, subject, html`${looks}`];
}

const MARKS = {
  PENDING: 'warm',
  SENT: 'good',
  DELIVERED: 'good',
  BOUNCED: 'bad',
  COMPLAINED: 'bad',
  DROPPED: 'over',
} as const;

/** What was sent, and why something was not, newest first. */
export const messageList = list({
  screen: 'sent-messages',
  place: 'settings',
  title: () => words().sent,
  filters: () => [
    { is: 'carried', name: 'svc-id' },
    {
      ...{ is: 'choice', name: 'kind', label: words().kind },
      options: MESSAGE_KINDS.map((one) => [one, words().kinds[one][0]]),
    },
    {
      ...{ is: 'choice', name: 'state', label: words().state },
      options: MESSAGE_STATES.map((one) => [one, words().states[one]]),
    },
  ],
  read: ({ app, tenant }, asked) => {
    const { filter, page } = messageListInput(asked);
    return listMessages(app, tenant.id, filter, page);
  },
  idOf: ({ id }) => id,
  columns: () => [
    { name: words().kind, cell: kindLink },
    {
      ...{ name: words().state, kind: 'top-end' },
      cell: ({ state }) => mark(MARKS[state], words().states[state]),
    },
    { name: words().when, cell: ({ sentAt, at }) => minute(sentAt ?? at) },
    {
      ...{ name: words().to, kind: 'line' },
      cell: ({ to: address }, { person }) => shownTo(address, rightsOf(person.roles)),
    },
    {
      ...{ name: words().about, kind: 'line' },
      cell: ({ because }) => because && words().because[because],
    },
  ],
  none: () => words().none,
});

/** The screen of what was sent. */
export const sentMessages: Screen = listScreen(messageList, {
  back: () => [to('messages'), words().title],
});

function kindLink({ kind, subscriberId }: StoredMessage, { query }: Visit): Content {
  const [name] = words().kinds[kind];
  const id = subscriberId === null ? undefined : svcIdOf('subscription', subscriberId);
  const isOnTheirPage = id === query.id;
  return id === undefined || isOnTheirPage ? name : html`<a href="${to('subscriber', { id })}">${name}</a>`;
}
