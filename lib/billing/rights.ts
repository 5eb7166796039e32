/** What a key may do, in the words of the console's roles; every right includes reading. */
export const RIGHTS = ['subscribers', 'money', 'connections', 'account', 'read'] as const;
/** One right of a key. */
export type Right = (typeof RIGHTS)[number];

/** The short forms of rights: all of them, and reading alone. */
export const KEY_SCOPES = ['all', 'read'] as const;
/** A short form of rights. */
export type KeyScope = (typeof KEY_SCOPES)[number];

/** These rights with what they include, each once and in one order; `all` is their sum. */
export function rightsIn(words: readonly string[]): readonly Right[] {
  return RIGHTS.filter((right) => right === 'read' || words.includes(right) || words.includes('all'));
}

/** The rights among those asked for that somebody does not have. */
export const rightsLacking = (asked: readonly Right[], held: readonly Right[]): readonly Right[] =>
  asked.filter((right) => !held.includes(right));

/** Whether these are all rights. */
export const areAllRights = (held: readonly Right[]): boolean => rightsLacking(RIGHTS, held).length === 0;

/** The short form of rights; null where they have none. */
export function scopeOf(held: readonly Right[]): KeyScope | null {
  if (areAllRights(held)) return 'all';
  return rightsLacking(held, ['read']).length === 0 ? 'read' : null;
}
