import { html, type Html } from '../../pages/html.ts';
import { EVENT_TYPES } from '../../billing/events.ts';
import { listKeys } from '../../account/keys.ts';
import { readAccount, type Account } from '../../account/account.ts';
import { API_KEYS, OVERLAP_HOURS } from '../../limits.ts';
import { keyStateOf, type KeyInfo } from '../../table/tenants/keys.ts';
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

const HEALTH = {
  healthy: ['good', 'Healthy'],
  slow: ['warm', 'Slow'],
  failing: ['bad', 'Failing'],
} as const;

/** The webhook, and the key pairs with which the API is called. */
export const webhooks: Screen = {
  place: 'webhooks',
  show: async (visit) => {
    const { app, tenant, person } = visit;
    const [account, keys] = await Promise.all([readAccount(app, tenant.id), listKeys(app, tenant.id)]);
    const may = mayDo(person.roles, 'connections');
    return {
      title: 'Webhooks and keys',
      content: html`${head('Webhooks and keys')}
<section class="stack" aria-labelledby="webhook"><h2 id="webhook">Webhook</h2>${webhookPart(account, visit, may)}</section>
${block('keys', 'Keys', keysPart(keys, visit, may))}`,
    };
  },
};

function webhookPart(
  { tenant: { webhook }, webhookHealth: health }: Account,
  visit: Visit,
  may: boolean,
): Html {
  const form = html`<form class="stack" method="post" action="/console/set-webhook">${hidden(visit)}
${field(visit, 'url', 'Address', { hint: 'https, reachable from the internet; events are posted there', type: 'url', value: webhook?.url ?? '', max: 2048 })}
<div><button class="${webhook === null && 'primary'}">${webhook ? 'Change the address' : 'Set the webhook'}</button></div></form>`;
  if (!webhook)
    return html`<p>None is set: events are recorded, and sent to nobody.</p>${may ? form : whoMay('connections')}`;
  const [kind, word] = HEALTH[webhookHealth(health)];
  const { lastFailure, lastDeliveredAt } = health;
  const failure =
    lastFailure &&
    html`${time(lastFailure.at)}: ${lastFailure.error ?? `HTTP ${lastFailure.httpStatus ?? ''}`}`;
  const pairs = [
    ['Address', html`<code class="id">${webhook.url}</code>`],
    ['Health', mark(kind, word)],
    ['Last delivered', time(lastDeliveredAt)],
    ['Last failure', failure ?? '–'],
    ['Secret', html`made ${day(webhook.secretCreatedAt)}; it was shown once`],
  ] as const;
  const { rotation } = webhook;
  const rotating = rotation
    ? html`<p class="notice warm"><span>A rotation is under way since ${time(rotation.startedAt)}: <code>X-Svc-Signature</code> is made with the old secret, <code>X-Svc-Signature-Next</code> with the new one. It ends by itself ${time(rotation.endsAt)}, or with the first delivery after that.</span></p>${oneButton(visit, 'finish-rotation', 'Finish the rotation now')}`
    : html`<a class="button" href="${to('rotate-secret')}">Rotate the secret</a>`;
  const examples = EVENT_TYPES.map((type) => [type, type] as const);
  const test = html`<form class="filters" method="post" action="/console/test-webhook">${hidden(visit)}${choice('type', 'Send an example', examples, visit.typed.type)}<button>Send it now</button></form>`;
  return html`${facts(pairs)}${may ? html`${test}<div class="row">${rotating}</div>${form}` : html`<p>${whoMay('connections')}</p>`}`;
}

const KEY_COLUMNS = [
  { name: 'Key' },
  { name: 'State', kind: 'top-end' },
  { name: 'May' },
  { name: 'Last used' },
  { name: 'Action', kind: 'act', isHidden: true },
] as const;

const STATES = {
  ACTIVE: ['good', 'Active'],
  EXPIRING: ['warm', 'Expiring'],
  REVOKED: ['over', 'Revoked'],
} as const;

