import { say } from '../../pages/say.ts';
import { keysFrom, type KeyInfo } from '../../billing/api-key.ts';
import { rightsLacking } from '../../billing/rights.ts';
import { listKeys, revokeKey } from '../../account/keys.ts';
import { Refusal } from '../../refusal.ts';
import { html, type Html } from '../../pages/html.ts';
import { OperatorError } from '../../account/operator-error.ts';
import { vatRateIn } from '../../account/plan-fields.ts';
import { setPlan } from '../../verbs/set-plan.ts';
import { byPerson } from '../../verbs/verb.ts';
import { CONSOLE } from '../../limits.ts';
import { readEveryone, ROLES, type Person } from '../../table/people/people.ts';
import { consoleAddress } from '../../runtime/console-address.ts';
import { inConsoleAlone, type Act, type ActCall, type ActDone } from '../act.ts';
import {
  endSessions as endAll,
  invite as invitePerson,
  inviteAgain as again,
  REASONS,
  removePasskey as remove,
  removePerson as removeOne,
  setRoles as giveRoles,
} from '../people.ts';
import type { Invited } from '../people.ts';
import { endSession as end } from '../session.ts';
import { mayDo, rightsOf } from '../roles.ts';
import { facts, head, minute, to } from '../screens/parts.ts';
import { keysLeft } from '../screens/rights.ts';
import { featuresIn } from '../../wire/written-features.ts';
import type { Given } from '../visit.ts';
import { DONE_WORDS } from '../words.ts';

const changerOf = ({ person, session }: ActCall) => ({ by: 'person', person, session }) as const;
const atPeople = () => ({ screen: 'people', query: {} }) as const;
const atPerson = ({ id }: Given) => ({ screen: 'person', query: { id } }) as const;
const rolesIn = (form: Given) => ROLES.filter((role) => form[`role-${role}`] === 'on');
const idIn = ({ id = '' }: Given) => id;

function invitationMade(
  { app }: ActCall,
  { person, token, expiresAt, mailedTo }: Invited,
  keys?: Html,
): ActDone {
  const title = say(`Send this link to ${person.name}`, `Bu bağlantıyı gönderin: ${person.name}`);
  const link = `${consoleAddress(app).origin}/console/invitation?token=${token}`;
  return {
    title,
    content: html`${head(title, [to('people'), say('People', 'Kişiler')])}
<p class="notice warm">${say('It is not shown again. Send it to nobody else: whoever opens it first is let in.', 'Bir daha gösterilmez. Başkasına göndermeyin: ilk açan içeri alınır.')}</p>
${facts([
  [say('Link', 'Bağlantı'), html`<code class="id">${link}</code>`],
  [say('Works once, until', 'Bir kez çalışır; geçerlilik sonu'), minute(expiresAt)],
  [
    say('By e-mail', 'E-postayla'),
    mailedTo === null
      ? say(
          'Not mailed: the kind Invitation is switched off, or there is no address.',
          'Gönderilmiyor: Davet türü kapalı ya da adres yok.',
        )
      : say(
          `A link of its own is on its way to ${mailedTo}; the first that is used ends the other.`,
          `Ayrı bir bağlantı şu adrese gönderiliyor: ${mailedTo}. Önce kullanılan, öbürünü geçersiz kılar.`,
        ),
  ],
])}${keys}`,
  };
}

/** Invites a new person. */
export const invite: Act = {
  verb: inConsoleAlone('account', { asksPasskey: true }),
  about: ({ name }) => name?.slice(0, CONSOLE.nameCharactersMax),
  from: atPeople,
  run: async (call) => {
    const { app, form } = call;
    const asked = { name: form.name ?? '', roles: rolesIn(form), email: form.email };
    return invitationMade(call, await invitePerson(app, asked, changerOf(call)));
  },
};

/** Invites somebody again; of a device that was lost or stolen it shows the keys that may have been made with it. */
export const inviteAgain: Act = {
  verb: inConsoleAlone('account', { asksPasskey: true }),
  about: idIn,
  from: atPerson,
  run: async (call) => {
    const because = REASONS.find((one) => one === call.form.because);
    if (because === undefined)
      throw new OperatorError('choose whether a device was lost or stolen', 'because');
    const asked = { personId: idIn(call.form), because };
    const made = await again(call.app, asked, changerOf(call));
    const keys = because === 'neither' ? undefined : await keysOf(call, made.person);
    return invitationMade(call, made, keys);
  },
};

/** The keys that come from somebody and go on working, for whoever may revoke them; undefined where there are none. */
async function keysOf(
  { app, person }: ActCall,
  { id, name }: Person,
  isMeant: (key: KeyInfo) => boolean = () => true,
): Promise<Html | undefined> {
  const keys = keysFrom(id, await listKeys(app), app.clock()).filter(isMeant);
  if (keys.length === 0 || !mayDo(person.roles, 'connections')) return undefined;
  return html`<section class="stack" aria-labelledby="keys"><h2 id="keys">${say(`Keys that come from ${name}`, `${name} adlı kişiden kalan anahtarlar`)}</h2>
<p class="notice warm">${say('They go on working. Revoke each that is not needed, or that others may know.', 'Çalışmayı sürdürürler. Gerekmeyen ya da başkasının bilebileceği anahtarları iptal edin.')}</p>${keysLeft(keys)}</section>`;
}

