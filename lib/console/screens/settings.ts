import { language, say } from '../say.ts';
import { html } from '../../pages/html.ts';
import { NO_BRAND, USUAL_PORTAL } from '../../billing/brand.ts';
import { NO_MESSAGES } from '../../messages/kinds.ts';
import { MESSAGE_WORDS } from '../../pages/console/message-words.ts';
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
    const { on } = tenant.messages ?? NO_MESSAGES;
    const rows = [
      [
        'recovery',
        say().settings.recovery,
        retryDays.length === 0 ? say().settings.notTried : say().settings.triedTimes(retryDays.length),
      ],
      ['portal', say().settings.portal, portal.enabled ? say().settings.on : say().settings.off],
      ['brand', say().settings.brand, displayName ?? tenant.name],
      ['messages', MESSAGE_WORDS[language()].title, MESSAGE_WORDS[language()].countOn(on.length)],
    ] as const;
    const items = rows.map(
      ([screen, label, said]) =>
        html`<li><a href="${to(screen)}"><strong>${label}</strong><small>${said}</small></a></li>`,
    );
    return Promise.resolve({
      title: say().settings.settings,
      content: html`${head(say().settings.settings)}<ul class="actions">${items}</ul>`,
    });
  },
};