function keysPart(keys: readonly KeyInfo[], visit: Visit, may: boolean): Html {
  const rows = keys.map((key) => {
    const state = keyStateOf(key, visit.now);
    const [kind, word] = STATES[state];
    const name = key.label === '' ? 'without a label' : key.label;
    const acts =
      state === 'REVOKED' || !may
        ? null
        : html`<a href="${to('rotate-key', { key: key.apiKey })}" aria-label="Rotate ${key.apiKey}">Rotate</a> <a href="${to('revoke-key', { key: key.apiKey })}" aria-label="Revoke ${key.apiKey}">Revoke</a>`;
    return [
      html`<code class="id">${key.apiKey}</code> <small>${name}</small>`,
      html`${mark(kind, word)}${state === 'EXPIRING' && html` until ${time(key.expiresAt)}`}`,
      key.scope === 'all' ? 'everything' : 'read',
      time(key.lastUsedAt),
      acts,
    ];
  });
  const form = html`<form class="stack" method="post" action="/console/create-key">${hidden(visit)}
${field(visit, 'label', 'Label', { hint: 'What you call it, such as “shop”', isOptional: true, max: API_KEYS.labelCharactersMax })}
${choice(
  'scope',
  'May',
  [
    ['all', 'Everything'],
    ['read', 'Read only'],
  ],
  visit.typed.scope ?? 'all',
)}
<div><button>Create a key</button></div></form>`;
  return html`${table('Keys', KEY_COLUMNS, rows)}${may && html`<h3>A further key</h3>${form}`}`;
}

const OVERLAPS = [
  ['24', 'The old one works a day longer'],
  [String(OVERLAP_HOURS.max), 'The old one works a week longer'],
  ['0', 'The old one ends at once'],
] as const;

/** Rotating a key. */
export const rotateKey: Screen = {
  place: 'webhooks',
  needs: 'connections',
  show: async (visit) => {
    const { key: apiKey = '' } = visit.query;
    const title = 'Rotate a key';
    return {
      title,
      content: html`${head(title, [to('webhooks'), 'Webhooks and keys'])}
<p><code class="id">${apiKey}</code></p>
<form class="stack roomy" method="post" action="/console/rotate-key">${hidden(visit, { key: apiKey })}
${choice('overlapHours', 'Overlap', OVERLAPS, visit.typed.overlapHours)}
${whatThisDoes({ money: null, provider: null, here: 'A new pair with the same label and rights, shown once; the old one expires.', sent: null })}
<div class="answer"><button class="primary">Make the new key</button><a class="button" href="${to('webhooks')}">Back, change nothing</a></div></form>`,
    };
  },
};

/** Revoking a key. */
export const revokeKey: Screen = {
  place: 'webhooks',
  needs: 'connections',
  show: async (visit) => {
    const { key: apiKey = '' } = visit.query;
    const title = 'Revoke a key';
    return {
      title,
      content: html`${head(title, [to('webhooks'), 'Webhooks and keys'])}
<p><code class="id">${apiKey}</code></p>
<form class="stack roomy" method="post" action="/console/revoke-key">${hidden(visit, { key: apiKey })}
${whatThisDoes({ money: null, provider: null, here: 'It is refused everywhere within a minute, for good.', sent: null })}
<div class="answer"><button class="danger">Revoke this key</button><a class="button" href="${to('webhooks')}">Back, change nothing</a></div></form>`,
    };
  },
};

/** Rotating the webhook's secret. */
export const rotateSecret: Screen = {
  place: 'webhooks',
  needs: 'connections',
  show: async (visit) => {
    const title = 'Rotate the webhook’s secret';
    const here =
      'A new secret, shown once. X-Svc-Signature stays with the old one until the rotation is finished; X-Svc-Signature-Next carries the new one.';
    return {
      title,
      content: html`${head(title, [to('webhooks'), 'Webhooks and keys'])}
<form class="stack roomy" method="post" action="/console/rotate-secret">${hidden(visit)}
${choice(
  'overlapHours',
  'Overlap',
  [
    ['24', 'A day, to deploy the new secret'],
    ['168', 'A week'],
    ['0', 'None: the new secret signs at once'],
  ],
  visit.typed.overlapHours,
)}
${whatThisDoes({ money: null, provider: null, here, sent: null })}
<div class="answer"><button class="primary">Make the new secret</button><a class="button" href="${to('webhooks')}">Back, change nothing</a></div></form>`,
    };
  },
};
