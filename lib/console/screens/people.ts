import { html, type Html } from '../../pages/html.ts';
import { OperatorError } from '../../account/operator-error.ts';
import { CONSOLE } from '../../limits.ts';
import { readAudit, type AuditEntry } from '../../table/people/audit.ts';
import { readPeople, ROLES, type Person } from '../../table/people/people.ts';
import { readSessions } from '../../table/people/sessions.ts';

import { pageIn, uuidCursor } from '../../wire/list.ts';
import { registrationOptions } from '../passkey-options.ts';
import { mayDo } from '../roles.ts';
import type { Screen, Visit } from '../visit.ts';
import { AUDIT_SAID, ROLE_MEANINGS, ROLE_WORDS } from '../words.ts';
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

const PEOPLE_COLUMNS = [
  { name: 'Person' },
  { name: 'Roles', kind: 'top-end' },
  { name: 'Sign-in' },
  { name: 'Last sign-in' },
  { name: 'Action', kind: 'act', isHidden: true },
] as const;

const rolesSaid = ({ roles }: Person) => roles.map((role) => ROLE_WORDS[role]).join(', ');

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
      html`${one.name}${one.id === own.id && html` <small>you</small>`}`,
      rolesSaid(one),
      signInOf(one, now),
      day(one.lastSignInAt),
      html`<a href="${to('person', { id: one.id })}" aria-label="Open ${one.name}">Open</a>`,
    ]);
    const ids = audit.items.map(({ id }) => id);
    return {
      title: 'People',
      content: html`${head('People')}
${table('People', PEOPLE_COLUMNS, rows)}
${block('invite', 'Invite somebody', mayDo(own.roles, 'account') ? inviteForm(visit) : html`<p>${whoMay('account')}</p>`)}
${block(
  'audit',
  'Sign-ins and acts',
  html`${table('Sign-ins and acts', AUDIT_COLUMNS, audit.items.map(auditRow))}
<p class="quiet small">Kept for twelve months.</p>${pager('people', query, { first: ids[0], last: ids.at(-1), hasMore: audit.hasMore })}`,
  download('audit'),
)}`,
    };
  },
};

function signInOf({ passkeys, invitation }: Person, now: number): Html {
  const several = `${passkeys.length} passkeys`;
  const has = ['none', '1 passkey'][passkeys.length] ?? several;
  if (!invitation) return html`${has}`;
  const isOpen = invitation.expiresAt > now;
  const word = isOpen ? `Invited until ${day(invitation.expiresAt)}` : 'Invitation expired';
  return html`${has} ${mark(isOpen ? 'warm' : 'over', word)}`;
}

const AUDIT_COLUMNS = [
  { name: 'Who' },
  { name: 'What', kind: 'top-end' },
  { name: 'About', kind: 'line' },
  { name: 'From' },
  { name: 'Time', kind: 'act' },
] as const;

function auditRow(entry: AuditEntry) {
  const { what, act, about, code, name, browser, from, at } = entry;
  const said = act === null ? AUDIT_SAID[what] : `${AUDIT_SAID[what]}: ${act}`;
  const isRefused = what === 'refused' || what === 'sign_in_refused';
  return [
    name ?? 'An operator',
    mark(isRefused ? 'bad' : '', code === null ? said : `${said} (${code})`),
    about,
    browser === null ? null : html`${browserSaid(browser)}${from !== null && html` <small>${from}</small>`}`,
    time(at),
  ];
}

function roleChoices(visit: Visit, chosen: readonly string[]): Html {
  const choices = ROLES.map(
    (role) =>
      html`<label class="choice"><input type="checkbox" name="role-${role}" value="on"${(visit.typed[`role-${role}`] === 'on' || chosen.includes(role)) && html` checked`}><strong>${ROLE_WORDS[role]}</strong><span></span><small>${ROLE_MEANINGS[role]}</small></label>`,
  );
  return html`<fieldset class="choices"><legend class="hide">Roles</legend>${choices}</fieldset>`;
}

