import { html, type Html } from '../../pages/html.ts';
import type { Person } from '../../table/people/people.ts';
import { readSessions, type Session } from '../../table/people/sessions.ts';
import type { Visit } from '../visit.ts';
import { browserSaid } from './browsers.ts';
import { oneButton, table, time, to } from './parts.ts';
import { say } from '../../pages/say.ts';

const COLUMNS = () =>
  [
    { name: say('Browser', 'Tarayıcı') },
    { name: say('Since', 'Başlangıç'), kind: 'lab' },
    { name: say('Until', 'Bitiş'), kind: 'lab' },
    { name: say('Action', 'İşlem'), kind: 'act', isHidden: true },
  ] as const;

/** A session: in which browser, since and until when, and the button that ends it. */
function rowOf(visit: Visit, one: Session, whose: Person | undefined) {
  const number = (whose?.passkeys.findIndex(({ id }) => id === one.passkeyId) ?? -1) + 1;
  const passkey = number > 0 && html` · ${say(`with passkey ${number}`, `${number}. geçiş anahtarıyla`)}`;
  const ends = { id: one.personId, session: one.hash };
  return [
    html`${browserSaid(one.browser)} <small>${one.from}${passkey}</small>`,
    time(one.createdAt),
    time(one.expiresAt),
    one.hash === visit.session.hash
      ? html`<span class="quiet">${say('this one', 'bu oturum')}</span>`
      : oneButton(visit, 'end-session', say('End this session', 'Bu oturumu sonlandır'), ends, 'plain'),
  ];
}

/** Where one of the people is signed in, and the end of that, also of all at once. */
export async function sessionsOf(visit: Visit, one: Person): Promise<Html> {
  const sessions = await readSessions(visit.app, [one]);
  if (sessions.length === 0)
    return html`<p class="quiet">${say('Nowhere at the moment.', 'Şu anda açık oturum yok.')}</p>`;
  const isOwn = one.id === visit.person.id;
  const others = sessions.filter(({ hash }) => hash !== visit.session.hash);
  const label = isOwn
    ? say('End all others', 'Diğerlerinin hepsini sonlandır')
    : say('End all sessions', 'Bütün oturumları sonlandır');
  const rows = sessions.map((each) => rowOf(visit, each, one));
  return html`${table(say('Sessions', 'Oturumlar'), COLUMNS(), rows)}${others.length > 0 && oneButton(visit, 'end-sessions', label, { id: one.id })}`;
}

/** Who is signed in, operators too, and where; for owners. */
export async function allSessions(visit: Visit, people: readonly Person[]): Promise<Html> {
  const sessions = await readSessions(visit.app, people);
  const rows = sessions.map((one) => {
    const whose = people.find(({ id }) => id === one.personId);
    const name = whose?.visit
      ? html`${say(`${whose.name}, an operator`, `${whose.name}, servisi işleten`)} <small>${whose.visit.because}</small>`
      : html`<a href="${to('person', { id: one.personId })}">${whose?.name}</a>`;
    return [name, ...rowOf(visit, one, whose)];
  });
  return table(allOpenSaid(), [{ name: say('Person', 'Kişi') }, ...inList()], rows);
}

const inList = () => COLUMNS().map((one, at) => (at === 0 ? { ...one, kind: 'line' as const } : one));

/** Of all open sessions. */
export const allOpenSaid = () => say('Who is signed in now', 'Şu anda oturumu açık olanlar');
