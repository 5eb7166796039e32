import { uuidIn } from '../../billing/identifiers.ts';
import { html, type Content, type Html } from '../../pages/html.ts';
import { readAudit, type AuditEntry } from '../../table/people/audit.ts';
import { pageIn } from '../../wire/list.ts';
import { momentCell } from '../csv.ts';
import { list } from '../list.ts';
import { say } from '../say.ts';
import { sayOnScreen } from '../say-on-screen.ts';
import { actSaid, AUDIT_SAID } from '../words.ts';
import { browserSaid } from './browsers.ts';
import { mark, time, to } from './parts.ts';

/** Whoever signed in, and what was done, newest first. */
export const auditList = list({
  screen: 'people',
  place: 'people',
  title: () => sayOnScreen().people.audit,
  read: ({ app, tenant }, { limit, ...cursors }) =>
    readAudit(app, tenant.id, pageIn({ ...cursors, limit: Number(limit) }, uuidIn)),
  idOf: ({ id }) => id,
  columns: () => [
    { name: sayOnScreen().people.who, cell: auditedName },
    { name: sayOnScreen().people.what, kind: 'top-end', cell: whatSaid },
    { name: sayOnScreen().people.about, kind: 'line', cell: ({ about }) => aboutSaid(about) },
    {
      name: sayOnScreen().people.from,
      cell: ({ browser, from }) =>
        browser !== null && html`${browserSaid(browser)}${from !== null && html` <small>${from}</small>`}`,
    },
    { name: sayOnScreen().people.time, kind: 'act', cell: ({ at }) => time(at) },
  ],
  none: () => say().subscriber.nothingYet,
  file: {
    name: 'audit',
    columns: [
      ['time', 'zaman', ({ at }) => momentCell(at)],
      ['person', 'kişi', auditedName],
      ['what', 'ne', ({ what }) => what],
      ['act', 'işlem', ({ act }) => act],
      ['about', 'konu', ({ about }) => about],
      ['code', 'kod', ({ code }) => code],
      ['browser', 'tarayıcı', ({ browser }) => browser],
      ['from', 'nereden', ({ from }) => from],
      ['times', 'kaç kez', ({ count }) => count],
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
  const { operator, operatorNamed } = sayOnScreen().people;
  if (name === null) return operator;
  return by === 'operator' ? operatorNamed(name) : name;
}

/** What or whom it was about; a subscriber or an invoice as the link to it. */
function aboutSaid(about: string | null): Content {
  const [, id = '', rest = ''] = /^((?:sub|inv)_[0-9a-f]{32})(.*)$/.exec(about ?? '') ?? [];
  if (id === '') return about === 'invitation' ? sayOnScreen().people.invitation : about;
  const screen = id.startsWith('sub') ? 'subscriber' : 'invoice';
  return html`<a class="id" href="${to(screen, { id })}">${id}</a>${rest}`;
}
