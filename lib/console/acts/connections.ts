import { say } from '../../pages/say.ts';
import { addressesFor } from '../../wire/account.ts';
import { RIGHTS, rightsIn } from '../../billing/rights.ts';
import { html } from '../../pages/html.ts';
import { clearWebhook as clearVerb } from '../../verbs/clear-webhook.ts';
import { createKey as createVerb } from '../../verbs/create-key.ts';
import { finishRotation as finishVerb } from '../../verbs/finish-rotation.ts';
import { replayEvent as replayVerb } from '../../verbs/replay-event.ts';
import { replayRange as replayRangeVerb } from '../../verbs/replay-range.ts';
import { revokeKey as revokeVerb } from '../../verbs/revoke-key.ts';
import { rotateKey as rotateVerb } from '../../verbs/rotate-key.ts';
import { rotateSecret as rotateSecretVerb } from '../../verbs/rotate-secret.ts';
import { setWebhook as setVerb } from '../../verbs/set-webhook.ts';
import { testWebhook as testVerb } from '../../verbs/test-webhook.ts';
import { byPerson } from '../../verbs/verb.ts';
import { replayInput } from '../../wire/events.ts';
import { createKeyInput, revokeKeyInput, rotateKeyInput } from '../../wire/keys.ts';
import { addressInput, rotationInput, testAnswer, testInput } from '../../wire/webhook-settings.ts';
import type { Act, ActDone } from '../act.ts';
import { facts, head, to } from '../screens/parts.ts';
import { rightsOf } from '../roles.ts';
import type { Given } from '../visit.ts';

const nothing = () => undefined;
const atWebhooks = () => ({ screen: 'webhooks', query: {} }) as const;

/** What is shown once: it is on no page after this one. */
function shownOnce(title: string, pairs: readonly (readonly [string, string])[]): ActDone {
  const rows = pairs.map(([name, value]) => [name, html`<code class="id">${value}</code>`] as const);
  return {
    title,
    content: html`${head(title, [to('webhooks'), say('Webhooks and keys', 'Webhook ve anahtarlar')])}
<p class="notice warm">${say('Keep it now: it is not shown again.', 'Şimdi saklayın: bir daha gösterilmez.')}</p>
${facts(rows)}`,
  };
}

/** Sends one event again, now. */
export const replayEvent: Act = {
  verb: replayVerb,
  about: ({ id }) => id,
  from: ({ id }) => ({ screen: 'event', query: { id } }),
  run: async (call) => {
    const { form } = call;
    const input = replayInput({ eventId: form.id ?? '' });
    if (input.by === 'event') await byPerson(replayVerb, call, input.eventId);
    return { to: 'event', query: { id: form.id }, done: 'replayed' };
  },
};

/** Sends the undelivered events of some days again, in the background. */
export const replayRange: Act = {
  verb: replayRangeVerb,
  about: ({ from, to: until }) => `${from ?? ''} – ${until ?? ''}`,
  from: () => ({ screen: 'events', query: {} }),
  run: async (call) => {
    const { form } = call;
    const input = replayInput({ from: form.from, to: form.to });
    if (input.by === 'event') return { to: 'events' };
    const { id } = await byPerson(replayRangeVerb, call, input);
    return { to: 'replay', query: { id } };
  },
};

/** Sets the webhook's address; the first time its secret is shown, once. */
export const setWebhook: Act = {
  verb: setVerb,
  about: ({ url }) => url && addressesFor(['read']).address(url).slice(0, 200),
  from: atWebhooks,
  run: async (call) => {
    const { form } = call;
    const { secret } = await byPerson(setVerb, call, addressInput({ url: form.url }).url);
    if (secret === undefined) return { to: 'webhooks', done: 'set' };
    return shownOnce(say('The webhook is set', 'Webhook adresi kaydedildi'), [
      [say('Secret', 'Gizli anahtar'), secret],
    ]);
  },
};

/** Removes the webhook. */
export const clearWebhook: Act = {
  verb: clearVerb,
  about: nothing,
  from: atWebhooks,
  run: async (call) => {
    await byPerson(clearVerb, call, undefined);
    return { to: 'webhooks', done: 'removed' };
  },
};

