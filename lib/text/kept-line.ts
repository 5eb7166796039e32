import { holdsCardNumber } from './card-number.ts';
import { shortLine } from './clean-text.ts';

/** A card number that begins within a text is looked for as far as it goes. */
const BEYOND = 64;

/** Somebody else's text as it may be kept, in one line of at most so many characters; empty where it holds a card number. */
export function keptLine(text: string, charactersMax: number): string {
  return holdsCardNumber(text.slice(0, charactersMax + BEYOND)) ? '' : shortLine(text, charactersMax);
}
