import { keyStateOf, type KeyActor, type KeyInfo } from '../../billing/api-key.ts';
import { rightsLacking } from '../../billing/rights.ts';
import { sayOnScreen } from '../say-on-screen.ts';
import { html, type Html } from '../../pages/html.ts';
import { EVENT_TYPES } from '../../billing/events.ts';
import { Refusal } from '../../refusal.ts';
import { listKeys } from '../../account/keys.ts';
import { readAccount, type Account } from '../../account/account.ts';
import { API_KEYS, OVERLAP_HOURS } from '../../limits.ts';
import { addressesFor } from '../../wire/account.ts';
import { webhookHealth } from '../../wire/webhook-settings.ts';
import { mayDo, rightsOf } from '../roles.ts';
import { rightBoxes, rightsSaid } from './rights.ts';
import type { Screen, Visit } from '../visit.ts';
import { SAVED } from '../saved.ts';
import { actScreen, type ActScreen } from './act-screen.ts';
import { field, form, select } from './forms.ts';
import { block, day, facts, head, mark, oneButton, table, time, to, whoMay, type Effects } from './parts.ts';

const HEALTH = () =>
  ({
    healthy: ['good', sayOnScreen().webhooks.healthy],
    slow: ['warm', sayOnScreen().webhooks.slow],
    failing: ['bad', sayOnScreen().webhooks.failing],
  }) as const;

/** The webhook, and the key pairs with which the API is called. */
export const webhooks: Screen = {
  place: 'webhooks',
  show: async (visit) => {
    const { app, tenant, person } = visit;
    const [account, keys] = await Promise.all([readAccount(app, tenant.id), listKeys(app, tenant.id)]);
    const may = mayDo(person.roles, 'connections');
    return {
      title: sayOnScreen().webhooks.title,
      content: html`${head(sayOnScreen().webhooks.title)}
<section class="stack" aria-labelledby="webhook"><h2 id="webhook">${sayOnScreen().webhooks.webhook}</h2>${webhookPart(account, visit, may)}</section>
${block('keys', sayOnScreen().webhooks.keys, keysPart(keys, visit, may))}`,
    };
  },
};

function webhookPart(
  { tenant: { webhook }, webhookHealth: health }: Account,
  visit: Visit,
  may: boolean,
): Html {
  const own = form(
    visit,
    'set-webhook',
    { saved: SAVED['set-webhook'](visit.tenant) },
    (
      of,
    ) => html`${field(of, 'url', sayOnScreen().webhooks.address, { hint: sayOnScreen().webhooks.addressHint, type: 'url', max: 2048 })}
<div><button class="${webhook === null && 'primary'}">${webhook ? sayOnScreen().webhooks.change : sayOnScreen().webhooks.set}</button></div>`,
  );
  if (!webhook) return html`<p>${sayOnScreen().webhooks.noneSet}</p>${may ? own : whoMay('connections')}`;
  const [kind, word] = HEALTH()[webhookHealth(health)];
  const { lastFailure, lastDeliveredAt } = health;
  const failure =
    lastFailure &&
    html`${time(lastFailure.at)}: ${lastFailure.error ?? `HTTP ${lastFailure.httpStatus ?? ''}`}`;
  const pairs = [
    [
      sayOnScreen().webhooks.address,
      html`<code class="id">${addressesFor(rightsOf(visit.person.roles)).address(webhook.url)}</code>`,
    ],
    [sayOnScreen().webhooks.health, mark(kind, word)],
    [sayOnScreen().webhooks.lastDelivered, time(lastDeliveredAt)],
    [sayOnScreen().webhooks.lastFailure, failure ?? '–'],
    [sayOnScreen().webhooks.secret, html`${sayOnScreen().webhooks.made(day(webhook.secretCreatedAt))}`],
  ] as const;
  const { rotation } = webhook;
  const rotating = rotation
    ? html`<p class="notice warm"><span>${sayOnScreen().webhooks.rotating(time(rotation.startedAt), time(rotation.endsAt))}</span></p>${oneButton(visit, 'finish-rotation', sayOnScreen().webhooks.finish)}`
    : html`<a class="button" href="${to('rotate-secret')}">${sayOnScreen().webhooks.rotateSecret}</a>`;
  const examples = EVENT_TYPES.map((type) => [type, type] as const);
  const test = form(
    visit,
    'test-webhook',
    { kind: 'filters' },
    (of) =>
      html`${select(of, 'type', sayOnScreen().webhooks.example, examples)}<button>${sayOnScreen().webhooks.sendNow}</button>`,
  );
  const acts = may
    ? html`<div class="row">${rotating}</div>${test}${own}`
    : html`<p>${whoMay('connections')}</p>`;
  return html`<div class="stack roomy">${facts(pairs)}${acts}</div>`;
}

const KEY_COLUMNS = () =>
  [
    { name: sayOnScreen().webhooks.key },
    { name: sayOnScreen().webhooks.state, kind: 'top-end' },
    { name: sayOnScreen().webhooks.may, kind: 'lab' },
    { name: sayOnScreen().webhooks.lastUsed, kind: 'lab' },
    { name: sayOnScreen().webhooks.action, kind: 'act', isHidden: true },
  ] as const;

