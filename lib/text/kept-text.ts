import type { core } from 'zod/mini';

/**
 * A text of somebody else that may be kept: a card number was looked for in it, after its length. Only the parsers of
 * `lib/wire/read.ts` make one.
 */
export type KeptText = string & core.$brand<'kept'>;

/** What a door gives: these members of it are texts that may be kept, or empty. */
export type WithKept<T, Names extends keyof T> = Omit<T, Names> & {
  readonly [Name in Names]: KeptText | Exclude<T[Name], string> | (string extends T[Name] ? '' : never);
};
