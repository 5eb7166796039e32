import type { Content, Html } from '../pages/html.ts';
import type { Cell } from './csv.ts';
import type { Column } from './screens/parts.ts';
import type { Given, Place, Visit } from './visit.ts';

/** A page of a list; `next` is the cursor where a search has gone on to, where that is beyond the last item. */
export interface Found<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  readonly next?: string | undefined;
}

/** What is chosen from: values with their words. */
export type Options = readonly (readonly [value: string, label: string])[];

/** What narrows a list: a member of its address, and how it is chosen. */
export type Filter = { readonly name: string } & (
  | {
      readonly is: 'text';
      readonly label: string;
      readonly hint?: string;
      readonly type?: 'date' | 'month' | 'search';
      readonly max?: number;
    }
  | {
      readonly is: 'choice';
      readonly label: string;
      readonly options: Options | ((visit: Visit) => Promise<Options>);
    }
  /** One of a few parts of the list, each with its tab; the first where none is named. */
  | { readonly is: 'tab'; readonly label: string; readonly options: Options }
  /** What links lead here with: no field, but carried along. */
  | { readonly is: 'carried' }
);

/** A column of the screen. */
export interface ScreenColumn<Item> extends Column {
  /** Whether it says whose an item is: left out where all are of one. */
  readonly isWhose?: true;
  readonly cell: (item: Item, visit: Visit) => Content;
}

/** A column of the file: its heading, and the value of an item. */
export type FileColumn<Item> = readonly [heading: string, cell: (item: Item) => Cell | undefined];

/** A list of the console, declared once: its screen and its file are made from it. */
interface AnyList<Item> {
  /** The screen that it stands on, and the entry of the menu that this belongs to. */
  readonly screen: string;
  readonly place: Place;
  readonly title: () => string;
  readonly filters?: () => readonly Filter[];
  /** A page of it, as the API is asked for one: filters, cursors and limit. */
  readonly read: (visit: Visit, asked: Given) => Promise<Found<Item>>;
  /** The cursor that names an item. */
  readonly idOf: (item: Item) => string;
  /** What is said where it has nothing, by what is asked for; where it is narrowed, `narrowed` with the way to all. */
  readonly none: (asked: Given) => string;
  readonly narrowed?: () => readonly [said: string, all?: string];
  /** The name of its file, and the columns of that. */
  readonly file?: { readonly name: string; readonly columns: () => readonly FileColumn<Item>[] };
}

/** A list that is shown as a table. */
export interface TableList<Item> extends AnyList<Item> {
  readonly columns: () => readonly ScreenColumn<Item>[];
}

/** A list of what needs more room than a row: each item has a panel. */
export interface PanelList<Item> extends AnyList<Item> {
  /** The panels of a page's items. */
  readonly panels: (items: readonly Item[], visit: Visit) => Promise<readonly Html[]>;
}

/** A list, however it is shown. */
export type List<Item> = TableList<Item> | PanelList<Item>;

/** Declares a list that is shown as a table. */
export const list = <Item>(declared: TableList<Item>): TableList<Item> => declared;

/** Declares a list that is shown as panels. */
export const panels = <Item>(declared: PanelList<Item>): PanelList<Item> => declared;

/** What an address says of how a list is narrowed. */
export function askedOf<Item>({ filters }: List<Item>, query: Given): Given {
  const all = (filters?.() ?? []).map((filter) => [filter.name, valueOf(filter, query)] as const);
  return Object.fromEntries(all);
}

function valueOf(filter: Filter, { [filter.name]: given }: Given): string | undefined {
  if (filter.is !== 'tab') return given;
  const { options } = filter;
  return (options.find(([value]) => value === given) ?? options[0])?.[0];
}
