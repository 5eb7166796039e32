/** Control characters, lone surrogates and Unicode noncharacters. */
const UNCLEAN = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** Whether a text may reach a queue, a header or a key: some of those refuse or alter the characters above. */
export function isCleanText(text: string): boolean {
  return !UNCLEAN.test(text);
}

const REFERENCE_CHARACTERS_MAX = 255;

/** Whether a text could be a reference: others fail at queue or table, or lead to another path of the provider. */
export function isPossibleReference(text: string): boolean {
  return isCleanText(text) && text.length <= REFERENCE_CHARACTERS_MAX && !/^\.\.?$/.test(text);
}

/** What ends a line or turns the direction of the text after it, and control characters. */
const LINE_ENDS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const DIRECTIONS = /\p{Bidi_Control}/gu;

/** A text in one line and one direction, whatever somebody has written into it. */
export function inOneLine(text: string): string {
  return text.replaceAll(LINE_ENDS, ' ').replaceAll(DIRECTIONS, '');
}

/** Somebody else's text in one line of at most so many characters, as it may be stored and shown. */
export function shortLine(text: string, charactersMax: number): string {
  const line = inOneLine(text);
  // A part of a string keeps all of it in memory, unless it is made anew.
  const cut = line.length > charactersMax ? Array.from(line.slice(0, charactersMax)).join('') : line;
  return cut.toWellFormed();
}