const STATES = () =>
  ({
    ACTIVE: ['good', sayOnScreen().webhooks.active],
    EXPIRING: ['warm', sayOnScreen().webhooks.expiring],
    REVOKED: ['over', sayOnScreen().webhooks.revoked],
  }) as const;

function madeBy({ by, who }: KeyActor): string {
  const { operator, operatorNamed } = sayOnScreen().people;
  const operators = who === null ? operator : operatorNamed(who);
  return sayOnScreen().webhooks.madeBy(by === 'operator' ? operators : (who ?? by));
}

function keysPart(keys: readonly KeyInfo[], visit: Visit, may: boolean): Html {
  const held = rightsOf(visit.person.roles);
  const rows = keys.map((key) => {
    const state = keyStateOf(key, visit.now);
    const [kind, word] = STATES()[state];
    const name = key.label === '' ? sayOnScreen().webhooks.noLabel : key.label;
    const canRotate = rightsLacking(key.rights, held).length === 0;
    const rotating = html`<a href="${to('rotate-key', { key: key.apiKey })}" aria-label="${sayOnScreen().webhooks.rotateOf(key.apiKey)}">${sayOnScreen().webhooks.rotate}</a> `;
    const acts =
      state === 'REVOKED' || !may
        ? null
        : html`${canRotate && rotating}<a href="${to('revoke-key', { key: key.apiKey })}" aria-label="${sayOnScreen().webhooks.revokeOf(key.apiKey)}">${sayOnScreen().webhooks.revoke}</a>`;
    return [
      html`<code class="id">${key.apiKey}</code> <small>${name} · ${madeBy(key.createdBy)}</small>`,
      html`${mark(kind, word)}${state === 'EXPIRING' && html` ${sayOnScreen().webhooks.untilTime(time(key.expiresAt))}`}`,
      rightsSaid(key.rights),
      time(key.lastUsedAt),
      acts,
    ];
  });
  const own = form(
    visit,
    'create-key',
    {},
    (
      of,
    ) => html`${field(of, 'label', sayOnScreen().webhooks.label, { hint: sayOnScreen().webhooks.labelHint, isOptional: true, max: API_KEYS.labelCharactersMax })}
${rightBoxes(of, held)}
<div><button>${sayOnScreen().webhooks.create}</button></div>`,
  );
  return html`${table(sayOnScreen().webhooks.keys, KEY_COLUMNS(), rows)}${may && html`<div class="stack"><h3>${sayOnScreen().webhooks.further}</h3>${own}</div>`}`;
}

const OVERLAPS = () =>
  [
    ['24', sayOnScreen().webhooks.dayLonger],
    [String(OVERLAP_HOURS.max), sayOnScreen().webhooks.weekLonger],
    ['0', sayOnScreen().webhooks.endsAtOnce],
  ] as const;

/** What an act does that nobody else hears of. */
const hereAlone = (here: string): Effects => ({ money: null, provider: null, here, sent: null });

const AT_WEBHOOKS = {
  place: 'webhooks',
  needs: 'connections',
  back: (): readonly [string, string] => [to('webhooks'), sayOnScreen().webhooks.title],
} as const;

/** The screen of an act about a key. */
const aboutKey = (
  own: Pick<ActScreen<string>, 'act' | 'title' | 'asks' | 'does' | 'button' | 'isFinal'>,
): Screen =>
  actScreen({
    ...AT_WEBHOOKS,
    find: async ({ app, tenant, query }) => {
      const keys = await listKeys(app, tenant.id);
      if (!keys.some(({ apiKey }) => apiKey === query.key)) throw new Refusal('key_not_found');
      return query.key ?? '';
    },
    intro: (key) => html`<p><code class="id">${key}</code></p>`,
    form: (key) => ({ about: { key } }),
    ...own,
  });

/** Rotating a key. */
export const rotateKey = aboutKey({
  act: 'rotate-key',
  title: () => sayOnScreen().webhooks.rotateKey,
  asks: (of) => select(of, 'overlapHours', sayOnScreen().webhooks.overlap, OVERLAPS()),
  does: () => hereAlone(sayOnScreen().webhooks.rotateHere),
  button: () => sayOnScreen().webhooks.makeKey,
});

/** Revoking a key. */
export const revokeKey = aboutKey({
  act: 'revoke-key',
  title: () => sayOnScreen().webhooks.revokeKey,
  does: () => hereAlone(sayOnScreen().webhooks.revokeHere),
  button: () => sayOnScreen().webhooks.revokeThis,
  isFinal: true,
});

const SECRET_OVERLAPS = () =>
  [
    ['24', sayOnScreen().webhooks.aDay],
    ['168', sayOnScreen().webhooks.aWeek],
    ['0', sayOnScreen().webhooks.atOnce],
  ] as const;

/** Rotating the webhook's secret. */
export const rotateSecret: Screen = actScreen({
  ...AT_WEBHOOKS,
  act: 'rotate-secret',
  find: ({ tenant }) => Promise.resolve(tenant),
  title: () => sayOnScreen().webhooks.rotateSecretTitle,
  form: (tenant) => ({ saved: SAVED['rotate-secret'](tenant) }),
  asks: (of) => select(of, 'overlapHours', sayOnScreen().webhooks.overlap, SECRET_OVERLAPS()),
  does: () => hereAlone(sayOnScreen().webhooks.secretHere),
  button: () => sayOnScreen().webhooks.makeSecret,
});
