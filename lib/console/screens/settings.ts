import { say } from '../../pages/say.ts';
import { html } from '../../pages/html.ts';
import { NO_BRAND, USUAL_PORTAL } from '../../billing/brand.ts';
import { NO_MESSAGES } from '../../messages/kinds.ts';
import { NO_RECOVERY } from '../../billing/recovery-settings.ts';
import type { Screen } from '../visit.ts';
import { head, to } from './parts.ts';

/** What can be set of failed payments and of the pages that customers see. */
export const settings: Screen = {
  place: 'settings',
  show: ({ app: { tenant } }) => {
    const { retryDays } = tenant.recovery ?? NO_RECOVERY;
    const portal = tenant.portal ?? USUAL_PORTAL;
    const { displayName } = tenant.brand ?? NO_BRAND;
    const { on } = tenant.messages ?? NO_MESSAGES;
    const rows = [
      [
        'recovery',
        say('Recovery', 'Tahsilat denemeleri'),
        retryDays.length === 0
          ? say('Failed payments are not tried again', 'Alınamayan ödemeler yeniden denenmez')
          : say(`Tried again ${retryDays.length} times`, `${retryDays.length} kez yeniden denenir`),
      ],
      [
        'portal',
        say('Customer portal', 'Müşteri portalı'),
        portal.enabled ? say('Switched on', 'Açık') : say('Switched off', 'Kapalı'),
      ],
      ['brand', say('Brand', 'Marka'), displayName ?? tenant.name],
      [
        'messages',
        say('Messages', 'İletiler'),
        say(
          on.length === 0 ? 'none is sent' : `${on.length} kinds are sent`,
          on.length === 0 ? 'hiçbiri gönderilmiyor' : `${on.length} tür gönderiliyor`,
        ),
      ],
    ] as const;
    const items = rows.map(
      ([screen, label, said]) =>
        html`<li><a href="${to(screen)}"><strong>${label}</strong><small>${said}</small></a></li>`,
    );
    return Promise.resolve({
      title: say('Settings', 'Ayarlar'),
      content: html`${head(say('Settings', 'Ayarlar'))}<ul class="actions">${items}</ul>`,
    });
  },
};
