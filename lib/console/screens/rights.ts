import type { KeyInfo } from '../../billing/api-key.ts';
import { areAllRights, type Right } from '../../billing/rights.ts';
import { html, type Html } from '../../pages/html.ts';
import { sayOnScreen } from '../say-on-screen.ts';
import { boxes, type Form } from './forms.ts';
import { to } from './parts.ts';

/** The rights of a key, in a few words. */
export function rightsSaid(rights: readonly Right[]): string {
  if (areAllRights(rights)) return sayOnScreen().rights.all;
  return rights.map((right) => sayOnScreen().rights.names[right]).join(', ');
}

/** The rights that somebody may give to a key, of which none beside reading is proposed. */
export function rightBoxes(of: Form, held: readonly Right[]): Html {
  const { legend, names, meanings } = sayOnScreen().rights;
  const given = held.filter((right) => right !== 'read');
  const all = given.map((right) => ({
    value: `right-${right}`,
    label: names[right],
    said: meanings[right],
  }));
  return html`<p>${legend}</p>${boxes(of, 'rights', legend, all)}`;
}

/** Live keys, each with the link to its end. */
export function keysLeft(keys: readonly KeyInfo[]): Html {
  const rows = keys.map(
    ({ apiKey, label, rights }) =>
      html`<li><code class="id">${apiKey}</code> <small>${label === '' ? sayOnScreen().webhooks.noLabel : label} · ${rightsSaid(rights)}</small> <a href="${to('revoke-key', { key: apiKey })}" aria-label="${sayOnScreen().webhooks.revokeOf(apiKey)}">${sayOnScreen().webhooks.revoke}</a></li>`,
  );
  return html`<ul class="stack">${rows}</ul>`;
}
