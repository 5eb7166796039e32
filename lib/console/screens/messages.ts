import { LANGUAGE, LANGUAGES } from '../../pages/language.ts';
import { html, type Html } from '../../pages/html.ts';
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
import { messageListInput } from '../../wire/messages.ts';
import { mayDo, rightsOf } from '../roles.ts';
import { SAVED } from '../saved.ts';
import { language, say } from '../say.ts';
import type { Screen, Visit } from '../visit.ts';
import { boxes, field, form, select, withQuery, type Form } from './forms.ts';
import { messageColumns, messageRows } from './message-rows.ts';
import { empty, head, pager, table, to } from './parts.ts';
import { whoMay } from './subscriber.ts';

const words = () => MESSAGE_WORDS[language()];

/** Which messages go out, as whose, and how each looks. */
export const messages: Screen = {
  place: 'settings',
  show: (visit) => {
    const { app, tenant, person } = visit;
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
${mayDo(person.roles, 'account') ? html`${own}${senderDomain !== undefined && testPart(visit)}` : html`<p>${whoMay('account')}</p>`}
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

const PAGE = '25';

/** What was sent, and why something was not, newest first. */
export const sentMessages: Screen = {
  place: 'settings',
  from: () => ({ screen: 'sent-messages', query: {} }),
  show: async (visit) => {
    const { app, tenant, person, query } = visit;
    const { kind, state, 'svc-id': svcId, starting_after, ending_before } = query;
    const asked = { kind, state, 'svc-id': svcId, starting_after, ending_before, limit: PAGE };
    const { filter, page } = messageListInput(asked);
    const { items, hasMore, next } = await listMessages(app, tenant.id, filter, page);
    const any = ['', words().any] as const;
    const filters = form(
      withQuery(visit, 'sent-messages'),
      'sent-messages',
      { kind: 'filters', method: 'get', about: { 'svc-id': svcId } },
      (of) =>
        html`${select(of, 'kind', words().kind, [any, ...MESSAGE_KINDS.map((one) => [one, words().kinds[one][0]] as const)])}${select(of, 'state', words().state, [any, ...MESSAGE_STATES.map((one) => [one, words().states[one]] as const)])}<button>${words().show}</button>`,
    );
    const rows = table(
      words().sent,
      messageColumns(),
      messageRows(items, { withSubscriber: true, rights: rightsOf(person.roles) }),
    );
    return {
      title: words().sent,
      content: html`${head(words().sent, [to('messages'), words().title])}
${filters}
${items.length === 0 ? empty(words().none) : rows}
${pager('sent-messages', query, { first: items[0]?.id, last: next ?? items.at(-1)?.id, hasMore })}`,
    };
  },
};
