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

/** A template whose values are escaped by construction, in elements and in quoted attributes alike. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  const last = parts.length - 1;
  return new Html(parts.map((part, at) => (at < last ? part + rendered(values[at]) : part)).join(''));
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

function rendered(value: Content): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(rendered).join('');
  return escape(String(value));
}
