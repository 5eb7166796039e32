import { holdsCardNumber } from '../text/card-number.ts';
import { isCleanText } from '../text/clean-text.ts';
import { undirected } from '../text/directions.ts';
import { OperatorError } from './operator-error.ts';

/** Requires what an operator names something by: 1 to so many characters, none of control, no space around, no card number. Throws OperatorError. */
export function checkName(what: string, text: string, charactersMax: number): void {
  if (text.trim() !== text || text === '' || text.length > charactersMax)
    throw new OperatorError(`a ${what} has 1 to ${charactersMax} characters and no space around it`, what);
  if (!isCleanText(text) || undirected(text) !== text)
    throw new OperatorError(`a ${what} has no control characters`, what);
  if (holdsCardNumber(text)) throw new OperatorError(`a ${what} holds no card number`, what);
}
