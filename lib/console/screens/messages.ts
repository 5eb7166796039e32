import { svcIdOf } from '../../billing/identifiers.ts';
import { LANGUAGE, LANGUAGES } from '../../pages/language.ts';
import { html, type Content, type Html } from '../../pages/html.ts';
import { shopOf } from '../../pages/shop.ts';
import {
  CUSTOMER_KINDS,
  MESSAGE_KINDS,
  MESSAGE_LANGUAGES,
  MESSAGE_STATES,
  PEOPLE_KINDS,
  type MessageKind,
  type DropReason,
  type MessageState,
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
import { language, say } from '../../pages/say.ts';
import type { Screen, Visit } from '../visit.ts';
import { boxes, field, form, select, type Form } from './forms.ts';
import { kindSaid } from '../message-kinds.ts';
import { listScreen } from './list.ts';
import { forWhoMay, head, mark, minute, table, to } from './parts.ts';

/** Which messages go out, as whose, and how each looks. */
export const messages: Screen = {
  place: 'settings',
  show: (visit) => {
    const { app } = visit;
    const { senderDomain } = app.settings;
    const sender =
      senderDomain === undefined
        ? html`<p class="notice warm">${say('This stage has no sender domain: nothing is sent, whatever is switched on.', 'Bu ortamın gönderen alan adı yok: ne açılırsa açılsın hiçbir şey gönderilmez.')}</p>`
        : html`<p class="quiet">${fromSaid(`no-reply@${senderDomain}`)}</p>`;
    const own = form(
      visit,
      'set-messages',
      { saved: SAVED['set-messages'](app.tenant), kind: 'stack roomy' },
      fieldsOf,
    );
    return Promise.resolve({
      title: say('Messages', 'İletiler'),
      content: html`${head(say('Messages', 'İletiler'), [to('settings'), say('Settings', 'Ayarlar')])}
<p class="prose">${say('E-mails in your name to your customers and your people. Each is made when it is sent, from what is on record then, and is not sent where it is no longer true. A customer gets at most one message of a kind a day.', 'Müşterilerinize ve ekibinize sizin adınıza giden e-postalar. Her biri gönderilirken o anki kayıttan hazırlanır; artık doğru değilse gönderilmez. Bir müşteri aynı türden günde en çok bir ileti alır.')}</p>
${sender}
<p><a href="${to('sent-messages')}">${say('See what was sent, and why something was not', 'Nelerin gönderildiğini, nelerin neden gönderilmediğini görün')}</a></p>
${forWhoMay(visit, 'account', () => html`${own}${senderDomain !== undefined && testPart(visit)}`)}
<section class="stack" aria-labelledby="previews"><h2 id="previews">${say('Previews', 'Önizlemeler')}</h2>
${table(
  say('Previews', 'Önizlemeler'),
  [
    { name: say('Kind', 'Tür') },
    { name: say('Subject', 'Konu'), kind: 'line' },
    { name: say('Look', 'Görünüm'), kind: 'line' },
  ],
  MESSAGE_KINDS.map((kind) => previewRow(visit, kind)),
)}</section>`,
    });
  },
};

function fieldsOf(of: Form): Html {
  const choices = (kinds: readonly MessageKind[]) =>
    kinds.map((kind) => {
      const [label, said] = kindSaid(kind);
      return { value: `on-${kind}`, label, said };
    });
  const languages = MESSAGE_LANGUAGES.map(
    (one, at) =>
      [
        one,
        [
          say('Turkish', 'Türkçe'),
          say('English', 'İngilizce'),
          say(
            'that of each customer once it is on record, until then Turkish',
            'kayıtlıysa her müşterinin kendi dili, değilse Türkçe',
          ),
        ][at] ?? one,
      ] as const,
  );
  return html`<h2>${say('To customers', 'Müşterilere')}</h2>${boxes(of, 'kinds', say('To customers', 'Müşterilere'), choices(CUSTOMER_KINDS))}
<h2>${say('To your people', 'Ekibinize')}</h2>${boxes(of, 'people', say('To your people', 'Ekibinize'), choices(PEOPLE_KINDS))}
${field(of, 'senderName', say('Name of the sender', 'Gönderen adı'), { hint: say('without one the name of your brand', 'boşsa markanızın adı'), isOptional: true, max: MESSAGES.senderNameCharactersMax })}
${field(of, 'replyTo', say('Answers go to', 'Yanıt adresi'), { hint: say('without one nobody gets them', 'boşsa yanıtlar kimseye ulaşmaz'), isOptional: true })}
${select(of, 'language', say('Language', 'Dil'), languages, 'long')}
<div><button class="primary">${say('Save', 'Kaydet')}</button></div>`;
}

/** A message of a kind, for whoever looks at the page. */
function testPart(visit: Visit): Html {
  const { email } = visit.person;
  const kinds = MESSAGE_KINDS.map((one) => [one, kindSaid(one)[0]] as const);
  const ask = form(
    visit,
    'test-message',
    { kind: 'filters' },
    (of) =>
      html`${select(of, 'kind', say('Kind', 'Tür'), kinds)}<button>${say('Send me a test', 'Bana deneme gönder')}</button>`,
  );
  return html`<section class="stack" aria-labelledby="test"><h2 id="test">${say('A test', 'Deneme')}</h2>
${email === null ? html`<p>${say('You have no e-mail address on record, so no test can be sent to you.', 'Kayıtlı bir e-posta adresiniz olmadığı için size deneme gönderilemez.')} <a href="${to('person', { id: visit.person.id })}">${say('Add it on your page', 'Sayfanızda ekleyin')}</a></p>` : html`<p class="quiet">${say(`It goes to you, at ${email}, in your brand.`, `Markanızla size, ${email} adresine gider.`)}</p>${ask}`}</section>`;
}

/** A kind, the subject that it would have, and how it looks in each language and scheme. */
function previewRow({ app, now }: Visit, kind: MessageKind) {
  const links = { publicUrl: app.settings.publicUrl, button: null };
  const { subject } = renderMessage(sampleFacts(kind, now), shopOf(app.tenant), language(), links);
  const [name] = kindSaid(kind);
  const looks = LANGUAGES.flatMap((one, at) =>
    (['light', 'dark'] as const).map((scheme, nth) => {
      const said = `${LANGUAGE[one].name}, ${schemeSaid(scheme)}`;
      const between = at + nth > 0 && ' · ';
      return html`${between}<a class="nowrap" href="${to('message-preview', { kind, in: one, scheme })}" aria-label="${name}: ${said}">${said}</a>`;
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
  title: () => say('Messages sent', 'Gönderilen iletiler'),
  filters: () => [
    { is: 'carried', name: 'svc-id' },
    {
      ...{ is: 'choice', name: 'kind', label: say('Kind', 'Tür') },
      options: MESSAGE_KINDS.map((one) => [one, kindSaid(one)[0]]),
    },
    {
      ...{ is: 'choice', name: 'state', label: say('State', 'Durum') },
      options: MESSAGE_STATES.map((one) => [one, stateSaid(one)]),
    },
  ],
  read: ({ app }, asked) => {
    const { filter, page } = messageListInput(asked);
    return listMessages(app, filter, page);
  },
  idOf: ({ id }) => id,
  columns: () => [
    { name: say('Kind', 'Tür'), cell: kindLink },
    {
      ...{ name: say('State', 'Durum'), kind: 'top-end' },
      cell: ({ state }) => mark(MARKS[state], stateSaid(state)),
    },
    { name: say('When', 'Zaman'), cell: ({ sentAt, at }) => minute(sentAt ?? at) },
    {
      ...{ name: say('To', 'Kime'), kind: 'line' },
      cell: ({ to: address }, { person }) => shownTo(address, rightsOf(person.roles)),
    },
    {
      ...{ name: say('Why', 'Neden'), kind: 'line' },
      cell: (one, { now }) =>
        one.because ? becauseSaid(one.because) : one.at > now && one.state === 'PENDING' && plannedSaid(),
    },
  ],
  none: () => say('No message was sent yet.', 'Henüz ileti gönderilmedi.'),
  narrowed: () => [say('There is no message of this.', 'Böyle bir ileti yok.')],
});

/** The screen of what was sent. */
export const sentMessages: Screen = listScreen(messageList, {
  back: () => [to('messages'), say('Messages', 'İletiler')],
});

function kindLink({ kind, subscriberId }: StoredMessage, { query }: Visit): Content {
  const [name] = kindSaid(kind);
  const id = subscriberId === null ? undefined : svcIdOf('subscription', subscriberId);
  const isOnTheirPage = id === query.id;
  return id === undefined || isOnTheirPage ? name : html`<a href="${to('subscriber', { id })}">${name}</a>`;
}

/** Whom messages come from. */
const fromSaid = (address: string) => say(`They come from ${address}.`, `Gönderen adres: ${address}.`);

/** What became of a message. */
const stateSaid = (state: MessageState): string =>
  ({
    PENDING: say('Waiting', 'Bekliyor'),
    SENT: say('Sent', 'Gönderildi'),
    DELIVERED: say('Delivered', 'Ulaştı'),
    BOUNCED: say('Bounced', 'Geri döndü'),
    COMPLAINED: say('Complained of', 'Şikâyet edildi'),
    DROPPED: say('Not sent', 'Gönderilmedi'),
  })[state];

/** What becomes of a message whose day is to come. */
const plannedSaid = () =>
  say('Sent on that day, if it still applies then.', 'O gün hâlâ geçerliyse gönderilecek.');

/** Why it was not sent. */
const becauseSaid = (reason: DropReason): string =>
  ({
    switched_off: say('This kind had been switched off.', 'Bu tür kapatılmıştı.'),
    paid: say('The payment had been made.', 'Ödeme alınmıştı.'),
    cancelled: say('The subscription had been cancelled.', 'Abonelik iptal edilmişti.'),
    undone: say('The cancellation had been undone.', 'İptal geri alınmıştı.'),
    ended: say('The subscription had ended.', 'Abonelik sona ermişti.'),
    no_longer_true: say('It was no longer true.', 'Artık doğru değildi.'),
    too_late: say('Its time had passed.', 'Zamanı geçmişti.'),
    erased: say('The person’s data had been erased.', 'Kişinin verileri silinmişti.'),
    bounced_before: say(
      'An earlier message to the address bounced for good.',
      'Bu adrese giden daha önceki bir ileti kalıcı olarak geri dönmüştü.',
    ),
    complained_before: say(
      'Whoever has the address complained about an earlier message.',
      'Adresin sahibi daha önceki bir iletiden şikâyet etmişti.',
    ),
    one_a_day: say(
      'The customer had a message of this kind on that day.',
      'Müşteriye o gün bu türden bir ileti gönderilmişti.',
    ),
    nobody: say('Nobody has the role, or an address.', 'Bu rolde kimse yok ya da adresi girilmemiş.'),
    refused: say(
      'The address or the message was refused when it was sent.',
      'Adres ya da ileti gönderilirken reddedildi.',
    ),
  })[reason];

/** What a scheme of colours is called. */
const schemeSaid = (scheme: 'light' | 'dark'): string =>
  scheme === 'light' ? say('light', 'açık') : say('dark', 'koyu');