function inviteForm(visit: Visit): Html {
  return html`<form class="stack roomy" method="post" action="/console/invite">${hidden(visit)}
${field(visit, 'name', 'Name', { hint: 'As colleagues see it', max: CONSOLE.nameCharactersMax })}
${roleChoices(visit, [])}
<div><button class="primary">Make an invitation</button></div></form>`;
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
      ['Roles', rolesSaid(one)],
      ['Since', day(one.createdAt)],
      ['Last sign-in', time(one.lastSignInAt)],
    ] as const;
    return {
      title: one.name,
      script: isOwn,
      content: html`${head(one.name, [to('people'), 'People'])}
${facts(pairs)}
${block('passkeys', 'Passkeys', passkeysPart(visit, one, isOwn))}
${isOwn && block('sessions', 'Where you are signed in', await sessionsPart(visit))}
${mayDo(own.roles, 'account') && ownerPart(visit, one)}`,
    };
  },
};

const PASSKEY_COLUMNS = [
  { name: 'Passkey' },
  { name: 'Added' },
  { name: 'Last used' },
  { name: 'Action', kind: 'act', isHidden: true },
] as const;

function passkeysPart(visit: Visit, one: Person, isOwn: boolean): Html {
  const may = isOwn || mayDo(visit.person.roles, 'account');
  const rows = one.passkeys.map((passkey, at) => [
    html`Passkey ${at + 1} <small>${passkey.transports.includes('internal') ? 'of a device' : 'a security key'}</small>`,
    day(passkey.createdAt),
    time(passkey.lastUsedAt),
    may && one.passkeys.length > 1
      ? oneButton(
          visit,
          'remove-passkey',
          `Remove passkey ${at + 1}`,
          { id: one.id, passkey: passkey.id },
          'plain',
        )
      : null,
  ]);
  const options = registrationOptions(visit.app, one, visit.tenant.name, visit.challenge);
  const add =
    isOwn &&
    one.passkeys.length < CONSOLE.passkeysMax &&
    passkeyForm(visit, { act: 'enter/add-passkey', kind: 'create', options, label: 'Add a passkey' });
  return html`${rows.length === 0 ? html`<p class="quiet">None yet.</p>` : table('Passkeys', PASSKEY_COLUMNS, rows)}${add}`;
}

const SESSION_COLUMNS = [
  { name: 'Browser' },
  { name: 'Since' },
  { name: 'Until' },
  { name: 'Action', kind: 'act', isHidden: true },
] as const;

async function sessionsPart(visit: Visit): Promise<Html> {
  const { app, tenant, person: own, session } = visit;
  const sessions = await readSessions(app, tenant.id, own.id);
  const rows = sessions.map((one) => [
    html`${browserSaid(one.browser)} <small>${one.from}</small>`,
    time(one.createdAt),
    time(one.expiresAt),
    one.hash === session.hash
      ? html`<span class="quiet">this one</span>`
      : oneButton(visit, 'end-session', 'End this session', { session: one.hash }, 'plain'),
  ]);
  return table('Sessions', SESSION_COLUMNS, rows);
}

function ownerPart(visit: Visit, one: Person): Html {
  return html`${block(
    'roles',
    'Roles',
    html`<form class="stack roomy" method="post" action="/console/set-roles">${hidden(visit, { id: one.id })}
${roleChoices(visit, one.roles)}
<div><button>Save the roles</button></div></form>`,
  )}
${block('again', 'Invite again', html`<p class="prose">For somebody who has lost every passkey: a new link, once, for three days. An earlier link is dead then; passkeys that are not removed go on working.</p>${oneButton(visit, 'invite-again', 'Make a new invitation', { id: one.id })}`)}
${block('remove', 'Remove', html`<p class="prose">Passkeys, sessions and an open invitation end at once. What ${one.name} did stays in the list of acts.</p>${oneButton(visit, 'remove-person', `Remove ${one.name}`, { id: one.id }, 'danger')}`)}`;
}
