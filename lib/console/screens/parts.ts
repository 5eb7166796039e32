import { say } from '../../pages/say.ts';
import { html, type Content, type Html } from '../../pages/html.ts';
import { moment, money } from '../../pages/words.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import type { Deed } from '../roles.ts';
import { mayDo, rolesFor } from '../roles.ts';
import type { Given, Visit } from '../visit.ts';
import { roleSaid } from '../../pages/work-words.ts';
import { PAY } from '../../pages/console/provider-names.ts';

/** A day, such as `14 Nov 2026`; a dash for none. */
export const day = (at: number | string | null): string =>
  at === null ? '–' : moment(new Date(at).getTime(), 'short');

/** A minute, such as `14 Nov 10:24`, by the market's clock; a dash for none. */
export const minute = (at: number | string | null): string =>
  at === null ? '–' : moment(new Date(at).getTime(), 'minute');

/** A moment as people read it, with what programs read. */
export function time(at: number | string | null): Html {
  if (at === null) return html`–`;
  return html`<time datetime="${new Date(at).toISOString()}">${minute(at)}</time>`;
}

/** An amount in its currency. */
export const amount = (value: string, currency: string): string => money(value, currency);

/** A link to a screen with these members of its query; those without a value are left out. */
export function to(screen: string, query: Given = {}): string {
  const given = Object.entries(query).filter((one): one is [string, string] => one[1] !== undefined);
  const members = new URLSearchParams(given).toString();
  return `/console/${screen}${members === '' ? '' : `?${members}`}`;
}

/** The link to a subscriber. */
export const toSubscriber = (id: string): string => to('subscriber', { id: svcIdOf('subscription', id) });

/** A status: a shape and a word. */
export const mark = (kind: 'good' | 'warm' | 'bad' | 'over' | '', word: string): Html =>
  html`<span class="mark ${kind} bare">${word}</span>`;