/** Where an act about somebody leads: to a page where keys are shown first, else to their own. */
function afterwards({ id, name }: Person, done: 'roles' | 'removed', keys: Html | undefined): ActDone {
  if (!keys) return { to: 'person', query: { id }, done };
  return {
    title: name,
    content: html`${head(name, [to('people'), say('People', 'Kişiler')])}
<p class="notice good" role="status">${DONE_WORDS()[done]}</p>${keys}<p><a href="${to('person', { id })}">${say(`Open ${name}`, `Aç: ${name}`)}</a></p>`,
  };
}

/** Gives somebody other roles, and the address that messages to them go to. */
export const setRoles: Act = {
  verb: inConsoleAlone('account', { asksPasskey: true }),
  about: idIn,
  from: atPerson,
  run: async (call) => {
    const asked = { personId: idIn(call.form), roles: rolesIn(call.form), email: call.form.email };
    const changed = await giveRoles(call.app, asked, changerOf(call));
    const held = rightsOf(changed.roles);
    const keys = await keysOf(call, changed, ({ rights }) => rightsLacking(rights, held).length > 0);
    return afterwards(changed, 'roles', keys);
  },
};

/** Revokes the keys that come from a person, but for the last with all rights, which is left. */
async function revokeKeysFrom({ app }: ActCall, personId: string): Promise<void> {
  for (const { apiKey } of keysFrom(personId, await listKeys(app), app.clock())) {
    try {
      await revokeKey(app, apiKey);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'last_key')) throw error;
    }
  }
}

/** Removes somebody; keys that come from them end too where that is asked for, and are shown where they go on. */
export const removePerson: Act = {
  verb: inConsoleAlone('account', { asksPasskey: true }),
  about: idIn,
  from: atPerson,
  run: async (call) => {
    const { app, form } = call;
    const removed = await removeOne(app, idIn(form), changerOf(call));
    if (form['revoke-keys'] === 'on') await revokeKeysFrom(call, removed.id);
    const left = keysFrom(removed.id, await listKeys(app), app.clock());
    if (left.length === 0) return { to: 'people', done: 'removed' };
    const title = say(
      `${removed.name} is removed; these keys still work`,
      `${removed.name} kaldırıldı; şu anahtarlar hâlâ çalışıyor`,
    );
    return {
      title,
      content: html`${head(title, [to('people'), say('People', 'Kişiler')])}
<p class="notice warm">${say('Revoke each that the person may still know.', 'Kişinin bilmeyi sürdürebileceği anahtarları iptal edin.')}</p>${keysLeft(left)}`,
    };
  },
};

/** Removes a passkey: of oneself, or as an owner. */
export const removePasskey: Act = {
  verb: inConsoleAlone('oneself', { asksPasskey: true }),
  about: idIn,
  from: atPerson,
  run: async (call) => {
    const { app, form, person } = call;
    const personId = idIn(form);
    if (personId !== person.id && !mayDo(person.roles, 'account'))
      throw new OperatorError('a passkey of somebody else is removed by an owner');
    const asked = { personId, passkeyId: form.passkey ?? '' };
    const left = await remove(app, asked, changerOf(call));
    return afterwards(left, 'removed', await keysOf(call, left));
  },
};

/** Whom an act of sessions is about: oneself, or as an owner somebody else. Throws OperatorError. */
async function whoseSessions({ app, person, form: { id = person.id } }: ActCall): Promise<Person> {
  if (id === person.id) return person;
  if (!mayDo(person.roles, 'account'))
    throw new OperatorError('a session of somebody else is ended by an owner');
  const found = (await readEveryone(app)).find((one) => one.id === id);
  if (!found) throw new OperatorError('there is no such person');
  return found;
}

/** Ends another session of one's own, or as an owner one of somebody else. */
export const endSession: Act = {
  verb: inConsoleAlone('oneself'),
  about: idIn,
  from: atPerson,
  run: async (call) => {
    const { session: hash = '' } = call.form;
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new OperatorError('there is no such session');
    const of = await whoseSessions(call);
    await end(call.app, call, { hash, of });
    if (of.visit) return { to: 'people', done: 'session-ended' };
    return { to: 'person', query: { id: of.id }, done: 'session-ended' };
  },
};

/** Ends all sessions of somebody at once, but for the one that asks for it. */
export const endSessions: Act = {
  verb: inConsoleAlone('oneself'),
  about: idIn,
  from: atPerson,
  run: async (call) => {
    const { id } = await whoseSessions(call);
    await endAll(call.app, id, changerOf(call));
    return { to: 'person', query: { id }, done: 'sessions-ended' };
  },
};

/** Sets a plan's days of grace and its VAT; empty for none, and for that of the invoicing account. */
export const setGrace: Act = {
  verb: setPlan,
  about: idIn,
  from: ({ id }) => ({ screen: 'plan', query: { id } }),
  run: async (call) => {
    const { form } = call;
    const { graceDays = '', vatRate } = form;
    const days = graceDays === '' ? null : Number(graceDays);
    const vat = vatRate === undefined ? {} : { vatRate: vatRate === '' ? null : vatRateIn(vatRate) };
    await byPerson(setPlan, call, { plan: idIn(form), fields: { graceDays: days, ...vat } });
    return { to: 'plan', query: { id: form.id }, done: 'saved' };
  },
};

/** Sets what a plan includes: what is not written any more is taken away. */
export const setFeatures: Act = {
  verb: setPlan,
  about: idIn,
  from: ({ id }) => ({ screen: 'plan', query: { id } }),
  run: async (call) => {
    const { form } = call;
    await byPerson(setPlan, call, { plan: idIn(form), allFeatures: featuresIn(form.features ?? '') });
    return { to: 'plan', query: { id: form.id }, done: 'saved' };
  },
};
