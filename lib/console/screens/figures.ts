import { LANGUAGE } from '../../pages/language.ts';
import { language, say } from '../../pages/say.ts';
import { html, type Html } from '../../pages/html.ts';
import { beginningOf } from '../../billing/figures.ts';
import { figuresNow, type FiguresNow } from '../../account/count-figures.ts';
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

/** Plain numbers of the tenant this month, each a link where a list has exactly what it counts. */
export async function figures({ app }: Visit): Promise<Html> {
  const counted = await counts.find(app, app.tenantId, () => figuresNow(app));
  const from = asFilter(beginningOf(counted.month));
  const events = (type: string) => to('events', { type, from });
  const charged = Object.entries(counted.charged);
  const live = counted.live.toLocaleString(LANGUAGE[language()].locale);
  const all = [
    [counted.areMoreLive ? `${live}+` : live, say('Live subscribers', 'Süren abonelik')],
    [counted.subscribed, say('New', 'Yeni'), events('SUBSCRIBED')],
    [counted.renewed, say('Renewed', 'Yenilenen')],
    [counted.recovered, say('Recovered', 'Sonradan tahsil edilen')],
    [counted.ended, say('Ended', 'Biten'), events('EXPIRED')],
    ...charged.map(
      ([currency, sum]) =>
        [amount(sum, currency), say(`Charged in ${currency}`, `Tahsil edilen, ${currency}`)] as const,
    ),
  ] as const;
  const items = all.map(([value, label, href]) => {
    const said = typeof value === 'number' ? value.toLocaleString(LANGUAGE[language()].locale) : value;
    const shown = href === undefined ? said : html`<a href="${href}">${said}</a>`;
    return html`<div><dt>${label}</dt><dd class="sum-line">${shown}</dd></div>`;
  });
  const counting = counted.isComplete
    ? say(
        `Counted until ${minute(counted.countedAt)}. Refunds are not deducted.`,
        `${minute(counted.countedAt)} itibarıyla sayıldı. İadeler düşülmemiştir.`,
      )
    : say(
        `Counted until ${minute(counted.countedAt)}; the rest follows within an hour. Refunds are not deducted.`,
        `${minute(counted.countedAt)} itibarıyla sayıldı; gerisi bir saat içinde eklenir. İadeler düşülmemiştir.`,
      );
  return html`<section class="block" aria-labelledby="figures"><div class="head"><h2 id="figures">${say('This month', 'Bu ay')}</h2></div>
<dl class="figures">${items}</dl>
<p class="quiet small">${counting}</p></section>`;
}
