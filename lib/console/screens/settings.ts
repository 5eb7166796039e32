import { html } from '../../pages/html.ts';
import { NO_BRAND, USUAL_PORTAL } from '../../billing/brand.ts';
import { NO_RECOVERY } from '../../billing/recovery.ts';
import type { Screen } from '../visit.ts';
import { head, to } from './parts.ts';

/** What can be set of failed payments and of the pages that customers see. */
export const settings: Screen = {
  place: 'settings',
  show: ({ tenant }) => {
    const { retryDays } = tenant.recovery ?? NO_RECOVERY;
    const portal = tenant.portal ?? USUAL_PORTAL;
    const { displayName } = tenant.brand ?? NO_BRAND;
    const rows = [
      [
        'recovery',
        'Recovery',
        retryDays.length === 0
          ? 'Failed payments are not tried again'
          : `Tried again ${retryDays.length} times`,
      ],
      ['portal', 'Customer portal', portal.enabled ? 'Switched on' : 'Switched off'],
      ['brand', 'Brand', displayName ?? tenant.name],
    ] as const;
    const items = rows.map(
      ([screen, label, said]) =>
        html`<li><a href="${to(screen)}"><strong>${label}</strong><small>${said}</small></a></li>`,
    );
    return Promise.resolve({
      title: 'Settings',
      content: html`${head('Settings')}<ul class="actions">${items}</ul>`,
    });
  },
};
