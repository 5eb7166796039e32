const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text made safe for HTML, in an element or an attribute. */
export function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (one) => ESCAPES[one] ?? one);
}
