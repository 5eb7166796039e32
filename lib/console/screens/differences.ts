import type { Difference } from '../../billing/difference.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import { PAY } from '../../pages/console/provider-names.ts';
import { html, type Html } from '../../pages/html.ts';
import { findOpenDifference } from '../../comparison/close-by-hand.ts';
import { listDifferences } from '../../comparison/list-differences.ts';
import { readComparison } from '../../table/differences/comparisons.ts';
import { differencesInput } from '../../wire/differences.ts';
import { momentCell } from '../csv.ts';
import { panels } from '../list.ts';
import { say } from '../../pages/say.ts';
import type { Screen } from '../visit.ts';
import { actionSaid, isAboutPlans, planNames, sideSaid, type PlanNames } from './difference-sides.ts';
import { field, form } from './forms.ts';
import { listScreen } from './list.ts';
import { block, facts, forWhoMay, head, time, to, toSubscriber } from './parts.ts';
import { differenceSaid } from '../../pages/work-words.ts';

/** What we and the payment provider do not agree on. */
export const differenceList = panels({
  screen: 'differences',
  place: 'differences',
  title: () => say('Differences', 'Farklar'),
  filters: () => [
    {
      ...{ is: 'tab', name: 'state', label: say('State', 'Durum') },
      options: [
        ['open', say('Open', 'Açık')],
        ['closed', say('Closed', 'Kapalı')],
      ],
    },
    { is: 'carried', name: 'kind' },
  ],
  read: ({ app }, asked) => listDifferences(app, differencesInput(asked)),
  idOf: ({ id }) => id,
  panels: async (items, { app }) => {
    const names = await planNames(app, items.some(isAboutPlans));
    return items.map((one) => panel(one, names));
  },
  none: ({ state }) =>
    state === 'open'
      ? say('No difference is open.', 'Açık fark yok.')
      : say('None was closed yet.', 'Henüz kapatılan yok.'),
  narrowed: () => [say('There is no difference of this kind here.', 'Burada bu türden fark yok.')],
  file: {
    name: 'differences',
    columns: () => [
      [say('difference', 'fark'), ({ id }) => id],
      [say('kind', 'tür'), ({ kind }) => kind],
      [say('here', 'burada'), ({ ours }) => sideSaid(ours)],
      [say(`at ${PAY}`, `${PAY} tarafında`), ({ theirs }) => sideSaid(theirs)],
      [say('since', 'başlangıç'), ({ since }) => momentCell(since)],
      [say('closed', 'kapanış'), ({ closedAt }) => momentCell(closedAt)],
      [say('closed by', 'kapatan'), ({ closing }) => closing?.by],
      [say('because', 'neden'), ({ closing }) => closing?.because],
      [
        say('subscriber', 'abone'),
        ({ subscriberId }) => subscriberId && svcIdOf('subscription', subscriberId),
      ],
      [referenceSaid(), ({ reference }) => reference],
    ],
  },
});

/** The screen of differences, each with what can be done. */
export const differences: Screen = listScreen(differenceList, {
  heading: () => say(`Differences from ${PAY}`, `${PAY} ile farklar`),
  intro: async ({ app }) => {
    const comparison = await readComparison(app);

    return html`<p class="prose quiet">${comparison ? say(html`The comparison that began ${time(comparison.startedAt)} is under way.`, html`${time(comparison.startedAt)} tarihinde başlayan karşılaştırma sürüyor.`) : say(`Every night all live subscriptions are compared with ${PAY}. Nothing is corrected without you.`, `Her gece süren bütün abonelikler ${PAY} ile karşılaştırılır. Siz istemeden hiçbir şey düzeltilmez.`)}</p>`;
  },
});

function panel(one: Difference, names: PlanNames): Html {
  const { id, kind, ours, theirs, since, subscriberId, closedAt, closing, reference } = one;

  const at = time(closedAt);
  const how = closing
    ? say(
        html`closed ${at} by ${closing.by}: ${closing.because}`,
        html`kapanış ${at}, kapatan ${closing.by}: ${closing.because}`,
      )
    : say(
        html`closed ${at}: a comparison found it gone`,
        html`kapanış ${at}: karşılaştırmada kalmadığı görüldü`,
      );
  return html`<section class="panel stack" aria-labelledby="d-${id}"><h2 id="d-${id}">${differenceSaid(kind)}</h2>
<dl class="versus"><dt>${say('Here', 'Burada')}</dt><dd>${sideSaid(ours, names)}</dd><dt>${say(`At ${PAY}`, `${PAY} tarafında`)}</dt><dd>${sideSaid(theirs, names)}</dd></dl>
<p class="quiet small">${referenceSaid()} <code class="id">${reference}</code></p>
<p class="quiet small">${say('Since', 'Başlangıç')} ${time(since)}${closedAt !== null && html`; ${how}`}</p>
${closedAt === null && html`<p>${actionSaid(kind)}</p>`}
<div class="row">${subscriberId !== null && html`<a class="button" href="${toSubscriber(subscriberId)}">${say('Open the subscriber', 'Aboneyi aç')}</a>`}${closedAt === null && html`<a class="button" href="${to('difference', { id })}">${say('Settle this difference', 'Bu farkı çöz')}</a>`}</div></section>`;
}

/** One open difference, and closing it by hand. */
export const difference: Screen = {
  place: 'differences',
  show: async (visit) => {
    const { app, query } = visit;
    const one = await findOpenDifference(app, query.id);
    const { kind, subscriberId } = one;
    const names = await planNames(app, isAboutPlans(one));
    const pairs = [
      [say('Here', 'Burada'), sideSaid(one.ours, names)],
      [say(`At ${PAY}`, `${PAY} tarafında`), sideSaid(one.theirs, names)],
      [say('Since', 'Başlangıç'), time(one.since)],
      [referenceSaid(), html`<code class="id">${one.reference}</code>`],
    ] as const;
    const own = () =>
      form(
        visit,
        'close-difference',
        { about: { id: one.id }, kind: 'stack roomy' },
        (
          of,
        ) => html`<p class="prose">${say(`Closing changes nothing here and nothing at ${PAY}. It stays closed while comparisons find it unchanged.`, `Kapatmak burada da ${PAY} tarafında da bir şey değiştirmez. Karşılaştırmalar aynı farkı bulduğu sürece kapalı kalır.`)}</p>
${field(of, 'because', say('What was done about it', 'Bununla ilgili ne yapıldı'), { hint: say('For whoever asks later; no personal data', 'Sonradan soracaklar için; kişisel veri yazmayın'), max: 500 })}
<div><button>${say('Close this difference', 'Bu farkı kapat')}</button></div>`,
      );
    return {
      title: differenceSaid(kind),
      content: html`${head(differenceSaid(kind), [to('differences'), say('Differences', 'Farklar')])}
${facts(pairs)}
<p class="prose"><strong>${actionSaid(kind)}</strong></p>
${subscriberId !== null && html`<div><a class="button primary" href="${toSubscriber(subscriberId)}">${say('Open the subscriber', 'Aboneyi aç')}</a></div>`}
${kind === 'unknown_here' && forWhoMay(visit, 'account', () => html`<div><a class="button primary" href="${to('import', { id: one.id })}">${say('Import it', 'İçe aktar')}</a></div>`)}
${block('close', say('Close by hand', 'Elle kapat'), forWhoMay(visit, 'money', own))}`,
    };
  },
};

/** What the provider calls the subscription of a difference. */
const referenceSaid = () => say(`${PAY} reference`, `${PAY} referansı`);
