import { runsOf } from '../text/directions.ts';

/** HTML that is safe to send: every text in it has been escaped. Only `html` and `trusted` make it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** What may stand in a template: texts are escaped, pages' parts stay, lists are joined, and what is absent is nothing. */
export type Content = Html | string | number | null | undefined | false | readonly Content[];

/**
 * A template whose values are escaped by construction, in elements and in quoted attributes alike. What is written from
 * right to left is isolated in it, so that nobody's name turns round what stands beside it.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  const places = placesOf(parts);
  return new Html(parts.map((part, at) => part + rendered(values[at], places[at] ?? 'value')).join(''));
}

/** Marks HTML that this code has written itself, such as a style. Never for anything that somebody else has sent. */
export const trusted = (ours: string): Html => new Html(ours);

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML elements and quoted attributes. */
export function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (one) => ESCAPES[one] ?? one);
}

function rendered(value: Content, place: Place): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map((one) => rendered(one, place)).join('');
  return isolated(String(value), place);
}

/** Where a value stands: as text of an element; as that of one which holds no elements; or as what a form sends back. */
type Place = 'element' | 'words' | 'value';

const placesKnown = new WeakMap<TemplateStringsArray, readonly Place[]>();

/** Where each value of a template stands; each template is looked at once. */
function placesOf(parts: TemplateStringsArray): readonly Place[] {
  const known = placesKnown.get(parts);
  if (known) return known;
  const places = parts.slice(0, -1).map((_, at) => placeAfter(parts.slice(0, at + 1).join('-')));
  placesKnown.set(parts, places);
  return places;
}

const IN_A_TAG = /<[^<>]*$|[\w-]="[^"<>]*$/;
const IN_WORDS = /<(?:title|option)\b[^<>]*>[^<]*$/;
const IN_A_VALUE = /<(?:textarea|script|style)\b[^<>]*>[^<]*$/;

function placeAfter(before: string): Place {
  if (IN_A_TAG.test(before) || IN_A_VALUE.test(before)) return 'value';
  return IN_WORDS.test(before) ? 'words' : 'element';
}

/** How a run is isolated: by an element, or by the characters that stand for it where there can be none. */
const ISOLATED = { element: ['<bdi>', '</bdi>'], words: ['\u2068', '\u2069'] } as const;

/** Escaped text, its runs from right to left isolated; a value stays as it is. */
function isolated(text: string, place: Place): string {
  if (place === 'value') return escape(text);
  const [open, close] = ISOLATED[place];
  return runsOf(text)
    .map((run) => (run.isTurned ? open + escape(run.text) + close : escape(run.text)))
    .join('');
}
