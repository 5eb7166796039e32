import { keyStateOf, type KeyInfo } from '../../billing/api-key.ts';
import { say } from '../say.ts';
import { html, type Html } from '../../pages/html.ts';
import { EVENT_TYPES } from '../../billing/events.ts';
import { listKeys } from '../../account/keys.ts';
import { readAccount, type Account } from '../../account/account.ts';
import { API_KEYS, OVERLAP_HOURS } from '../../limits.ts';
import { webhookHealth } from '../../wire/webhook-settings.ts';
import { mayDo } from '../roles.ts';
import type { Screen, Visit } from '../visit.ts';
import {
  block,
  choice,
  day,
  facts,
  field,
  head,
  hidden,
  mark,
  oneButton,
  table,
  time,
  to,
  whatThisDoes,
} from './parts.ts';
import { whoMay } from './subscriber.ts';

const HEALTH = () =>
  ({
    healthy: ['good', say().webhooks.healthy],
    slow: ['warm', say().webhooks.slow],
    failing: ['bad', say().webhooks.failing],
  }) as const;

/** The webhook, and the key pairs with which the API is called. */
export const webhooks: Screen = {
  place: 'webhooks',
  show: async (visit) => {
    const { app, tenant, person } = visit;
    const [account, keys] = await Promise.all([readAccount(app, tenant.id), listKeys(app, tenant.id)]);
    const may = mayDo(person.roles, 'connections');
    return {
      title: say().webhooks.title,
      content: html`${head(say().webhooks.title)}
<section class="stack" aria-labelledby="webhook"><h2 id="webhook">${say().webhooks.webhook}</h2>${webhookPart(account, visit, may)}</section>
${block('keys', say().webhooks.keys, keysPart(keys, visit, may))}`,
    };
  },
};

function webhookPart(
  { tenant: { webhook }, webhookHealth: health }: Account,
  visit: Visit,
  may: boolean,
): Html {
  const form = html`<form class="stack" method="post" action="/console/set-webhook">${hidden(visit)}
${field(visit, 'url', say().webhooks.address, { hint: say().webhooks.addressHint, type: 'url', value: webhook?.url ?? '', max: 2048 })}
<div><button class="${webhook === null && 'primary'}">${webhook ? say().webhooks.change : say().webhooks.set}</button></div></form>`;
  if (!webhook) return html`<p>${say().webhooks.noneSet}</p>${may ? form : whoMay('connections')}`;
  const [kind, word] = HEALTH()[webhookHealth(health)];
  const { lastFailure, lastDeliveredAt } = health;
  const failure =
    lastFailure &&
    html`${time(lastFailure.at)}: ${lastFailure.error ?? `HTTP ${lastFailure.httpStatus ?? ''}`}`;
  const pairs = [
    [say().webhooks.address, html`<code class="id">${webhook.url}</code>`],
    [say().webhooks.health, mark(kind, word)],
    [say().webhooks.lastDelivered, time(lastDeliveredAt)],
    [say().webhooks.lastFailure, failure ?? '–'],
    [say().webhooks.secret, html`${say().webhooks.made(day(webhook.secretCreatedAt))}`],
  ] as const;
  const { rotation } = webhook;
  const rotating = rotation
    ? html`<p class="notice warm"><span>${say().webhooks.rotating(time(rotation.startedAt), time(rotation.endsAt))}</span></p>${oneButton(visit, 'finish-rotation', say().webhooks.finish)}`
    : html`<a class="button" href="${to('rotate-secret')}">${say().webhooks.rotateSecret}</a>`;
  const examples = EVENT_TYPES.map((type) => [type, type] as const);
  const test = html`<form class="filters" method="post" action="/console/test-webhook">${hidden(visit)}${choice('type', say().webhooks.example, examples, visit.typed.type)}<button>${say().webhooks.sendNow}</button></form>`;
  return html`${facts(pairs)}${may ? html`${test}<div class="row">${rotating}</div>${form}` : html`<p>${whoMay('connections')}</p>`}`;
}

const KEY_COLUMNS = () =>
  [
    { name: say().webhooks.key },
    { name: say().webhooks.state, kind: 'top-end' },
    { name: say().webhooks.may, kind: 'lab' },
    { name: say().webhooks.lastUsed, kind: 'lab' },
    { name: say().webhooks.action, kind: 'act', isHidden: true },
  ] as const;

const STATES = () =>
  ({
    ACTIVE: ['good', say().webhooks.active],
    EXPIRING: ['warm', say().webhooks.expiring],
    REVOKED: ['over', say().webhooks.revoked],
  }) as const;

