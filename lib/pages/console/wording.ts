import type { english } from './english.ts';

/** Everything the console says, in one language: every other language says what the English one does. */
export type ConsoleWords = typeof english;
