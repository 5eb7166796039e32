import { undirected } from './directions.ts';

/** Control characters, lone surrogates and Unicode noncharacters: queues, headers or keys refuse or alter some of them. */
const UNCLEAN = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** What decoders leave of bytes that are no text. */
const LOST = '\uFFFD';

/** Whether a caller's text is one, and may reach a queue, a header or a key. */
export function isCleanText(text: string): boolean {
  return !UNCLEAN.test(text) && !text.includes(LOST);
}

/** Runs of white space, and what of them ends a line or jumps to a column. */
const WHITE_SPACE = /[\s\u0085]+/g;
const LINE_BREAK = /[\t\n\v\f\r\u0085\u2028\u2029]/;

/**
 * What people write into a field of several lines, in one: each run with a line break or tab becomes a space, and what
 * turns the direction of the text after it is dropped.
 */
export function proseOf(text: string): string {
  const inOne = text.replaceAll(WHITE_SPACE, (run) => (LINE_BREAK.test(run) ? ' ' : run));
  return undirected(inOne).normalize('NFC');
}

/** What nobody sees: format characters, fillers and variation selectors, and the blank pattern of Braille. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
const COMPARED = /[\p{L}\p{M}\p{N}\p{Z}]/u;

/**
 * Whether a text looks like no other: it has no character that nobody sees, and no letter, digit or space that is another
 * one's compatibility form (full width, a ligature, the Kelvin sign). Natural keys and e-mail addresses are such texts.
 */
export function looksLikeNoOther(text: string): boolean {
  if (UNSEEN.test(text)) return false;
  return Array.from(text).every((one) => !COMPARED.test(one) || one.normalize('NFKC') === one);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The form in which references are compared and kept: NFC, and small letters where it is a UUID's. */
export function canonicalReference(text: string): string {
  return UUID.test(text) ? text.toLowerCase() : text.normalize('NFC');
}

const REFERENCE_CHARACTERS_MAX = 255;

/** Whether a text could be a reference: others fail at queue or table, or lead to another path of the provider. */
export function isPossibleReference(text: string): boolean {
  return !UNCLEAN.test(text) && text.length <= REFERENCE_CHARACTERS_MAX && !/^\.\.?$/.test(text);
}

/** What ends a line, and control characters. */
const LINE_ENDS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A text in one line and one direction, whatever somebody has written into it. */
export function inOneLine(text: string): string {
  return undirected(text.replaceAll(LINE_ENDS, ' '));
}

/** Somebody else's text in one line of at most so many characters, as it may be stored and shown. */
export function shortLine(text: string, charactersMax: number): string {
  const line = inOneLine(text);
  // A part of a string keeps all of it in memory, unless it is made anew.
  const cut = line.length > charactersMax ? Array.from(line.slice(0, charactersMax)).join('') : line;
  return cut.toWellFormed();
}
