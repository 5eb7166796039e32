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
import { ROLE_MEANINGS } from '../words.ts';
import { roleSaid } from '../../pages/work-words.ts';
import { REASONS } from '../people.ts';
import { auditList } from './audit.ts';
import { allSessions, sessionsOf, allOpenSaid } from './sessions.ts';
import { savedRoles } from '../saved.ts';
import { boxes, field, form, radios, tick, type Form } from './forms.ts';
import { fileLink, listParts } from './list.ts';
import { block, day, facts, forWhoMay, head, mark, oneButton, table, time, to } from './parts.ts';
import { passkeyForm } from './passkey-form.ts';
import { keysLeft } from './rights.ts';
import { say } from '../../pages/say.ts';

const PEOPLE_COLUMNS = () =>
  [
    { name: say('Person', 'Kişi') },
    { name: say('Roles', 'Roller'), kind: 'top-end' },
    { name: say('Sign-in', 'Giriş'), kind: 'lab' },
    { name: say('Last sign-in', 'Son giriş'), kind: 'lab' },
    { name: say('Action', 'İşlem'), kind: 'act', isHidden: true },
  ] as const;

const rolesSaid = ({ roles }: Person) => roles.map((role) => roleSaid(role)).join(', ');

/** The people of the tenant, whoever signed in and what was done, and inviting somebody. */
export const people: Screen = {
  place: 'people',
  show: async (visit) => {
    const { app, person: own, query, now } = visit;
    const [everyone, audit] = await Promise.all([readEveryone(app), listParts(auditList, visit)]);
    const all = everyone.filter(({ visit: isOperators }) => !isOperators);
    const sorted = all.toSorted((a, b) => a.createdAt - b.createdAt);
    const rows = sorted.map((one) => [
      html`${one.name}${one.id === own.id && html` <small>${say('you', 'siz')}</small>`}`,
      rolesSaid(one),
      signInOf(one, now),
      day(one.lastSignInAt),
      html`<a href="${to('person', { id: one.id })}" aria-label="${say(`Open ${one.name}`, `Aç: ${one.name}`)}">${say('Open', 'Aç')}</a>`,
    ]);
    return {
      title: say('People', 'Kişiler'),
      content: html`${head(say('People', 'Kişiler'))}
${table(say('People', 'Kişiler'), PEOPLE_COLUMNS(), rows)}
${block(
  'invite',
  say('Invite somebody', 'Birini davet et'),
  forWhoMay(visit, 'account', () => inviteForm(visit)),
)}
${mayDo(own.roles, 'account') && block('sessions', allOpenSaid(), await allSessions(visit, everyone))}
${block(
  'audit',
  say('Sign-ins and acts', 'Girişler ve işlemler'),
  html`${audit.body}
<p class="quiet small">${say('Kept for twelve months.', 'On iki ay saklanır.')}</p>${audit.pages}`,
  fileLink(auditList, query),
)}`,
    };
  },
};

function signInOf({ passkeys, invitation }: Person, now: number): Html {
  const several = say(`${passkeys.length} passkeys`, `${passkeys.length} geçiş anahtarı`);
  const has = [say('none', 'yok'), say('1 passkey', '1 geçiş anahtarı')][passkeys.length] ?? several;
  if (!invitation) return html`${has}`;
  const isOpen = invitation.expiresAt > now;
  const word = isOpen
    ? say(
        `Invited until ${day(invitation.expiresAt)}`,
        `Davet ${day(invitation.expiresAt)} tarihine kadar geçerli`,
      )
    : say('Invitation expired', 'Davetin süresi doldu');
  return html`${has} ${mark(isOpen ? 'warm' : 'over', word)}`;
}

const roleChoices = (of: Form): Html =>
  boxes(
    of,
    'roles',
    say('Roles', 'Roller'),
    ROLES.map((role) => ({ value: `role-${role}`, label: roleSaid(role), said: ROLE_MEANINGS()[role] })),
  );

const emailField = (of: Form): Html =>
  field(of, 'email', say('E-mail address', 'E-posta adresi'), {
    hint: say('For messages to your people', 'Ekibinize giden iletiler için'),
    isOptional: true,
  });

