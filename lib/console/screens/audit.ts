import { uuidIn } from '../../billing/identifiers.ts';
import { html, type Content, type Html } from '../../pages/html.ts';
import { readAudit, type AuditEntry } from '../../table/people/audit.ts';
import { pageIn } from '../../wire/list.ts';
import { momentCell } from '../csv.ts';
import { list } from '../list.ts';
import { say } from '../../pages/say.ts';
import { actSaid, AUDIT_SAID } from '../words.ts';
import { browserSaid } from './browsers.ts';
import { mark, time, to, nothingYetSaid } from './parts.ts';

/** Whoever signed in, and what was done, newest first. */
export const auditList = list({
  screen: 'people',
  place: 'people',
  title: () => say('Sign-ins and acts', 'Girişler ve işlemler'),
  read: ({ app }, { limit, ...cursors }) =>
    readAudit(app, pageIn({ ...cursors, limit: Number(limit) }, uuidIn)),
  idOf: ({ id }) => id,
  columns: () => [
    { name: say('Who', 'Kim'), cell: auditedName },
    { name: say('What', 'Ne'), kind: 'top-end', cell: whatSaid },
    { name: say('About', 'Konu'), kind: 'line', cell: ({ about }) => aboutSaid(about) },
    {
      name: say('From', 'Nereden'),
      cell: ({ browser, from }) =>
        browser !== null && html`${browserSaid(browser)}${from !== null && html` <small>${from}</small>`}`,
    },
    { name: say('Time', 'Zaman'), kind: 'act', cell: ({ at }) => time(at) },
  ],
  none: () => nothingYetSaid(),
  file: {
    name: 'audit',
    columns: () => [
      [say('time', 'zaman'), ({ at }) => momentCell(at)],
      [say('person', 'kişi'), auditedName],
      [say('what', 'ne'), ({ what }) => what],
      [say('act', 'işlem'), ({ act }) => act],
      [say('about', 'konu'), ({ about }) => about],
      [say('code', 'kod'), ({ code }) => code],
      [say('browser', 'tarayıcı'), ({ browser }) => browser],
      [say('from', 'nereden'), ({ from }) => from],
      [say('times', 'kaç kez'), ({ count }) => count],
    ],
  },
});

function whatSaid({ what, act, code, count }: AuditEntry): Html {
  const times = (count ?? 1) > 1 ? ` · ${count}×` : '';
  const said = (act === null ? AUDIT_SAID()[what] : `${AUDIT_SAID()[what]}: ${actSaid(act)}`) + times;
  const isRefused = what === 'refused' || what === 'sign_in_refused';
  return mark(isRefused ? 'bad' : '', code === null ? said : `${said} (${code})`);
}

/** Who did it; an operator as such, with their name where they were in the console. */
function auditedName({ by, name }: Pick<AuditEntry, 'by' | 'name'>): string {
  if (name === null) return say('An operator', 'Servisi işleten');
  return by === 'operator' ? say(`${name}, an operator`, `${name}, servisi işleten`) : name;
}

/** What or whom it was about; a subscriber or an invoice as the link to it. */
function aboutSaid(about: string | null): Content {
  const [, id = '', rest = ''] = /^((?:sub|inv)_[0-9a-f]{32})(.*)$/.exec(about ?? '') ?? [];
  if (id === '') return about === 'invitation' ? say('Invitation', 'Davet') : about;
  const screen = id.startsWith('sub') ? 'subscriber' : 'invoice';
  return html`<a class="id" href="${to(screen, { id })}">${id}</a>${rest}`;
}
