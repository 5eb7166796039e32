import { sayOnScreen } from '../say-on-screen.ts';
import { html, type Html } from '../../pages/html.ts';
import { keysFrom, type KeyInfo } from '../../billing/api-key.ts';
import { listKeys } from '../../account/keys.ts';
import { OperatorError } from '../../account/operator-error.ts';
import { CONSOLE } from '../../limits.ts';
import { readEveryone, readPeople, ROLES, type Person } from '../../table/people/people.ts';
import { newChallenge } from '../challenge.ts';
import { registrationOptions } from '../passkey-options.ts';
import { mayDo } from '../roles.ts';
import type { Screen, Visit } from '../visit.ts';
import { ROLE_MEANINGS, ROLE_WORDS } from '../words.ts';
import { REASONS } from '../people.ts';
import { auditList } from './audit.ts';
import { allSessions, sessionsOf } from './sessions.ts';
import { savedRoles } from '../saved.ts';
import { boxes, field, form, radios, tick, type Form } from './forms.ts';
import { fileLink, listParts } from './list.ts';
import { block, day, facts, forWhoMay, head, mark, oneButton, table, time, to } from './parts.ts';
import { passkeyForm } from './passkey-form.ts';
import { keysLeft } from './rights.ts';

const PEOPLE_COLUMNS = () =>
  [
    { name: sayOnScreen().people.person },
    { name: sayOnScreen().people.roles, kind: 'top-end' },
    { name: sayOnScreen().people.signIn, kind: 'lab' },
    { name: sayOnScreen().people.lastSignIn, kind: 'lab' },
    { name: sayOnScreen().people.action, kind: 'act', isHidden: true },
  ] as const;

const rolesSaid = ({ roles }: Person) => roles.map((role) => ROLE_WORDS()[role]).join(', ');

/** The people of the tenant, whoever signed in and what was done, and inviting somebody. */
export const people: Screen = {
  place: 'people',
  show: async (visit) => {
    const { app, tenant, person: own, query, now } = visit;
    const [everyone, audit] = await Promise.all([readEveryone(app, tenant.id), listParts(auditList, visit)]);
    const all = everyone.filter(({ visit: isOperators }) => !isOperators);
    const sorted = all.toSorted((a, b) => a.createdAt - b.createdAt);
    const rows = sorted.map((one) => [
      html`${one.name}${one.id === own.id && html` <small>${sayOnScreen().people.you}</small>`}`,
      rolesSaid(one),
      signInOf(one, now),
      day(one.lastSignInAt),
      html`<a href="${to('person', { id: one.id })}" aria-label="${sayOnScreen().people.openOf(one.name)}">${sayOnScreen().people.open}</a>`,
    ]);
    return {
      title: sayOnScreen().people.title,
      content: html`${head(sayOnScreen().people.title)}
${table(sayOnScreen().people.title, PEOPLE_COLUMNS(), rows)}
${block(
  'invite',
  sayOnScreen().people.invite,
  forWhoMay(visit, 'account', () => inviteForm(visit)),
)}
${mayDo(own.roles, 'account') && block('sessions', sayOnScreen().people.allOpen, await allSessions(visit, everyone))}
${block(
  'audit',
  sayOnScreen().people.audit,
  html`${audit.body}
<p class="quiet small">${sayOnScreen().people.kept}</p>${audit.pages}`,
  fileLink(auditList, query),
)}`,
    };
  },
};

function signInOf({ passkeys, invitation }: Person, now: number): Html {
  const several = sayOnScreen().people.several(passkeys.length);
  const has = [sayOnScreen().people.noneWord, sayOnScreen().people.one][passkeys.length] ?? several;
  if (!invitation) return html`${has}`;
  const isOpen = invitation.expiresAt > now;
  const word = isOpen
    ? sayOnScreen().people.invitedUntil(day(invitation.expiresAt))
    : sayOnScreen().people.expired;
  return html`${has} ${mark(isOpen ? 'warm' : 'over', word)}`;
}

const roleChoices = (of: Form): Html =>
  boxes(
    of,
    'roles',
    sayOnScreen().people.roles,
    ROLES.map((role) => ({ value: `role-${role}`, label: ROLE_WORDS()[role], said: ROLE_MEANINGS()[role] })),
  );

const emailField = (of: Form): Html =>
  field(of, 'email', sayOnScreen().people.email, { hint: sayOnScreen().people.emailHint, isOptional: true });

