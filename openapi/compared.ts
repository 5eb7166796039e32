import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inlined } from './inlined.ts';
import { promisesOf, type Description } from './promises.ts';

/** The description of the last release, as `npm run openapi:release` leaves it. */
export const RELEASED = join(import.meta.dirname, 'released.json');

/** What was taken away after a Sunset, a line each, as the comparison prints it; empty again with the next release. */
export const SUNSET: readonly string[] = [];

/** What a description promises that another does not. */
export interface Compared {
  /** Fields, words, codes, headers and events that are new. */
  readonly added: readonly string[];
  /** Those that are there no more, without a Sunset. */
  readonly gone: readonly string[];
}

/** The promises of a description of the API, given as JSON. */
export const promisesIn = (text: string): string[] => promisesOf(inlined(JSON.parse(text) as Description));

/** Compares what two descriptions promise, given as JSON: the one of the last release and another. */
export function compared(released: string, present: string, sunset = SUNSET): Compared {
  const [before, after] = [promisesIn(released), promisesIn(present)];
  const [had, has, over] = [new Set(before), new Set(after), new Set(sunset)];
  return {
    added: after.filter((one) => !had.has(one)),
    gone: before.filter((one) => !has.has(one) && !over.has(one)),
  };
}

/** What the last release described, as JSON. */
export const released = (): string => readFileSync(RELEASED, 'utf8');
