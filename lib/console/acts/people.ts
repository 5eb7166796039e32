import { say } from '../say.ts';
import { sayOnScreen } from '../say-on-screen.ts';
import { keysFrom } from '../../billing/api-key.ts';
import { listKeys, revokeKey } from '../../account/keys.ts';
import { Refusal } from '../../refusal.ts';
import { html } from '../../pages/html.ts';
import { OperatorError } from '../../account/operator-error.ts';
import { vatRateIn } from '../../account/plan-fields.ts';
import { setPlan } from '../../account/plans.ts';
import { CONSOLE } from '../../limits.ts';
import { ROLES } from '../../table/people/people.ts';
import { consoleAddress } from '../address.ts';
import type { Act, ActCall, ActDone } from '../act.ts';
import {
  invite as invitePerson,
  inviteAgain as again,
  removePasskey as remove,
  removePerson as removeOne,
  setRoles as giveRoles,
} from '../people.ts';
import type { Invited } from '../people.ts';
import { endSession as end } from '../session.ts';
import { mayDo } from '../roles.ts';
import { facts, head, minute, to } from '../screens/parts.ts';
import { keysLeft } from '../screens/people.ts';
import type { Given } from '../visit.ts';

const changerOf = ({ person }: ActCall) => ({ by: 'person', person }) as const;
const atPeople = () => ({ screen: 'people', query: {} }) as const;
const atPerson = ({ id }: Given) => ({ screen: 'person', query: { id } }) as const;
const rolesIn = (form: Given) => ROLES.filter((role) => form[`role-${role}`] === 'on');
const idIn = ({ id = '' }: Given) => id;

function invitationMade({ app }: ActCall, { person, token, expiresAt }: Invited): ActDone {
  const title = say().acts.sendLink(person.name);
  const link = `${consoleAddress(app).origin}/console/invitation?token=${token}`;
  return {
    title,
    content: html`${head(title, [to('people'), say().acts.people])}
<p class="notice warm">${say().acts.firstIn}</p>
${facts([
  [say().acts.link, html`<code class="id">${link}</code>`],
  [say().acts.works, minute(expiresAt)],
])}`,
  };
}

/** Invites a new person. */
export const invite: Act = {
  needs: 'account',
  about: ({ name }) => name?.slice(0, CONSOLE.nameCharactersMax),
  from: atPeople,
  run: async (call) => {
    const { app, tenant, form } = call;
    const asked = { name: form.name ?? '', roles: rolesIn(form) };
    return invitationMade(call, await invitePerson(app, tenant.id, asked, changerOf(call)));
  },
};

/** Invites somebody again who has lost every passkey. */
export const inviteAgain: Act = {
  needs: 'account',
  about: idIn,
  from: atPerson,
  run: async (call) =>
    invitationMade(call, await again(call.app, call.tenant.id, idIn(call.form), changerOf(call))),
};

/** Gives somebody other roles. */
export const setRoles: Act = {
  needs: 'account',
  about: idIn,
  from: atPerson,
  run: async (call) => {
    const asked = { personId: idIn(call.form), roles: rolesIn(call.form) };
    const { id } = await giveRoles(call.app, call.tenant.id, asked, changerOf(call));
    return { to: 'person', query: { id }, done: 'roles' };
  },
};

/** Revokes the keys that come from a person, but for the last with all rights, which is left. */
async function revokeKeysFrom({ app, tenant }: ActCall, personId: string): Promise<void> {
  for (const { apiKey } of keysFrom(personId, await listKeys(app, tenant.id), app.clock())) {
    try {
      await revokeKey(app, tenant.id, apiKey);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'last_key')) throw error;
    }
  }
}

/** Removes somebody; keys that come from them end too where that is asked for, and are shown where they go on. */
export const removePerson: Act = {
  needs: 'account',
  about: idIn,
  from: atPerson,
  run: async (call) => {
    const { app, tenant, form } = call;
    const removed = await removeOne(app, tenant.id, idIn(form), changerOf(call));
    if (form['revoke-keys'] === 'on') await revokeKeysFrom(call, removed.id);
    const left = keysFrom(removed.id, await listKeys(app, tenant.id), app.clock());
    if (left.length === 0) return { to: 'people', done: 'removed' };
    const title = sayOnScreen().people.removedKeys(removed.name);
    return {
      title,
      content: html`${head(title, [to('people'), say().acts.people])}
<p class="notice warm">${sayOnScreen().people.removedKeysSaid}</p>${keysLeft(left)}`,
    };
  },
};

/** Removes a passkey: of oneself, or as an owner. */
export const removePasskey: Act = {
  needs: 'oneself',
  about: idIn,
  from: atPerson,
  run: async (call) => {
    const { app, tenant, form, person } = call;
    const personId = idIn(form);
    if (personId !== person.id && !mayDo(person.roles, 'account'))
      throw new OperatorError('a passkey of somebody else is removed by an owner');
    const asked = { personId, passkeyId: form.passkey ?? '' };
    await remove(app, tenant.id, asked, changerOf(call));
    return { to: 'person', query: { id: personId }, done: 'removed' };
  },
};

/** Ends another session of one's own. */
export const endSession: Act = {
  needs: 'oneself',
  about: () => undefined,
  from: () => ({ screen: 'person', query: {} }),
  run: async (call) => {
    const { session: hash = '' } = call.form;
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new OperatorError('there is no such session');
    await end(call.app, call, hash);
    return { to: 'person', done: 'session-ended' };
  },
};

/** Sets a plan's days of grace and its VAT; empty for none, and for that of the invoicing account. */
export const setGrace: Act = {
  needs: 'account',
  about: idIn,
  from: ({ id }) => ({ screen: 'plan', query: { id } }),
  run: async ({ app, tenant, form }) => {
    const { graceDays = '', vatRate } = form;
    const days = graceDays === '' ? null : Number(graceDays);
    const vat = vatRate === undefined ? {} : { vatRate: vatRate === '' ? null : vatRateIn(vatRate) };
    await setPlan(app, tenant.id, idIn(form), { graceDays: days, ...vat });
    return { to: 'plan', query: { id: form.id }, done: 'saved' };
  },
};