function inviteForm(visit: Visit): Html {
  return form(
    visit,
    'invite',
    { kind: 'stack roomy' },
    (
      of,
    ) => html`${field(of, 'name', sayOnScreen().people.name, { hint: sayOnScreen().people.nameHint, max: CONSOLE.nameCharactersMax })}
${emailField(of)}
${roleChoices(of)}
<div><button class="primary">${sayOnScreen().people.makeInvitation}</button></div>`,
  );
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
      [sayOnScreen().people.roles, rolesSaid(one)] as const,
      ...(isOwn || mayDo(own.roles, 'account') ? [[sayOnScreen().people.email, one.email] as const] : []),
      [sayOnScreen().people.since, day(one.createdAt)] as const,
      [sayOnScreen().people.lastSignIn, time(one.lastSignInAt)] as const,
    ];
    return {
      title: one.name,
      ...(isOwn && { script: 'passkey' as const }),
      content: html`${head(one.name, [to('people'), sayOnScreen().people.title])}
${facts(pairs)}
${block('passkeys', sayOnScreen().people.passkeys, await passkeysPart(visit, one, isOwn))}
${(isOwn || mayDo(own.roles, 'account')) && block('sessions', isOwn ? sayOnScreen().people.where : sayOnScreen().people.whereOf(one.name), await sessionsOf(visit, one))}
${mayDo(own.roles, 'account') && ownerPart(visit, one, keysFrom(one.id, await listKeys(app, tenant.id), visit.now))}`,
    };
  },
};

const PASSKEY_COLUMNS = () =>
  [
    { name: sayOnScreen().people.passkey },
    { name: sayOnScreen().people.added, kind: 'lab' },
    { name: sayOnScreen().people.lastUsed, kind: 'lab' },
    { name: sayOnScreen().people.action, kind: 'act', isHidden: true },
  ] as const;

async function passkeysPart(visit: Visit, one: Person, isOwn: boolean): Promise<Html> {
  const mayRemove = isOwn ? one.passkeys.length > 1 : mayDo(visit.person.roles, 'account');
  const rows = one.passkeys.map((passkey, at) => [
    html`${sayOnScreen().people.passkeyNumber(at + 1)} <small>${passkey.transports.includes('internal') ? sayOnScreen().people.ofDevice : sayOnScreen().people.securityKey}</small>`,
    day(passkey.createdAt),
    time(passkey.lastUsedAt),
    mayRemove
      ? oneButton(
          visit,
          'remove-passkey',
          sayOnScreen().people.removePasskey(at + 1),
          { id: one.id, passkey: passkey.id },
          'plain',
        )
      : null,
  ]);
  const challenge = await newChallenge(visit.app, { for: 'new-passkey', hash: visit.session.hash });
  const options = registrationOptions(visit.app, one, visit.tenant.name, challenge);
  const add =
    isOwn &&
    one.passkeys.length < CONSOLE.passkeysMax &&
    passkeyForm(visit, {
      act: 'enter/add-passkey',
      kind: 'create',
      options,
      label: sayOnScreen().people.addPasskey,
    });
  return html`${rows.length === 0 ? html`<p class="quiet">${sayOnScreen().people.noneYet}</p>` : table(sayOnScreen().people.passkeys, PASSKEY_COLUMNS(), rows)}${add}`;
}

/** The end of a person; where keys come from them, these are shown and end too unless that is unticked. */
function removal(visit: Visit, one: Person, keys: readonly KeyInfo[]): Html {
  const asked = (of: Form) =>
    keys.length > 0 &&
    html`<h3>${sayOnScreen().people.keysOf}</h3><p class="prose">${sayOnScreen().people.keysSaid}</p>${keysLeft(keys)}
${tick(of, 'revoke-keys', sayOnScreen().people.revokeToo)}`;
  const own = form(
    visit,
    'remove-person',
    { about: { id: one.id }, usual: { 'revoke-keys': 'on' } },
    (of) => html`${asked(of)}
<div><button class="danger">${sayOnScreen().people.removeOne(one.name)}</button></div>`,
  );
  return html`<p class="prose">${sayOnScreen().people.removeSaid(one.name)}</p>${own}`;
}

/** A new invitation, which asks first whether something was lost or stolen. */
function againForm(visit: Visit, { id }: Person): Html {
  const { againSaid, because, reasons, reasonsSaid, makeNew } = sayOnScreen().people;
  const all = REASONS.map((one) => ({ value: one, label: reasons[one], said: reasonsSaid[one] }));
  return form(
    visit,
    'invite-again',
    { about: { id }, kind: 'stack roomy' },
    (of) => html`<p class="prose">${againSaid}</p><h3>${because}</h3>${radios(of, 'because', because, all)}
<div><button>${makeNew}</button></div>`,
  );
}

function ownerPart(visit: Visit, one: Person, keys: readonly KeyInfo[]): Html {
  return html`${block(
    'roles',
    sayOnScreen().people.rolesAndEmail,
    form(
      visit,
      'set-roles',
      { saved: savedRoles(one), about: { id: one.id }, kind: 'stack roomy' },
      (of) => html`${roleChoices(of)}
${emailField(of)}
<div><button>${sayOnScreen().people.saveRoles}</button></div>`,
    ),
  )}
${one.id !== visit.person.id && block('again', sayOnScreen().people.again, againForm(visit, one))}
${block('remove', sayOnScreen().people.remove, removal(visit, one, keys))}`;
}
