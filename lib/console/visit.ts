import type { CoreApp, ReadsDocuments, SendsTo, WithTenant } from '../runtime/app.ts';
import type { Html } from '../pages/html.ts';
import type { SignedInPerson } from './session.ts';
import type { Deed } from './roles.ts';

/** What it takes to show any screen. */
export type ShowApp = CoreApp & ReadsDocuments & SendsTo<'invoicing'>;

/** A query or a form: the last value of each name. */
export type Given = Readonly<Record<string, string | undefined>>;

/** Somebody who is signed in and asks for a screen. */
export interface Visit extends SignedInPerson {
  readonly app: ShowApp & WithTenant;
  readonly query: Given;
  /** Epoch ms. */
  readonly now: number;
  /** Of the page's style and script. */
  readonly nonce: string;
}

/** The menu's entries. */
export type Place =
  | 'overview'
  | 'subscribers'
  | 'invoices'
  | 'differences'
  | 'tasks'
  | 'events'
  | 'plans'
  | 'settings'
  | 'webhooks'
  | 'providers'
  | 'people';

/** A screen's content. */
export interface Shown {
  readonly title: string;
  readonly content: Html;
  /** The entry of the menu that it belongs to, where that follows from what is asked. */
  readonly place?: Place;
  /** The one script that it has, if it has one. */
  readonly script?: 'passkey' | 'logo';
  /** Whether it has the search field itself. */
  readonly hasSearch?: boolean;
  /** Whether it shows an image of ours. */
  readonly images?: boolean;
}

/** A screen of the console. */
export interface Screen {
  /** The entry of the menu that it belongs to. */
  readonly place: Place;
  /** What somebody must be allowed to do in order to see it; undefined for everybody who is signed in. */
  readonly needs?: Deed;
  readonly show: (visit: Visit) => Promise<Shown>;
  /** Where the form stands whose values are in its address, for what is refused of them. */
  readonly from?: (query: Given) => { readonly screen: string; readonly query: Given } | undefined;
  /** The fields of that form that the API names otherwise, by the API's names. */
  readonly fields?: Given;
}