/** Names and values. */
export function facts(pairs: readonly (readonly [string, Content])[]): Html {
  const rows = pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`);
  return html`<dl class="facts">${rows}</dl>`;
}

/** What an act does, always in this order; `null` does nothing there, which is said. */
export interface Effects {
  readonly money: string | null;
  readonly provider: string | null;
  readonly here: string;
  readonly sent: string | null;
}

/** The four places in which an act does something, before it is done. */
export function whatThisDoes({ money, provider, here, sent }: Effects): Html {
  const place = (name: string, said: string | null, otherwise: string) =>
    html`<div><dt>${name}</dt><dd${said === null && html` class="none"`}>${said ?? otherwise}</dd></div>`;
  return html`<section class="stack" aria-labelledby="does"><h2 id="does">${say('What this does', 'Bu işlem ne yapar')}</h2>
<dl class="effects">
${place(say('Money', 'Para'), money, say('Nothing is charged and nothing is refunded.', 'Ücret alınmaz, iade yapılmaz.'))}
${place(say(`At ${PAY}`, `${PAY} tarafında`), provider, say('Nothing changes there.', 'Orada bir şey değişmez.'))}
${place(say('Here', 'Burada'), here, '')}
${place(say('Sent', 'Gönderilen'), sent, say('Nothing.', 'Hiçbir şey.'))}
</dl></section>`;
}

/** A column of a table: its heading, and the class and heading of its cells as cards. */
export interface Column {
  readonly name: string;
  readonly kind?: 'num' | 'num top-end' | 'act' | 'top-end' | 'line' | 'lab';
  /** Whether the heading is for screen readers alone. */
  readonly isHidden?: boolean;
}

/** A table, which becomes cards where there is no room. The first cell of each row is its heading. */
export function table(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly Content[])[],
): Html {
  const heads = columns.map(
    ({ name, kind, isHidden }) =>
      html`<th scope="col" role="columnheader"${(kind === 'act' || kind?.startsWith('num')) && html` class="${kind}"`}>${isHidden ? html`<span class="hide">${name}</span>` : name}</th>`,
  );
  const body = rows.map(
    (cells) => html`<tr role="row">${cells.map((cell, at) => cellOf(cell, columns[at], at === 0))}</tr>\n`,
  );
  return html`<div class="rows"><table role="table">
<caption class="hide">${caption}</caption>
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">
${body}</tbody>
</table></div>`;
}

function cellOf(cell: Content, column: Column | undefined, isFirst: boolean): Html {
  if (isFirst) return html`<th scope="row" role="rowheader">${cell}</th>`;
  const kind = column?.kind;
  return html`<td role="cell"${kind !== undefined && html` class="${kind}"`} data-h="${column?.name ?? ''}">${cell}</td>`;
}

/** Where a list has nothing to show. */
export const empty = (said: string, more: Content = null): Html =>
  html`<div class="empty"><p>${said}</p>${more}</div>`;

/** The way to the newer and older items of a list; nothing where all are there. */
export function pager(
  screen: string,
  query: Given,
  { first, last, hasMore }: { first: string | undefined; last: string | undefined; hasMore: boolean },
): Html {
  const { starting_after: after, ending_before: before, ...filters } = query;
  const isOlder = before === undefined ? hasMore : true;
  const isNewer = before === undefined ? after !== undefined : hasMore;
  const link = (label: string, member: string, cursor: string | undefined) =>
    cursor !== undefined &&
    html`<a class="button" href="${to(screen, { ...filters, done: undefined, refused: undefined, [member]: cursor })}">${label}</a>`;
  if (!isOlder && !isNewer) return html``;
  return html`<nav class="pager" aria-label="${say('Pages', 'Sayfalar')}"><span class="row">${isNewer && link(say('Newer', 'Daha yeni'), 'ending_before', first)}${isOlder && link(say('Older', 'Daha eski'), 'starting_after', last)}</span></nav>`;
}

/** The hidden fields of every form: what no other site knows, and what the form is about. */
export function hidden({ csrf }: Pick<Visit, 'csrf'>, fields: Given = {}): Html {
  const all = Object.entries<string | undefined>({ csrf, ...fields }).filter(
    ([, value]) => value !== undefined,
  );
  return html`${all.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
}

/** A form with one button and no field, such as for ending a session. */
export function oneButton(
  visit: Pick<Visit, 'csrf'>,
  act: string,
  label: string,
  fields: Given = {},
  kind: 'primary' | 'danger' | 'plain' | '' = '',
): Html {
  return html`<form method="post" action="/console/${act}">${hidden(visit, fields)}<button class="${kind}">${label}</button></form>`;
}

/** A section with a heading of its own; `beside` stands on the heading's line. */
export function block(id: string, heading: string, inside: Content, beside: Content = null): Html {
  return html`<section class="block" aria-labelledby="${id}"><div class="head"><h2 id="${id}">${heading}</h2>${beside}</div>${inside}</section>`;
}

/** The head of a page: the way back, if there is one, and the title. */
export function head(
  title: Content,
  back?: readonly [href: string, label: string],
  beside: Content = null,
): Html {
  const trail =
    back && html`<p class="trail"><a href="${back[0]}"><span aria-hidden="true">←</span> ${back[1]}</a></p>`;
  return html`<div class="stack">${trail}<div class="head"><h1>${title}</h1>${beside}</div></div>`;
}

/** Who may do what somebody may not. */
export function whoMay(deed: Deed): string {
  const roles = rolesFor(deed).map((role) => roleSaid(role));
  return say(
    `Changes here are made by: ${roles.join(', ')}.`,
    `Buradaki değişiklikleri yapabilenler: ${roles.join(', ')}.`,
  );
}

/** What somebody who may gets, and else who has the role for it. */
export const forWhoMay = ({ person }: Pick<Visit, 'person'>, deed: Deed, content: () => Content): Content =>
  mayDo(person.roles, deed) ? content() : html`<p>${whoMay(deed)}</p>`;

/** A link that downloads a list as CSV. */
export const download = (list: string, query: Given = {}): Html =>
  html`<a class="button" href="${to('export', { list, ...query, starting_after: undefined, ending_before: undefined, done: undefined, refused: undefined })}">${say('Download as CSV', 'CSV olarak indir')}</a>`;

/** What subscribers are found by. */
export const searchHintSaid = () =>
  say(
    'e-mail, any part of a name, phone, invoice number, any reference',
    'e-posta, ad ya da soyad, telefon, fatura numarası, herhangi bir referans',
  );

/** The way back to the first screen. */
export const toOverviewSaid = () => say('Back to the overview', 'Genel bakışa dön');

/** The way back from an act that is not done. */
export const backSaid = () => say('Back, change nothing', 'Değiştirmeden geri dön');

/** Where nothing is on record yet. */
export const nothingYetSaid = () => say('Nothing has happened yet.', 'Henüz bir şey olmadı.');
