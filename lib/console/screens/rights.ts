import type { KeyInfo } from '../../billing/api-key.ts';
import { areAllRights, type Right } from '../../billing/rights.ts';
import { html, type Html } from '../../pages/html.ts';
import { boxes, type Form } from './forms.ts';
import { to } from './parts.ts';
import { say } from '../../pages/say.ts';

/** The rights of a key, in a few words. */
export function rightsSaid(rights: readonly Right[]): string {
  if (areAllRights(rights)) return say('Everything', 'Her şey');
  return rights.map((right) => namesSaid()[right]).join(', ');
}

/** The rights that somebody may give to a key, of which none beside reading is proposed. */
export function rightBoxes(of: Form, held: readonly Right[]): Html {
  const legend = say('What it may, beside reading', 'Okumanın yanında neye yetkili olsun?');
  const given = held.filter((right) => right !== 'read');
  const all = given.map((right) => ({
    value: `right-${right}`,
    label: namesSaid()[right],
    said: meaningsSaid()[right],
  }));
  return html`<p>${legend}</p>${boxes(of, 'rights', legend, all)}`;
}

/** Live keys, each with the link to its end. */
export function keysLeft(keys: readonly KeyInfo[]): Html {
  const rows = keys.map(
    ({ apiKey, label, rights }) =>
      html`<li><code class="id">${apiKey}</code> <small>${label === '' ? say('without a label', 'adsız') : label} · ${rightsSaid(rights)}</small> <a href="${to('revoke-key', { key: apiKey })}" aria-label="${say(`Revoke ${apiKey}`, `${apiKey} anahtarını iptal et`)}">${say('Revoke', 'İptal et')}</a></li>`,
  );
  return html`<ul class="stack">${rows}</ul>`;
}

/** What rights are called. */
const namesSaid = () => ({
  subscribers: say('Subscribers', 'Aboneler'),
  money: say('Money', 'Para'),
  connections: say('Connections', 'Bağlantılar'),
  account: say('Account', 'Hesap'),
  read: say('Read', 'Okuma'),
});

/** What each of them lets a key do. */
const meaningsSaid = () => ({
  subscribers: say(
    'Checkouts, cancelling and undoing, plan changes, customers, portal links.',
    'Ödeme sayfaları, iptal ve geri alma, plan değişikliği, müşteriler, portal bağlantısı.',
  ),
  money: say('Refunds, and tasks about documents.', 'İadeler ve belge görevleri.'),
  connections: say(
    'Webhook, chat, providers, events sent again, plans taken over.',
    'Webhook, sohbet, sağlayıcılar, olayların yeniden gönderilmesi, planların alınması.',
  ),
  account: say(
    'Keys, plans, brand, portal, recovery, and erasing a customer for good.',
    'Anahtarlar, planlar, marka, portal, yeniden tahsilat ve bir müşterinin kalıcı silinmesi.',
  ),
  read: say(
    'Every list and record; changes nothing.',
    'Bütün listeler ve kayıtlar; hiçbir şeyi değiştirmez.',
  ),
});
