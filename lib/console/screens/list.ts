import { html, type Content, type Html } from '../../pages/html.ts';
import { LIST_LIMIT } from '../../limits.ts';
import { askedOf, type Filter, type List, type TableList } from '../list.ts';
import { say } from '../../pages/say.ts';
import { iso } from '../../wire/time.ts';
import type { Given, Screen, Visit } from '../visit.ts';
import { field, form, select, valueOf, withQuery, type Form } from './forms.ts';
import { download, empty, head, pager, table, to } from './parts.ts';

/** How many items a page of the console has. */
const PAGE = '25';

/** What stands on a screen around its list. */
interface Around {
  /** Its heading, if not the title. */
  readonly heading?: () => string;
  readonly back?: () => readonly [href: string, label: string];
  /** Buttons beside the file's. */
  readonly beside?: (visit: Visit) => Content;
  readonly intro?: (visit: Visit) => Content | Promise<Content>;
  readonly below?: (visit: Visit) => Content;
}

/** The screen of a list: its head, filters, items and pager. A filter that cannot be one is refused at its field. */
export function listScreen<Item>(list: List<Item>, around: Around = {}): Screen {
  const { heading, back, beside, intro, below } = around;
  return {
    place: list.place,
    from: (query) => (hasForm(list) ? { screen: list.screen, query: askedOf(list, query) } : undefined),
    show: async (visit) => {
      const [{ body, pages }, filters, said] = await Promise.all([
        listParts(list, visit),
        filterPart(list, visit),
        intro?.(visit),
      ]);
      const title = list.title();
      const others = beside?.(visit);
      const file = fileLink(list, visit.query);
      const buttons = others ? html`<div class="row">${others}${file}</div>` : file;
      const all = list.filters?.() ?? [];
      return {
        title,
        ...(all.some((one) => one.is === 'text' && one.type === 'search') && { hasSearch: true }),
        content: html`${head(heading?.() ?? title, back?.(), buttons)}
${said}
${filters}
${body}
${pages}
${below?.(visit)}`,
      };
    },
  };
}

/** A page of a list, and the way to its other pages. */
export async function listParts<Item>(
  list: List<Item>,
  visit: Visit,
): Promise<{ readonly body: Html; readonly pages: Html }> {
  const { starting_after, ending_before } = visit.query;
  const asked = askedOf(list, visit.query);
  const found = await list.read(visit, { ...asked, starting_after, ending_before, limit: PAGE });
  const { items, hasMore, next } = found;
  const ids = items.map(list.idOf);
  const query = { ...asked, starting_after, ending_before };
  // A search goes on from where it has gone to, in its own direction.
  const edges =
    ending_before === undefined
      ? { first: ids[0], last: next ?? ids.at(-1) }
      : { first: next ?? ids[0], last: ids.at(-1) };
  return {
    body: items.length === 0 ? nothing(list, asked) : await itemsShown(list, items, visit),
    pages: pager(list.screen, query, { ...edges, hasMore }),
  };
}

/** The newest items of one of whom a list has several, as a table without the column that says whose they are. */
export async function newestOf<Item>(
  list: TableList<Item>,
  visit: Visit,
  asked: Given,
): Promise<Html | undefined> {
  const { items } = await list.read(visit, { ...asked, limit: String(LIST_LIMIT.default) });
  return items.length === 0 ? undefined : tableOf(list, items, visit, 'of one');
}

async function itemsShown<Item>(list: List<Item>, items: readonly Item[], visit: Visit): Promise<Html> {
  return 'panels' in list
    ? html`<div class="stack roomy">${await list.panels(items, visit)}</div>`
    : tableOf(list, items, visit);
}

function tableOf<Item>(list: TableList<Item>, items: readonly Item[], visit: Visit, of?: 'of one'): Html {
  const columns = list.columns().filter(({ isWhose }) => !(isWhose && of));
  const rows = items.map((item) => columns.map(({ cell }) => cell(item, visit)));
  return table(list.title(), columns, rows);
}

/** What stands in place of the items; the way to all stays at the same tab. */
function nothing<Item>({ filters, none, narrowed, screen }: List<Item>, asked: Given): Html {
  const filtering = filters?.() ?? [];
  const fields = filtering.filter(({ is }) => is !== 'tab');
  const isNarrowed = fields.some(({ name }) => (asked[name] ?? '') !== '');
  if (!isNarrowed) return empty(none(asked));
  const tab = Object.fromEntries(
    filtering.filter(({ is }) => is === 'tab').map(({ name }) => [name, asked[name]]),
  );
  const [said, all = say('Show all', 'Hepsini göster')] = narrowed?.() ?? [none(asked)];
  return empty(said, html`<a href="${to(screen, tab)}">${all}</a>`);
}

/** The link to a list's file, with what the list is narrowed by. */
export const fileLink = <Item>(list: List<Item>, query: Given): Html | null =>
  list.file ? download(list.file.name, askedOf(list, query)) : null;

function carriedIn<Item>({ filters }: List<Item>, query: Given): Given {
  const carried = (filters?.() ?? []).filter(({ is }) => is === 'carried');
  return Object.fromEntries(carried.map(({ name }) => [name, query[name]]));
}

const hasForm = <Item>({ filters }: List<Item>): boolean =>
  (filters?.() ?? []).some(({ is }) => is === 'text' || is === 'choice');

/** The tabs of a list, and the form that narrows it. */
async function filterPart<Item>(list: List<Item>, visit: Visit): Promise<Content> {
  const all = list.filters?.() ?? [];
  const asked = askedOf(list, visit.query);
  const tabs = all.filter((one) => one.is === 'tab').map((one) => tabsOf(list.screen, asked, one));
  if (!hasForm(list)) return tabs;
  const fields = await Promise.all(all.map((filter) => fieldOf(filter, visit)));
  const about = carriedIn(list, visit.query);
  return html`${tabs}${form(
    withQuery(visit, list.screen),
    list.screen,
    { about, kind: 'filters', method: 'get' },
    (of) =>
      html`${fields.map((made) => made && html`${made(of)}\n`)}<button>${say('Show', 'Göster')}</button>`,
  )}`;
}

function tabsOf(
  screen: string,
  asked: Given,
  { name, label, options }: Extract<Filter, { is: 'tab' }>,
): Html {
  const tabs = options.map(
    ([value, said]) =>
      html`<a href="${to(screen, { ...asked, [name]: value })}"${value === asked[name] && html` aria-current="page"`}>${said}</a>`,
  );
  return html`<nav class="tabs" aria-label="${label}">${tabs}</nav>`;
}

/** Whether a field for days or months can show it: of a moment, or of what is none, it would show nothing. */
function canShow(type: 'date' | 'month', given: string): boolean {
  if (given === '') return true;
  const day = type === 'month' ? `${given}-01` : given;
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : NaN;
  return !Number.isNaN(at) && iso(at).startsWith(day);
}

async function fieldOf(filter: Filter, visit: Visit): Promise<((of: Form) => Html) | undefined> {
  if (filter.is === 'text') {
    const { name, label, is: _, ...how } = filter;
    return (of) => {
      const { type } = how;
      const isShown = (type !== 'date' && type !== 'month') || canShow(type, valueOf(of, name));
      return field(of, name, label, { ...how, ...(!isShown && { type: 'text' }), isOptional: true });
    };
  }
  if (filter.is !== 'choice') return undefined;
  const { name, label, options } = filter;
  const all = typeof options === 'function' ? await options(visit) : options;
  return (of) => select(of, name, label, [['', say('Any', 'Hepsi')], ...all]);
}
