import type { Feature, Features } from '../billing/plan.ts';
import { FEATURES } from '../limits.ts';
import { featureKey } from './access.ts';
import { featureValue } from './plans.ts';
import { invalid } from './read.ts';

/** A text that would be read as something else without quotes around it. */
const AMBIGUOUS = /^(?:".*"|true|false|[-+]?[\d.,]+)$/i;

/** Features as people write them, a line each: `export`, `seats = 3`, `support = by phone`. */
export const writtenFeatures = (features: Features): readonly string[] =>
  Object.entries(features).map(([key, value]) => (value === true ? key : `${key} = ${writtenValue(value)}`));

const writtenValue = (value: Exclude<Feature, true>): string =>
  typeof value === 'string' && AMBIGUOUS.test(value) ? `"${value}"` : String(value);

/** Reads features that people have written, a line each. Throws `invalid_request` about `features`, with the line. */
export function featuresIn(text: string): Features {
  const lines = text.split(/\r\n|[\r\n]/).map((line, at) => ({ line: line.trim(), nth: at + 1 }));
  const found = new Map<string, Feature>();
  for (const { line, nth } of lines.filter((one) => one.line !== '')) {
    const [key = '', ...rest] = line.split('=').map((part) => part.trim());
    if (!featureKey.safeParse(key).success) throw wrong('have a key of a to z, 0 to 9 and _', nth);
    if (found.has(key)) throw wrong(`name ${key} once`, nth);
    found.set(key, rest.length === 0 ? true : valueIn(line.slice(line.indexOf('=') + 1).trim(), nth));
  }
  if (found.size > FEATURES.max) throw about(`must have at most ${FEATURES.max} of them`);
  return Object.fromEntries(found);
}

function valueIn(written: string, nth: number): Feature {
  const read = featureValue.safeParse(unquoted(written));
  if (!read.success) throw wrong(`have a whole number or a text of at most ${FEATURES.textCharacters}`, nth);
  return read.data;
}

/** What stands behind `=`; undefined for what could be read as one thing or another. */
function unquoted(written: string): string | number | true | undefined {
  if (/^".*"$/.test(written) && written.length > 2) return written.slice(1, -1);
  if (/^true$/i.test(written)) return true;
  if (/^\d+$/.test(written)) return Number(written);
  return AMBIGUOUS.test(written) ? undefined : written;
}

const wrong = (what: string, line: number) => about(`must ${what}: line ${line}`);
const about = (message: string) => invalid({ field: 'features', message });