/** Sends one signed example, and shows what the receiver answered. */
export const testWebhook: Act = {
  fields: { notificationType: 'type' },
  verb: testVerb,
  about: ({ type }) => type?.slice(0, 60),
  from: atWebhooks,
  run: async (call) => {
    const { form } = call;
    const { notificationType } = testInput({ notificationType: form.type });
    const { data } = testAnswer(await byPerson(testVerb, call, notificationType), notificationType);
    const title = data.delivered
      ? say('The example was delivered', 'Örnek iletildi')
      : say('The example was not delivered', 'Örnek iletilemedi');
    const pairs = [
      [say('Type', 'Tür'), notificationType],
      [say('Answer', 'Yanıt'), data.httpStatus === null ? data.error : `HTTP ${data.httpStatus}`],
      [say('Took', 'Süre'), `${data.tookMs} ms`],
      [say('Body', 'Gövde'), html`<code>${data.answer ?? ''}</code>`],
    ] as const;
    return {
      title,
      content: html`${head(title, [to('webhooks'), say('Webhooks and keys', 'Webhook ve anahtarlar')])}${facts(pairs)}
<p class="prose quiet">${say(html`It carries <code>X-Svc-Test: true</code>; it is not an event, and is not kept or sent again.`, html`İstek <code>X-Svc-Test: true</code> başlığını taşır; bir olay değildir, saklanmaz ve yeniden gönderilmez.`)}</p>`,
    };
  },
};

/** Makes a new webhook secret, which is shown once. */
export const rotateSecret: Act = {
  verb: rotateSecretVerb,
  about: nothing,
  from: () => ({ screen: 'rotate-secret', query: {} }),
  run: async (call) => {
    const { form } = call;
    const { overlapHours } = rotationInput({ overlapHours: numberIn(form.overlapHours) });
    const { secret } = await byPerson(rotateSecretVerb, call, overlapHours);
    return shownOnce(say('The new secret', 'Yeni gizli anahtar'), [
      [say('Secret', 'Gizli anahtar'), secret ?? ''],
    ]);
  },
};

/** Ends the old webhook secret. */
export const finishRotation: Act = {
  verb: finishVerb,
  about: nothing,
  from: atWebhooks,
  run: async (call) => {
    await byPerson(finishVerb, call, undefined);
    return { to: 'webhooks', done: 'rotated' };
  },
};

/** Makes a key pair. */
export const createKey: Act = {
  verb: createVerb,
  about: ({ label }) => label?.slice(0, 64),
  from: atWebhooks,
  run: async (call) => {
    const { form } = call;
    const chosen = RIGHTS.filter((right) => form[`right-${right}`] === 'on');
    const { label } = createKeyInput({ label: form.label });
    const { key, apiSecret } = await byPerson(createVerb, call, {
      ...{ label, rights: rightsIn(chosen) },
      held: rightsOf(call.person.roles),
    });
    return shownOnce(say('The new key', 'Yeni anahtar'), [
      ['X-Api-Key', key.apiKey],
      ['X-Api-Secret', apiSecret],
    ]);
  },
};

/** Replaces a key pair. */
export const rotateKey: Act = {
  fields: { apiKey: 'key' },
  verb: rotateVerb,
  about: ({ key }) => key?.slice(0, 128),
  from: ({ key }) => ({ screen: 'rotate-key', query: { key } }),
  run: async (call) => {
    const { form } = call;
    const input = rotateKeyInput({ apiKey: form.key, overlapHours: numberIn(form.overlapHours) });
    const { key, apiSecret } = await byPerson(rotateVerb, call, {
      ...input,
      held: rightsOf(call.person.roles),
    });
    return shownOnce(say('The new key', 'Yeni anahtar'), [
      ['X-Api-Key', key.apiKey],
      ['X-Api-Secret', apiSecret],
    ]);
  },
};

/** Revokes a key pair. */
export const revokeKey: Act = {
  verb: revokeVerb,
  about: ({ key }) => key?.slice(0, 128),
  from: ({ key }) => ({ screen: 'revoke-key', query: { key } }),
  run: async (call) => {
    const { form } = call;
    await byPerson(revokeVerb, call, revokeKeyInput({ apiKey: form.key }).apiKey);
    return { to: 'webhooks', done: 'revoked' };
  },
};

/** A number of a form; what is none stays what it is, and is refused as in the API. */
function numberIn(given: Given[string]): number | string | undefined {
  return given !== undefined && /^-?\d{1,9}$/.test(given) ? Number(given) : given;
}
