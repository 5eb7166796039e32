import { InvalidArgumentError, type Command } from 'commander';
import { LIST_LIMIT } from '../lib/limits.ts';
import { optionWords } from './io.ts';

/** Options of every list. */
export interface Paging {
  readonly limit?: string;
  readonly startingAfter?: string;
  readonly endingBefore?: string;
}

/** Adds the paging options to a command. */
export function addPaging(command: Command): Command {
  return command
    .option('--limit <count>', 'how many, 1 to 100 (default: 10)', pageSize)
    .option('--starting-after <cursor>', 'go on after this one')
    .option('--ending-before <cursor>', 'go back before this one');
}

function pageSize(text: string): string {
  if (!/^\d+$/.test(text) || Number(text) < 1 || Number(text) > LIST_LIMIT.max)
    throw new InvalidArgumentError(`It is a whole number, 1 to ${LIST_LIMIT.max}.`);
  return text;
}

/** The requested page, in the API's terms. */
export function pagingIn({ limit, startingAfter, endingBefore }: Paging) {
  return { limit, starting_after: startingAfter, ending_before: endingBefore };
}

/** The command for the next page, if there is one: the same list with the same filters. */
export function nextPage(
  command: readonly string[],
  { hasMore, last }: { readonly hasMore: boolean; readonly last: string | undefined },
  options: Readonly<Record<string, string | undefined>>,
): readonly (readonly string[])[] {
  return hasMore && last !== undefined
    ? [[...command, ...optionWords({ ...options, 'starting-after': last })]]
    : [];
}

/** The message for a page without items: nothing at all, nothing that matches the filter, or nothing searched so far. */
export function nothingOf(
  tenant: string,
  things: string,
  filter: Readonly<Record<string, string | undefined>>,
  next?: string,
): string {
  if (next !== undefined) return `None of the ${things} searched so far fits; ${tenant} has more.`;
  return isNarrowed(filter) ? `${tenant} has no such ${things}.` : `${tenant} has no ${things} yet.`;
}

/** A list's state in JSON, with the names of the API: `next` only where a search ended before the page was full. */
export function moreOf(hasMore: boolean, next: string | undefined): { has_more: boolean; next?: string } {
  return { has_more: hasMore, ...(next !== undefined && { next }) };
}

/** Whether a list leaves anything out: by a filter, or because it goes on from a cursor. */
export function isNarrowed({ limit: _, ...rest }: Readonly<Record<string, string | undefined>>): boolean {
  return Object.values(rest).some((value) => value !== undefined);
}
