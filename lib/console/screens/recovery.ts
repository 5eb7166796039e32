import { html } from '../../pages/html.ts';
import { NO_RECOVERY } from '../../billing/recovery.ts';
import { DAY_MS } from '../../limits.ts';
import { mayDo } from '../roles.ts';
import type { Screen } from '../visit.ts';
import { choice, day, field, head, hidden, to } from './parts.ts';
import { whoMay } from './subscriber.ts';

/** What follows the last try. */
const AFTERWARDS = [
  ['keep', 'Keep the subscription: it stays unpaid until somebody acts'],
  ['cancel', 'Cancel the subscription, at iyzico too'],
] as const;

/** When failed renewals are tried again, with an example. */
export const recovery: Screen = {
  place: 'settings',
  show: async (visit) => {
    const { tenant, person, now, typed } = visit;
    const { retryDays, then } = tenant.recovery ?? NO_RECOVERY;
    const tries = retryDays.map(
      (days) => html`<li><span>${day(now + days * DAY_MS)}</span><span>Tried again</span></li>`,
    );
    const last =
      then === 'cancel' && retryDays.length > 0
        ? 'If that fails too, it is cancelled, not before grace ends.'
        : 'Then it stays unpaid; iyzico ends it after 160 days.';
    const form = html`<form class="stack" method="post" action="/console/set-recovery">${hidden(visit)}
${field(visit, 'retryDays', 'Days after the failure', { hint: 'Up to six rising days from 1 to 60, such as 1, 3, 6; empty for none', value: retryDays.join(', '), isOptional: true, max: 60 })}
${choice('then', 'After the last try', AFTERWARDS, typed.then ?? then)}
<div><button class="primary">Save</button></div></form>`;
    return {
      title: 'Recovery',
      content: html`${head('Recovery of failed payments', [to('settings'), 'Settings'])}
<p class="prose">A card is tried once in 24 hours at most, seven times in 30 days, and never again after a code that says that it will not work. A new card is tried at once.</p>
<section class="stack" aria-labelledby="example"><h2 id="example">A payment that fails today</h2>
<ol class="dates"><li class="fail"><span>${day(now)}</span><span>It fails</span></li>${tries}<li class="end"><span>After that</span><span>${last}</span></li></ol></section>
${mayDo(person.roles, 'account') ? form : html`<p>${whoMay('account')}</p>`}`,
    };
  },
};
