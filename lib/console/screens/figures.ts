import { LANGUAGE } from '../../pages/language.ts';
import { language, say } from '../say.ts';
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
  const live = counted.live.toLocaleString(LANGUAGE[language()].locale);
  const all = [
    [counted.areMoreLive ? `${live}+` : live, say().figures.live, to('subscribers', { status: 'ACTIVE' })],
    [counted.subscribed, say().figures.new, events('SUBSCRIBED')],
    [counted.renewed, say().figures.renewed, events('DID_RENEW')],
    [counted.recovered, say().figures.recovered, events('DID_RENEW')],
    [counted.ended, say().figures.ended, events('EXPIRED')],
    ...charged.map(
      ([currency, sum]) =>
        [amount(sum, currency), say().figures.charged(currency), events('DID_RENEW')] as const,
    ),
  ] as const;
  const items = all.map(
    ([value, label, href]) =>
      html`<div><dt>${label}</dt><dd class="sum-line"><a href="${href}">${typeof value === 'number' ? value.toLocaleString(LANGUAGE[language()].locale) : value}</a></dd></div>`,
  );
  const counting = counted.isComplete
    ? say().figures.counted(minute(counted.countedAt))
    : say().figures.countedPart(minute(counted.countedAt));
  return html`<section class="block" aria-labelledby="figures"><div class="head"><h2 id="figures">${say().figures.month}</h2></div>
<dl class="figures">${items}</dl>
<p class="quiet small">${counting}</p></section>`;
}
