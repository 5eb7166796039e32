import { LIST_WORDS } from '../../pages/console/list-words.ts';
import { LANGUAGE } from '../../pages/language.ts';
import { language } from '../say.ts';
import { html, type Html } from '../../pages/html.ts';
import { beginningOf } from '../../billing/figures.ts';
import { figuresNow, type FiguresNow } from '../../reconciliation/count-figures.ts';
import { localIn, zone } from '../../runtime/zone.ts';
import { MinuteCache } from '../../table/instance-cache.ts';
import { iso } from '../../wire/time.ts';
import type { Visit } from '../visit.ts';
import { amount, minute, to } from './parts.ts';

/** By tenant; the page says to the minute when they were counted. */
const counts = new MinuteCache<FiguresNow>();

/** A moment as a filter that begins with it: the day that begins with it in the tenant's zone, else the moment itself. */
function asFilter(at: number): string {
  const [day = '', time] = localIn(zone(), at).split('T');
  return time === '00:00:00' ? day : iso(at);
}

/** Plain numbers of the tenant this month, each a link to what it counts. */
export async function figures({ app, tenant }: Visit): Promise<Html> {
  const counted = await counts.find(app, tenant.id, () => figuresNow(app, tenant.id));
  const from = asFilter(beginningOf(counted.month));
  const events = (type: string) => to('events', { type, from });
  const charged = Object.entries(counted.charged);
  const live = counted.live.toLocaleString(LANGUAGE[language()].locale);
  const all = [
    [
      counted.areMoreLive ? `${live}+` : live,
      LIST_WORDS[language()].figures.live,
      to('subscribers', { status: 'ACTIVE' }),
    ],
    [counted.subscribed, LIST_WORDS[language()].figures.new, events('SUBSCRIBED')],
    [counted.renewed, LIST_WORDS[language()].figures.renewed, events('DID_RENEW')],
    [counted.recovered, LIST_WORDS[language()].figures.recovered, events('DID_RENEW')],
    [counted.ended, LIST_WORDS[language()].figures.ended, events('EXPIRED')],
    ...charged.map(
      ([currency, sum]) =>
        [
          amount(sum, currency),
          LIST_WORDS[language()].figures.charged(currency),
          events('DID_RENEW'),
        ] as const,
    ),
  ] as const;
  const items = all.map(
    ([value, label, href]) =>
      html`<div><dt>${label}</dt><dd class="sum-line"><a href="${href}">${typeof value === 'number' ? value.toLocaleString(LANGUAGE[language()].locale) : value}</a></dd></div>`,
  );
  const counting = counted.isComplete
    ? LIST_WORDS[language()].figures.counted(minute(counted.countedAt))
    : LIST_WORDS[language()].figures.countedPart(minute(counted.countedAt));
  return html`<section class="block" aria-labelledby="figures"><div class="head"><h2 id="figures">${LIST_WORDS[language()].figures.month}</h2></div>
<dl class="figures">${items}</dl>
<p class="quiet small">${counting}</p></section>`;
}
