import { say } from '../say.ts';
import { html } from '../../pages/html.ts';
import { NO_RECOVERY } from '../../billing/recovery.ts';
import { DAY_MS } from '../../limits.ts';
import type { Screen } from '../visit.ts';
import { SAVED } from '../saved.ts';
import { field, form, select } from './forms.ts';
import { day, forWhoMay, head, to } from './parts.ts';

/** What follows the last try. */
const AFTERWARDS = () =>
  [
    ['keep', say().settings.keep],
    ['cancel', say().settings.cancel],
  ] as const;

/** When failed renewals are tried again, with an example. */
export const recovery: Screen = {
  place: 'settings',
  show: async (visit) => {
    const { tenant, now } = visit;
    const { retryDays, then } = tenant.recovery ?? NO_RECOVERY;
    const tries = retryDays.map(
      (days) =>
        html`<li><span>${day(now + days * DAY_MS)}</span><span>${say().settings.triedAgain}</span></li>`,
    );
    const last =
      then === 'cancel' && retryDays.length > 0 ? say().settings.cancelledThen : say().settings.unpaidThen;
    const own = form(
      visit,
      'set-recovery',
      { saved: SAVED['set-recovery'](tenant) },
      (
        of,
      ) => html`${field(of, 'retryDays', say().settings.retryDays, { hint: say().settings.retryDaysHint, isOptional: true, max: 60 })}
${select(of, 'then', say().settings.afterLast, AFTERWARDS(), 'long')}
<div><button class="primary">${say().settings.save}</button></div>`,
    );
    return {
      title: say().settings.recovery,
      content: html`${head(say().settings.recoveryTitle, [to('settings'), say().settings.settings])}
<p class="prose">${say().settings.recoverySaid}</p>
<section class="stack" aria-labelledby="example"><h2 id="example">${say().settings.example}</h2>
<ol class="dates"><li class="fail"><span>${day(now)}</span><span>${say().settings.itFails}</span></li>${tries}<li class="end"><span>${say().settings.afterThat}</span><span>${last}</span></li></ol></section>
${forWhoMay(visit, 'account', () => own)}`,
    };
  },
};
