import { keyStateOf, type KeyActor, type KeyInfo } from '../../billing/api-key.ts';
import { rightsLacking } from '../../billing/rights.ts';
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
import { say } from '../../pages/say.ts';

const HEALTH = () =>
  ({
    healthy: ['good', say('Healthy', 'Sağlıklı')],
    slow: ['warm', say('Slow', 'Yavaş')],
    failing: ['bad', say('Failing', 'Hata veriyor')],
  }) as const;

/** The webhook, and the key pairs with which the API is called. */
export const webhooks: Screen = {
  place: 'webhooks',
  show: async (visit) => {
    const { app, person } = visit;
    const [account, keys] = await Promise.all([readAccount(app), listKeys(app)]);
    const may = mayDo(person.roles, 'connections');
    return {
      title: say('Webhooks and keys', 'Webhook ve anahtarlar'),
      content: html`${head(say('Webhooks and keys', 'Webhook ve anahtarlar'))}
<section class="stack" aria-labelledby="webhook"><h2 id="webhook">${say('Webhook', 'Webhook')}</h2>${webhookPart(account, visit, may)}</section>
${block('keys', say('Keys', 'Anahtarlar'), keysPart(keys, visit, may))}`,
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
    { saved: SAVED['set-webhook'](visit.app.tenant) },
    (
      of,
    ) => html`${field(of, 'url', say('Address', 'Adres'), { hint: say('https, reachable from the internet; events are posted there', 'https, internetten erişilebilir; olaylar oraya gönderilir'), type: 'url', max: 2048 })}
<div><button class="${webhook === null && 'primary'}">${webhook ? say('Change the address', 'Adresi değiştir') : say('Set the webhook', 'Webhook adresini kaydet')}</button></div>`,
  );
  if (!webhook)
    return html`<p>${say('None is set: events are recorded, and sent to nobody.', 'Adres yok: olaylar kaydedilir, kimseye gönderilmez.')}</p>${may ? own : whoMay('connections')}`;
  const [kind, word] = HEALTH()[webhookHealth(health)];
  const { lastFailure, lastDeliveredAt } = health;
  const failure =
    lastFailure &&
    html`${time(lastFailure.at)}: ${lastFailure.error ?? `HTTP ${lastFailure.httpStatus ?? ''}`}`;
  const pairs = [
    [
      say('Address', 'Adres'),
      html`<code class="id">${addressesFor(rightsOf(visit.person.roles)).address(webhook.url)}</code>`,
    ],
    [say('Health', 'Durum'), mark(kind, word)],
    [say('Last delivered', 'Son iletim'), time(lastDeliveredAt)],
    [say('Last failure', 'Son hata'), failure ?? '–'],
    [
      say('Secret', 'Gizli anahtar'),
      html`${say(html`made ${day(webhook.secretCreatedAt)}; it was shown once`, html`${day(webhook.secretCreatedAt)} tarihinde oluşturuldu; bir kez gösterildi`)}`,
    ],
  ] as const;
  const { rotation } = webhook;
  const rotating = rotation
    ? html`<p class="notice warm"><span>${say(html`A rotation is under way since ${time(rotation.startedAt)}: <code>X-Svc-Signature</code> is made with the old secret, <code>X-Svc-Signature-Next</code> with the new one. It ends by itself ${time(rotation.endsAt)}, or with the first delivery after that.`, html`${time(rotation.startedAt)} tarihinden beri anahtar değişimi sürüyor: <code>X-Svc-Signature</code> eski, <code>X-Svc-Signature-Next</code> yeni gizli anahtarla imzalanır. ${time(rotation.endsAt)} tarihinde ya da ondan sonraki ilk iletimle kendiliğinden biter.`)}</span></p>${oneButton(visit, 'finish-rotation', say('Finish the rotation now', 'Değişimi şimdi bitir'))}`
    : html`<a class="button" href="${to('rotate-secret')}">${say('Rotate the secret', 'Gizli anahtarı değiştir')}</a>`;
  const examples = EVENT_TYPES.map((type) => [type, type] as const);
  const test = form(
    visit,
    'test-webhook',
    { kind: 'filters' },
    (of) =>
      html`${select(of, 'type', say('Send an example', 'Örnek gönder'), examples)}<button>${say('Send it now', 'Şimdi gönder')}</button>`,
  );
  const acts = may
    ? html`<div class="row">${rotating}</div>${test}${own}`
    : html`<p>${whoMay('connections')}</p>`;
  return html`<div class="stack roomy">${facts(pairs)}${acts}</div>`;
}

const KEY_COLUMNS = () =>
  [
    { name: say('Key', 'Anahtar') },
    { name: say('State', 'Durum'), kind: 'top-end' },
    { name: say('May', 'Yetki'), kind: 'lab' },
    { name: say('Last used', 'Son kullanım'), kind: 'lab' },
    { name: say('Action', 'İşlem'), kind: 'act', isHidden: true },
  ] as const;

const STATES = () =>
  ({
    ACTIVE: ['good', say('Active', 'Etkin')],
    EXPIRING: ['warm', say('Expiring', 'Süresi doluyor')],
    REVOKED: ['over', say('Revoked', 'İptal edildi')],
  }) as const;

function madeBy({ by, who }: KeyActor): string {
  const operators =
    who === null
      ? say('an operator', 'servisi işleten')
      : say(`${who}, an operator`, `${who}, servisi işleten`);
  return madeBySaid(by === 'operator' ? operators : (who ?? by));
}

function keysPart(keys: readonly KeyInfo[], visit: Visit, may: boolean): Html {
  const held = rightsOf(visit.person.roles);
  const rows = keys.map((key) => {
    const state = keyStateOf(key, visit.now);
    const [kind, word] = STATES()[state];
    const name = key.label === '' ? say('without a label', 'adsız') : key.label;
    const canRotate = rightsLacking(key.rights, held).length === 0;
    const rotating = html`<a href="${to('rotate-key', { key: key.apiKey })}" aria-label="${say(`Rotate ${key.apiKey}`, `${key.apiKey} anahtarını değiştir`)}">${say('Rotate', 'Değiştir')}</a> `;
    const acts =
      state === 'REVOKED' || !may
        ? null
        : html`${canRotate && rotating}<a href="${to('revoke-key', { key: key.apiKey })}" aria-label="${say(`Revoke ${key.apiKey}`, `${key.apiKey} anahtarını iptal et`)}">${say('Revoke', 'İptal et')}</a>`;
    return [
      html`<code class="id">${key.apiKey}</code> <small>${name} · ${madeBy(key.createdBy)}</small>`,
      html`${mark(kind, word)}${state === 'EXPIRING' && html` ${say(html`until ${time(key.expiresAt)}`, html`son: ${time(key.expiresAt)}`)}`}`,
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
    ) => html`${field(of, 'label', say('Label', 'Ad'), { hint: say('What you call it, such as “shop”', 'Sizin verdiğiniz ad, örneğin “mağaza”'), isOptional: true, max: API_KEYS.labelCharactersMax })}
${rightBoxes(of, held)}
<div><button>${say('Create a key', 'Anahtar oluştur')}</button></div>`,
  );
  return html`${table(say('Keys', 'Anahtarlar'), KEY_COLUMNS(), rows)}${may && html`<div class="stack"><h3>${say('A further key', 'Yeni anahtar')}</h3>${own}</div>`}`;
}

const OVERLAPS = () =>
  [
    ['24', say('The old one works a day longer', 'Eskisi bir gün daha çalışır')],
    [String(OVERLAP_HOURS.max), say('The old one works a week longer', 'Eskisi bir hafta daha çalışır')],
    ['0', say('The old one ends at once', 'Eskisi hemen biter')],
  ] as const;

/** What an act does that nobody else hears of. */
const hereAlone = (here: string): Effects => ({ money: null, provider: null, here, sent: null });

const AT_WEBHOOKS = {
  place: 'webhooks',
  needs: 'connections',
  back: (): readonly [string, string] => [to('webhooks'), say('Webhooks and keys', 'Webhook ve anahtarlar')],
} as const;

/** The screen of an act about a key. */
const aboutKey = (
  own: Pick<ActScreen<string>, 'act' | 'title' | 'asks' | 'does' | 'button' | 'isFinal'>,
): Screen =>
  actScreen({
    ...AT_WEBHOOKS,
    find: async ({ app, query }) => {
      const keys = await listKeys(app);
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
  title: () => say('Rotate a key', 'Anahtarı değiştir'),
  asks: (of) => select(of, 'overlapHours', say('Overlap', 'Geçiş süresi'), OVERLAPS()),
  does: () =>
    hereAlone(
      say(
        'A new pair with the same label and rights, shown once; the old one expires.',
        'Aynı ad ve yetkiyle yeni bir çift; bir kez gösterilir, eskisinin süresi dolar.',
      ),
    ),
  button: () => say('Make the new key', 'Yeni anahtarı oluştur'),
});

/** Revoking a key. */
export const revokeKey = aboutKey({
  act: 'revoke-key',
  title: () => say('Revoke a key', 'Anahtarı iptal et'),
  does: () =>
    hereAlone(
      say(
        'It is refused everywhere within a minute, for good.',
        'Bir dakika içinde her yerde kalıcı olarak reddedilir.',
      ),
    ),
  button: () => say('Revoke this key', 'Bu anahtarı iptal et'),
  isFinal: true,
});

const SECRET_OVERLAPS = () =>
  [
    ['24', say('A day, to deploy the new secret', 'Yeni anahtarı kurmak için bir gün')],
    ['168', say('A week', 'Bir hafta')],
    ['0', say('None: the new secret signs at once', 'Yok: yenisi hemen imzalar')],
  ] as const;

/** Rotating the webhook's secret. */
export const rotateSecret: Screen = actScreen({
  ...AT_WEBHOOKS,
  act: 'rotate-secret',
  find: ({ app: { tenant } }) => Promise.resolve(tenant),
  title: () => say('Rotate the webhook’s secret', 'Webhook gizli anahtarını değiştir'),
  form: (tenant) => ({ saved: SAVED['rotate-secret'](tenant) }),
  asks: (of) => select(of, 'overlapHours', say('Overlap', 'Geçiş süresi'), SECRET_OVERLAPS()),
  does: () =>
    hereAlone(
      say(
        'A new secret, shown once. X-Svc-Signature stays with the old one until the rotation is finished; X-Svc-Signature-Next carries the new one.',
        'Yeni bir gizli anahtar; bir kez gösterilir. Değişim bitene kadar X-Svc-Signature eskisiyle imzalanır; X-Svc-Signature-Next yenisini taşır.',
      ),
    ),
  button: () => say('Make the new secret', 'Yeni gizli anahtarı oluştur'),
});

/** Who has made a key. */
const madeBySaid = (value: string) => say(`made by ${value}`, `oluşturan: ${value}`);
