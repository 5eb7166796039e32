import { say } from '../say.ts';
import { html, type Content, type Html } from '../../pages/html.ts';
import { OperatorError } from '../../account/operator-error.ts';
import { CONSOLE } from '../../limits.ts';
import { readAudit, type AuditEntry } from '../../table/people/audit.ts';
import { readPeople, ROLES, type Person } from '../../table/people/people.ts';
import { readSessions } from '../../table/people/sessions.ts';

import { pageIn, uuidCursor } from '../../wire/list.ts';
import { registrationOptions } from '../passkey-options.ts';
import { mayDo } from '../roles.ts';
import type { Screen, Visit } from '../visit.ts';
import { actSaid, AUDIT_SAID, ROLE_MEANINGS, ROLE_WORDS } from '../words.ts';
import { browserSaid } from './browsers.ts';
import {
  block,
  day,
  download,
  facts,
  field,
  head,
  hidden,
  mark,
  oneButton,
  pager,
  table,
  time,
  to,
} from './parts.ts';
import { passkeyForm } from './passkey-form.ts';
import { whoMay } from './subscriber.ts';

const PEOPLE_COLUMNS = () =>
  [
    { name: say().people.person },
    { name: say().people.roles, kind: 'top-end' },
    { name: say().people.signIn, kind: 'lab' },
    { name: say().people.lastSignIn, kind: 'lab' },
    { name: say().people.action, kind: 'act', isHidden: true },
  ] as const;

const rolesSaid = ({ roles }: Person) => roles.map((role) => ROLE_WORDS()[role]).join(', ');

/** The people of the tenant, whoever signed in and what was done, and inviting somebody. */
export const people: Screen = {
  place: 'people',
  show: async (visit) => {
    const { app, tenant, person: own, query, now } = visit;
    const { starting_after, ending_before } = query;
    const page = pageIn({ limit: 25, starting_after, ending_before }, uuidCursor);
    const [all, audit] = await Promise.all([readPeople(app, tenant.id), readAudit(app, tenant.id, page)]);
    const sorted = all.toSorted((a, b) => a.createdAt - b.createdAt);
    const rows = sorted.map((one) => [
      html`${one.name}${one.id === own.id && html` <small>${say().people.you}</small>`}`,
      rolesSaid(one),
      signInOf(one, now),
      day(one.lastSignInAt),
      html`<a href="${to('person', { id: one.id })}" aria-label="${say().people.openOf(one.name)}">${say().people.open}</a>`,
    ]);
    const ids = audit.items.map(({ id }) => id);
    return {
      title: say().people.title,
      content: html`${head(say().people.title)}
${table(say().people.title, PEOPLE_COLUMNS(), rows)}
${block('invite', say().people.invite, mayDo(own.roles, 'account') ? inviteForm(visit) : html`<p>${whoMay('account')}</p>`)}
${block(
  'audit',
  say().people.audit,
  html`${ids.length === 0 ? html`<p class="quiet">${say().subscriber.nothingYet}</p>` : table(say().people.audit, AUDIT_COLUMNS(), audit.items.map(auditRow))}
<p class="quiet small">${say().people.kept}</p>${pager('people', query, { first: ids[0], last: ids.at(-1), hasMore: audit.hasMore })}`,
  download('audit'),
)}`,
    };
  },
};

function signInOf({ passkeys, invitation }: Person, now: number): Html {
  const several = say().people.several(passkeys.length);
  const has = [say().people.noneWord, say().people.one][passkeys.length] ?? several;
  if (!invitation) return html`${has}`;
  const isOpen = invitation.expiresAt > now;
  const word = isOpen ? say().people.invitedUntil(day(invitation.expiresAt)) : say().people.expired;
  return html`${has} ${mark(isOpen ? 'warm' : 'over', word)}`;
}

const AUDIT_COLUMNS = () =>
  [
    { name: say().people.who },
    { name: say().people.what, kind: 'top-end' },
    { name: say().people.about, kind: 'line' },
    { name: say().people.from },
    { name: say().people.time, kind: 'act' },
  ] as const;

function auditRow(entry: AuditEntry) {
  const { what, act, about, code, name, browser, from, at } = entry;
  const said = act === null ? AUDIT_SAID()[what] : `${AUDIT_SAID()[what]}: ${actSaid(act)}`;
  const isRefused = what === 'refused' || what === 'sign_in_refused';
  return [
    name ?? say().people.operator,
    mark(isRefused ? 'bad' : '', code === null ? said : `${said} (${code})`),
    aboutSaid(about),
    browser === null ? null : html`${browserSaid(browser)}${from !== null && html` <small>${from}</small>`}`,
    time(at),
  ];
}

/** What or whom it was about; a subscriber or an invoice as the link to it. */
function aboutSaid(about: string | null): Content {
  const [, id = '', rest = ''] = /^((?:sub|inv)_[0-9a-f]{32})(.*)$/.exec(about ?? '') ?? [];
  if (id === '') return about;
  const screen = id.startsWith('sub') ? 'subscriber' : 'invoice';
  return html`<a class="id" href="${to(screen, { id })}">${id}</a>${rest}`;
}