function inviteForm(visit: Visit): Html {
  return form(
    visit,
    'invite',
    { kind: 'stack roomy' },
    (
      of,
    ) => html`${field(of, 'name', say('Name', 'Ad'), { hint: say('As colleagues see it', 'İş arkadaşlarınızın göreceği ad'), max: CONSOLE.nameCharactersMax })}
${emailField(of)}
${roleChoices(of)}
<div><button class="primary">${say('Make an invitation', 'Davet oluştur')}</button></div>`,
  );
}

/** One of the people: for oneself passkeys and sessions, for an owner roles, a new invitation, and an end. */
export const person: Screen = {
  place: 'people',
  show: async (visit) => {
    const { app, query, person: own } = visit;
    const id = query.id ?? own.id;
    const one = (await readPeople(app)).find((each) => each.id === id);
    if (!one) throw new OperatorError('there is no such person');
    const isOwn = one.id === own.id;
    const pairs = [
      [say('Roles', 'Roller'), rolesSaid(one)] as const,
      ...(isOwn || mayDo(own.roles, 'account')
        ? [[say('E-mail address', 'E-posta adresi'), one.email] as const]
        : []),
      [say('Since', 'Başlangıç'), day(one.createdAt)] as const,
      [say('Last sign-in', 'Son giriş'), time(one.lastSignInAt)] as const,
    ];
    return {
      title: one.name,
      ...(isOwn && { script: 'passkey' as const }),
      content: html`${head(one.name, [to('people'), say('People', 'Kişiler')])}
${facts(pairs)}
${block('passkeys', say('Passkeys', 'Geçiş anahtarları'), await passkeysPart(visit, one, isOwn))}
${(isOwn || mayDo(own.roles, 'account')) && block('sessions', isOwn ? say('Where you are signed in', 'Açık oturumlarınız') : say(`Where ${one.name} is signed in`, `Açık oturumlar: ${one.name}`), await sessionsOf(visit, one))}
${mayDo(own.roles, 'account') && ownerPart(visit, one, keysFrom(one.id, await listKeys(app), visit.now))}`,
    };
  },
};

const PASSKEY_COLUMNS = () =>
  [
    { name: say('Passkey', 'Geçiş anahtarı') },
    { name: say('Added', 'Eklendi'), kind: 'lab' },
    { name: say('Last used', 'Son kullanım'), kind: 'lab' },
    { name: say('Action', 'İşlem'), kind: 'act', isHidden: true },
  ] as const;

async function passkeysPart(visit: Visit, one: Person, isOwn: boolean): Promise<Html> {
  const mayRemove = isOwn ? one.passkeys.length > 1 : mayDo(visit.person.roles, 'account');
  const rows = one.passkeys.map((passkey, at) => [
    html`${passkeyNumberSaid(at + 1)} <small>${passkey.transports.includes('internal') ? say('of a device', 'cihazda') : say('a security key', 'güvenlik anahtarı')}</small>`,
    day(passkey.createdAt),
    time(passkey.lastUsedAt),
    mayRemove
      ? oneButton(
          visit,
          'remove-passkey',
          removePasskeySaid(at + 1),
          { id: one.id, passkey: passkey.id },
          'plain',
        )
      : null,
  ]);
  const challenge = await newChallenge(visit.app, { for: 'new-passkey', hash: visit.session.hash });
  const options = registrationOptions(visit.app, one, visit.app.tenant.name, challenge);
  const add =
    isOwn &&
    one.passkeys.length < CONSOLE.passkeysMax &&
    passkeyForm(visit, {
      act: 'enter/add-passkey',
      kind: 'create',
      options,
      label: say('Add a passkey', 'Geçiş anahtarı ekle'),
    });
  return html`${rows.length === 0 ? html`<p class="quiet">${say('None yet.', 'Henüz yok.')}</p>` : table(say('Passkeys', 'Geçiş anahtarları'), PASSKEY_COLUMNS(), rows)}${add}`;
}

