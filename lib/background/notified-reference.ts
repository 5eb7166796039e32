import { isCleanText } from '../clean-text.ts';

const CHARACTERS_MAX = 255;

/** Whether a notification's text could be a reference: others fail at queue or table, or lead to another path of the provider. */
export function isPossibleReference(text: string): boolean {
  return isCleanText(text) && text.length <= CHARACTERS_MAX && !/^\.\.?$/.test(text);
}
