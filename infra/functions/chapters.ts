import { BACKGROUND } from '../../lib/background-functions.ts';
import { ROUTES } from '../../functions/routes.ts';
import { MAIL_QUEUES } from '../../lib/footprint.ts';
import type { Background } from '../../lib/background-functions.ts';
import type { Route } from '../../lib/route.ts';
import type { StageSettings } from '../settings.ts';

/** The name of a function: of a route, or of a background function. */
export type FunctionName = (typeof ROUTES | typeof BACKGROUND)[number]['name'];
/** The row that declares a function. */
export type Row = (Route | Background) & { readonly name: FunctionName };

/** The stacks of functions: one per chapter of the API, one for open routes, and one for background functions. */
export const CHAPTERS = [
  'Checkout',
  'Subscribers',
  'Account',
  'Events',
  'Console',
  'Open',
  'Background',
] as const;
/** A group of functions with a stack of its own. */
export type Chapter = (typeof CHAPTERS)[number];

/** The chapter of a route by the first part of its name, where it is not that of its caller. */
const BY_SUBJECT: Readonly<Record<string, Chapter>> = {
  checkout: 'Checkout',
  portal: 'Subscribers',
  account: 'Account',
  reports: 'Account',
  events: 'Events',
  messages: 'Events',
  console: 'Console',
};

/** All rows of a chapter, in the order of `functions/all.ts`; those of messages only where the stage sends some. */
export function rowsOf(chapter: Chapter, { messages }: Pick<StageSettings, 'messages'>): Row[] {
  const isThere = (row: Row) => messages !== undefined || !('triggeredBy' in row && isOfMail(row));
  return [...ROUTES, ...BACKGROUND].filter((row) => chapterOf(row) === chapter && isThere(row));
}

const isOfMail = ({ triggeredBy }: Background) => MAIL_QUEUES.some((queue) => queue === triggeredBy);

function chapterOf(row: Row): Chapter {
  if ('triggeredBy' in row) return 'Background';
  const [subject = ''] = row.name.split('/');
  return BY_SUBJECT[subject] ?? (row.caller === 'anyone' ? 'Open' : 'Subscribers');
}