/** The end of a person; where keys come from them, these are shown and end too unless that is unticked. */
function removal(visit: Visit, one: Person, keys: readonly KeyInfo[]): Html {
  const asked = (of: Form) =>
    keys.length > 0 &&
    html`<h3>${say('Keys that come from this person', 'Bu kişiden kalan anahtarlar')}</h3><p class="prose">${say('They go on working after this person is removed, unless you revoke them.', 'İptal etmezseniz, kişi kaldırıldıktan sonra da çalışmayı sürdürürler.')}</p>${keysLeft(keys)}
${tick(of, 'revoke-keys', say('Revoke these keys too', 'Bu anahtarları da iptal et'))}`;
  const own = form(
    visit,
    'remove-person',
    { about: { id: one.id }, usual: { 'revoke-keys': 'on' } },
    (of) => html`${asked(of)}
<div><button class="danger">${say(`Remove ${one.name}`, `Kaldır: ${one.name}`)}</button></div>`,
  );
  return html`<p class="prose">${say(`Passkeys, sessions and an open invitation end at once. What ${one.name} did stays in the list of acts.`, `Geçiş anahtarları, oturumlar ve açık davet hemen biter. ${one.name} adıyla yapılanlar işlem listesinde kalır.`)}</p>${own}`;
}

/** A new invitation, which asks first whether something was lost or stolen. */
function againForm(visit: Visit, { id }: Person): Html {
  const because = say('Was a device lost or stolen?', 'Bir cihaz kayboldu ya da çalındı mı?');
  const all = REASONS.map((one) => ({
    value: one,
    label: reasonsSaid()[one],
    said: reasonMeaningsSaid()[one],
  }));
  return form(
    visit,
    'invite-again',
    { about: { id }, kind: 'stack roomy' },
    (
      of,
    ) => html`<p class="prose">${say('A new link, once, for three days. An earlier link is dead then.', 'Bir kez ve üç gün geçerli yeni bir bağlantı. Önceki bağlantı geçersiz olur.')}</p><h3>${because}</h3>${radios(of, 'because', because, all)}
<div><button>${say('Make a new invitation', 'Yeni davet oluştur')}</button></div>`,
  );
}

function ownerPart(visit: Visit, one: Person, keys: readonly KeyInfo[]): Html {
  return html`${block(
    'roles',
    say('Roles and e-mail address', 'Roller ve e-posta adresi'),
    form(
      visit,
      'set-roles',
      { saved: savedRoles(one), about: { id: one.id }, kind: 'stack roomy' },
      (of) => html`${roleChoices(of)}
${emailField(of)}
<div><button>${say('Save roles and address', 'Rolleri ve adresi kaydet')}</button></div>`,
    ),
  )}
${one.id !== visit.person.id && block('again', say('Invite again', 'Yeniden davet et'), againForm(visit, one))}
${block('remove', say('Remove', 'Kaldır'), removal(visit, one, keys))}`;
}

/** What a passkey without a name is called. */
const passkeyNumberSaid = (value: number) => say(`Passkey ${value}`, `Geçiş anahtarı ${value}`);

/** What the button is called that removes it. */
const removePasskeySaid = (value: number) =>
  say(`Remove passkey ${value}`, `${value}. geçiş anahtarını kaldır`);

/** Why somebody is invited again. */
const reasonsSaid = () => ({
  lost: say('Lost', 'Kayboldu'),
  stolen: say('Stolen, or in other hands', 'Çalındı ya da başkasının elinde'),
  neither: say('Neither', 'Hiçbiri'),
});

/** The same, and what it leads to. */
const reasonMeaningsSaid = () => ({
  lost: say(
    'All sessions end at once. The passkeys so far end when the new one is registered.',
    'Bütün oturumlar hemen biter. Şimdiki geçiş anahtarları, yenisi oluşturulunca biter.',
  ),
  stolen: say(
    'All sessions and all passkeys end at once.',
    'Bütün oturumlar ve bütün geçiş anahtarları hemen biter.',
  ),
  neither: say(
    'Nothing ends: the link ran out, or adds another device.',
    'Hiçbir şey bitmez: bağlantının süresi dolmuştur ya da yeni bir cihaz eklenecektir.',
  ),
});
