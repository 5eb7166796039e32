import { InvalidArgumentError } from 'commander';
import { OVERLAP_HOURS } from '../lib/limits.ts';

/** Parses an overlap in hours. Throws InvalidArgumentError; so does an empty text, such as an unset variable. */
export function overlapHours(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) > OVERLAP_HOURS.max)
    throw new InvalidArgumentError(`It is a whole number of hours, 0 to ${OVERLAP_HOURS.max}.`);
  return Number(text);
}

/** Parses a number of days. Throws InvalidArgumentError. */
export function days(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('It is a whole number of days, 0 to 999.');
  return Number(text);
}
