import { html, type Html } from '../../pages/html.ts';
import { beginningOf } from '../../billing/figures.ts';
import { dayInTurkey } from '../../billing/turkish-day.ts';
import { figuresNow } from '../../reconciliation/count-figures.ts';
import type { Visit } from '../visit.ts';
import { amount, minute, to } from './parts.ts';

/** Plain numbers of the tenant this month, each a link to what it counts. */
export async function figures({ app, tenant }: Visit): Promise<Html> {
  const counted = await figuresNow(app, tenant.id);
  const from = dayInTurkey(beginningOf(counted.month));
  const events = (type: string) => to('events', { type, from });
  const charged = Object.entries(counted.charged);
  const live = counted.live.toLocaleString('en');
  const all = [
    [counted.areMoreLive ? `${live}+` : live, 'Live subscribers', to('subscribers', { status: 'ACTIVE' })],
    [counted.subscribed, 'New', events('SUBSCRIBED')],
    [counted.renewed, 'Renewed', events('DID_RENEW')],
    [counted.recovered, 'Recovered', events('DID_RENEW')],
    [counted.ended, 'Ended', events('EXPIRED')],
    ...charged.map(
      ([currency, sum]) => [amount(sum, currency), `Charged in ${currency}`, events('DID_RENEW')] as const,
    ),
  ] as const;
  const items = all.map(
    ([value, label, href]) =>
      html`<div><dt>${label}</dt><dd class="sum-line"><a href="${href}">${typeof value === 'number' ? value.toLocaleString('en') : value}</a></dd></div>`,
  );
  const counting = counted.isComplete
    ? `Counted until ${minute(counted.countedAt)}. Refunds are not deducted.`
    : `Counted until ${minute(counted.countedAt)}; the rest follows within an hour. Refunds are not deducted.`;
  return html`<section class="block" aria-labelledby="figures"><div class="head"><h2 id="figures">This month</h2></div>
<dl class="figures">${items}</dl>
<p class="quiet small">${counting}</p></section>`;
}