function roleChoices(visit: Visit, chosen: readonly string[]): Html {
  const choices = ROLES.map(
    (role) =>
      html`<label class="choice"><input type="checkbox" name="role-${role}" value="on"${(visit.typed[`role-${role}`] === 'on' || chosen.includes(role)) && html` checked`}><strong>${ROLE_WORDS()[role]}</strong><span></span><small>${ROLE_MEANINGS()[role]}</small></label>`,
  );
  return html`<fieldset class="choices"><legend class="hide">${say().people.roles}</legend>${choices}</fieldset>`;
}

function inviteForm(visit: Visit): Html {
  return html`<form class="stack roomy" method="post" action="/console/invite">${hidden(visit)}
${field(visit, 'name', say().people.name, { hint: say().people.nameHint, max: CONSOLE.nameCharactersMax })}
${roleChoices(visit, [])}
<div><button class="primary">${say().people.makeInvitation}</button></div></form>`;
}

/** One of the people: for oneself passkeys and sessions, for an owner roles, a new invitation, and an end. */
export const person: Screen = {
  place: 'people',
  show: async (visit) => {
    const { app, tenant, query, person: own } = visit;
    const id = query.id ?? own.id;
    const one = (await readPeople(app, tenant.id)).find((each) => each.id === id);
    if (!one) throw new OperatorError('there is no such person');
    const isOwn = one.id === own.id;
    const pairs = [
      [say().people.roles, rolesSaid(one)],
      [say().people.since, day(one.createdAt)],
      [say().people.lastSignIn, time(one.lastSignInAt)],
    ] as const;
    return {
      title: one.name,
      ...(isOwn && { script: 'passkey' as const }),
      content: html`${head(one.name, [to('people'), say().people.title])}
${facts(pairs)}
${block('passkeys', say().people.passkeys, passkeysPart(visit, one, isOwn))}
${isOwn && block('sessions', say().people.where, await sessionsPart(visit))}
${mayDo(own.roles, 'account') && ownerPart(visit, one)}`,
    };
  },
};

const PASSKEY_COLUMNS = () =>
  [
    { name: say().people.passkey },
    { name: say().people.added },
    { name: say().people.lastUsed },
    { name: say().people.action, kind: 'act', isHidden: true },
  ] as const;

function passkeysPart(visit: Visit, one: Person, isOwn: boolean): Html {
  const may = isOwn || mayDo(visit.person.roles, 'account');
  const rows = one.passkeys.map((passkey, at) => [
    html`${say().people.passkeyNumber(at + 1)} <small>${passkey.transports.includes('internal') ? say().people.ofDevice : say().people.securityKey}</small>`,
    day(passkey.createdAt),
    time(passkey.lastUsedAt),
    may && one.passkeys.length > 1
      ? oneButton(
          visit,
          'remove-passkey',
          say().people.removePasskey(at + 1),
          { id: one.id, passkey: passkey.id },
          'plain',
        )
      : null,
  ]);
  const options = registrationOptions(visit.app, one, visit.tenant.name, visit.challenge);
  const add =
    isOwn &&
    one.passkeys.length < CONSOLE.passkeysMax &&
    passkeyForm(visit, { act: 'enter/add-passkey', kind: 'create', options, label: say().people.addPasskey });
  return html`${rows.length === 0 ? html`<p class="quiet">${say().people.noneYet}</p>` : table(say().people.passkeys, PASSKEY_COLUMNS(), rows)}${add}`;
}

const SESSION_COLUMNS = () =>
  [
    { name: say().people.browser },
    { name: say().people.since },
    { name: say().people.until },
    { name: say().people.action, kind: 'act', isHidden: true },
  ] as const;

async function sessionsPart(visit: Visit): Promise<Html> {
  const { app, tenant, person: own, session } = visit;
  const sessions = await readSessions(app, tenant.id, own.id);
  const rows = sessions.map((one) => [
    html`${browserSaid(one.browser)} <small>${one.from}</small>`,
    time(one.createdAt),
    time(one.expiresAt),
    one.hash === session.hash
      ? html`<span class="quiet">${say().people.thisOne}</span>`
      : oneButton(visit, 'end-session', say().people.endSession, { session: one.hash }, 'plain'),
  ]);
  return table(say().people.sessions, SESSION_COLUMNS(), rows);
}

function ownerPart(visit: Visit, one: Person): Html {
  return html`${block(
    'roles',
    say().people.roles,
    html`<form class="stack roomy" method="post" action="/console/set-roles">${hidden(visit, { id: one.id })}
${roleChoices(visit, one.roles)}
<div><button>${say().people.saveRoles}</button></div></form>`,
  )}
${block('again', say().people.again, html`<p class="prose">${say().people.againSaid}</p>${oneButton(visit, 'invite-again', say().people.makeNew, { id: one.id })}`)}
${block('remove', say().people.remove, html`<p class="prose">${say().people.removeSaid(one.name)}</p>${oneButton(visit, 'remove-person', say().people.removeOne(one.name), { id: one.id }, 'danger')}`)}`;
}