function keysPart(keys: readonly KeyInfo[], visit: Visit, may: boolean): Html {
  const rows = keys.map((key) => {
    const state = keyStateOf(key, visit.now);
    const [kind, word] = STATES()[state];
    const name = key.label === '' ? say().webhooks.noLabel : key.label;
    const acts =
      state === 'REVOKED' || !may
        ? null
        : html`<a href="${to('rotate-key', { key: key.apiKey })}" aria-label="${say().webhooks.rotateOf(key.apiKey)}">${say().webhooks.rotate}</a> <a href="${to('revoke-key', { key: key.apiKey })}" aria-label="${say().webhooks.revokeOf(key.apiKey)}">${say().webhooks.revoke}</a>`;
    return [
      html`<code class="id">${key.apiKey}</code> <small>${name}</small>`,
      html`${mark(kind, word)}${state === 'EXPIRING' && html` ${say().webhooks.untilTime(time(key.expiresAt))}`}`,
      key.scope === 'all' ? say().webhooks.everything : say().webhooks.read,
      time(key.lastUsedAt),
      acts,
    ];
  });
  const form = html`<form class="stack" method="post" action="/console/create-key">${hidden(visit)}
${field(visit, 'label', say().webhooks.label, { hint: say().webhooks.labelHint, isOptional: true, max: API_KEYS.labelCharactersMax })}
${choice(
  'scope',
  say().webhooks.may,
  [
    ['all', say().webhooks.all],
    ['read', say().webhooks.readOnly],
  ],
  visit.typed.scope ?? 'all',
)}
<div><button>${say().webhooks.create}</button></div></form>`;
  return html`${table(say().webhooks.keys, KEY_COLUMNS(), rows)}${may && html`<h3>${say().webhooks.further}</h3>${form}`}`;
}

const OVERLAPS = () =>
  [
    ['24', say().webhooks.dayLonger],
    [String(OVERLAP_HOURS.max), say().webhooks.weekLonger],
    ['0', say().webhooks.endsAtOnce],
  ] as const;

/** Rotating a key. */
export const rotateKey: Screen = {
  place: 'webhooks',
  needs: 'connections',
  show: async (visit) => {
    const { key: apiKey = '' } = visit.query;
    const title = say().webhooks.rotateKey;
    return {
      title,
      content: html`${head(title, [to('webhooks'), say().webhooks.title])}
<p><code class="id">${apiKey}</code></p>
<form class="stack roomy" method="post" action="/console/rotate-key">${hidden(visit, { key: apiKey })}
${choice('overlapHours', say().webhooks.overlap, OVERLAPS(), visit.typed.overlapHours)}
${whatThisDoes({ money: null, provider: null, here: say().webhooks.rotateHere, sent: null })}
<div class="answer"><button class="primary">${say().webhooks.makeKey}</button><a class="button" href="${to('webhooks')}">${say().webhooks.back}</a></div></form>`,
    };
  },
};

/** Revoking a key. */
export const revokeKey: Screen = {
  place: 'webhooks',
  needs: 'connections',
  show: async (visit) => {
    const { key: apiKey = '' } = visit.query;
    const title = say().webhooks.revokeKey;
    return {
      title,
      content: html`${head(title, [to('webhooks'), say().webhooks.title])}
<p><code class="id">${apiKey}</code></p>
<form class="stack roomy" method="post" action="/console/revoke-key">${hidden(visit, { key: apiKey })}
${whatThisDoes({ money: null, provider: null, here: say().webhooks.revokeHere, sent: null })}
<div class="answer"><button class="danger">${say().webhooks.revokeThis}</button><a class="button" href="${to('webhooks')}">${say().webhooks.back}</a></div></form>`,
    };
  },
};

/** Rotating the webhook's secret. */
export const rotateSecret: Screen = {
  place: 'webhooks',
  needs: 'connections',
  show: async (visit) => {
    const title = say().webhooks.rotateSecretTitle;
    const here = say().webhooks.secretHere;
    return {
      title,
      content: html`${head(title, [to('webhooks'), say().webhooks.title])}
<form class="stack roomy" method="post" action="/console/rotate-secret">${hidden(visit)}
${choice(
  'overlapHours',
  say().webhooks.overlap,
  [
    ['24', say().webhooks.aDay],
    ['168', say().webhooks.aWeek],
    ['0', say().webhooks.atOnce],
  ],
  visit.typed.overlapHours,
)}
${whatThisDoes({ money: null, provider: null, here, sent: null })}
<div class="answer"><button class="primary">${say().webhooks.makeSecret}</button><a class="button" href="${to('webhooks')}">${say().webhooks.back}</a></div></form>`,
    };
  },
};
