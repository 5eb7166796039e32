import { OperatorError } from '../../account/operator-error.ts';
import { PORTAL_ACTIONS } from '../../billing/brand.ts';
import { browserHostsOf } from '../../billing/browser-address.ts';
import { MESSAGE_KINDS } from '../../messages/kinds.ts';
import { html } from '../../pages/html.ts';
import { setBrandTexts } from '../../verbs/set-brand-texts.ts';
import { setMessages as setMessagesVerb } from '../../verbs/set-messages.ts';
import { setPortal as setPortalVerb } from '../../verbs/set-portal.ts';
import { setRecovery as setRecoveryVerb } from '../../verbs/set-recovery.ts';
import { testMessage as testMessageVerb } from '../../verbs/test-message.ts';
import { byPerson } from '../../verbs/verb.ts';
import { messageSettingsInput, messageTestInput } from '../../wire/messages.ts';
import { brandTexts, portalSettingsInput } from '../../wire/brand.ts';
import { recoveryInput } from '../../wire/recovery.ts';
import type { Act } from '../act.ts';
import { language, say } from '../../pages/say.ts';
import { BRAND_FIELDS } from '../screens/brand.ts';
import { facts, head, to } from '../screens/parts.ts';
import type { Given } from '../visit.ts';
import { kindSaid } from '../message-kinds.ts';

const nothing = () => undefined;

/** The days of a text such as `1, 3, 6`. Throws OperatorError for what are none. */
function daysIn(text = ''): number[] {
  const parts = text.split(/[\s,;]+/).filter((one) => one !== '');
  if (!parts.every((one) => /^\d{1,3}$/.test(one)))
    throw new OperatorError('days are whole numbers with commas between them, such as 1, 3, 6', 'retryDays');
  return parts.map(Number);
}

/** Sets on which days a failed renewal is tried again, and what follows. */
export const setRecovery: Act = {
  verb: setRecoveryVerb,
  about: ({ retryDays, then }) => `${retryDays?.slice(0, 60) ?? ''} ${then?.slice(0, 10) ?? ''}`.trim(),
  from: () => ({ screen: 'recovery', query: {} }),
  run: async (call) => {
    const { form } = call;
    const settings = recoveryInput({ retryDays: daysIn(form.retryDays), then: form.then });
    await byPerson(setRecoveryVerb, call, settings);
    return { to: 'recovery', done: 'saved' };
  },
};

/** Sets what customers may do in the portal. */
export const setPortal: Act = {
  fields: { plans: 'offer', actions: 'enabled' },
  verb: setPortalVerb,
  about: nothing,
  from: () => ({ screen: 'portal', query: {} }),
  run: async (call) => {
    const { form } = call;
    const actions = PORTAL_ACTIONS.filter((one) => form[`action-${one}`] === 'on');
    const settings = { enabled: form.enabled === 'on', actions, plans: plansIn(form) };
    await byPerson(setPortalVerb, call, portalSettingsInput(settings));
    return { to: 'portal', done: 'saved' };
  },
};

function plansIn(form: Given): string | string[] {
  if (form.offer !== 'chosen') return form.offer ?? 'same-product';
  const chosen = Object.keys(form).filter((name) => name.startsWith('plan-') && form[name] === 'on');
  return chosen.map((name) => name.slice('plan-'.length));
}

/** Sets how customers' pages look; an empty field takes away what was set. */
export const setBrand: Act = {
  verb: setBrandTexts,
  about: ({ displayName }) => displayName?.slice(0, 100),
  from: () => ({ screen: 'brand', query: {} }),
  run: async (call) => {
    const { form } = call;
    const texts = BRAND_FIELDS.map(({ name }) => [name, form[name]?.trim() || null] as const);
    const given = brandTexts(Object.fromEntries(texts), browserHostsOf(call.app.tenant, call.app.settings));
    await byPerson(setBrandTexts, call, given);
    return { to: 'brand', done: 'saved' };
  },
};

/** Sets which messages go out, and as whose; an empty field takes away what was set. */
export const setMessages: Act = {
  verb: setMessagesVerb,
  about: (form) =>
    MESSAGE_KINDS.filter((kind) => form[`on-${kind}`] === 'on')
      .join(', ')
      .slice(0, 200),
  from: () => ({ screen: 'messages', query: {} }),
  run: async (call) => {
    const { form } = call;
    const kinds = MESSAGE_KINDS.map((kind) => [kind, { on: form[`on-${kind}`] === 'on' }] as const);
    const given = {
      senderName: form.senderName?.trim() || null,
      replyTo: form.replyTo?.trim() || null,
      language: form.language,
      kinds: Object.fromEntries(kinds),
    };
    await byPerson(setMessagesVerb, call, messageSettingsInput(given));
    return { to: 'messages', done: 'saved' };
  },
};

/** Sends the person who asks a message with invented contents, and says what became of it. */
export const testMessage: Act = {
  fields: { to: 'kind' },
  verb: testMessageVerb,
  about: ({ kind }) => MESSAGE_KINDS.find((one) => one === kind),
  from: () => ({ screen: 'messages', query: {} }),
  run: async (call) => {
    const { person, form } = call;
    if (person.email === null)
      throw new OperatorError('you have no e-mail address on record; an owner adds it on your page', 'kind');
    const { kind, to: address } = messageTestInput({ kind: form.kind, to: person.email });
    const { sent, error } = await byPerson(testMessageVerb, call, {
      kind,
      to: address,
      language: language(),
    });

    const title = sent ? say('Test sent', 'Deneme gönderildi') : say('Test not sent', 'Deneme gönderilemedi');
    const pairs = [
      [say('Kind', 'Tür'), kindSaid(kind)[0]],
      [say('To', 'Kime'), address],
      ...(error === null ? [] : [[say('Why', 'Neden'), html`<code>${error}</code>`] as const]),
    ] as const;
    return {
      title,
      content: html`${head(title, [to('messages'), say('Messages', 'İletiler')])}${facts(pairs)}
<p class="prose quiet">${say('Its contents are invented. It is no message: it stands in no list, and customers get none.', 'İçeriği örnektir. Bir ileti sayılmaz: hiçbir listede görünmez, müşterilere gitmez.')}</p>`,
    };
  },
};
