import { runsOf } from '../../../lib/text/directions.ts';

type Child = Node | string | number | null;

/** An HTML element with attributes, listeners (`onclick`) and children. An attribute that is false is omitted. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | boolean | (() => unknown)>> = {},
  ...inside: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (typeof value === 'function') made.addEventListener(name.slice(2), () => void value());
    else if (value !== false) made.setAttribute(name, value === true ? '' : value);
  made.append(
    ...inside
      .filter((child) => child !== null)
      .flatMap((child) => (child instanceof Node ? [child] : isolated(String(child)))),
  );
  return made;
}

/** A text whose parts from right to left are isolated, so that no name turns round what stands beside it. */
function isolated(text: string): (Node | string)[] {
  return runsOf(text).map((run) => {
    if (!run.isTurned) return run.text;
    const alone = document.createElement('bdi');
    alone.append(run.text);
    return alone;
  });
}

/** The element that a selector finds, of the expected type. */
export function partOf<T extends HTMLElement>(kind: abstract new () => T, selector: string): T {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`);
  return found;
}

/** The element of the page that a selector finds. Throws where there is none. */
export function part(selector: string): HTMLElement {
  return partOf(HTMLElement, selector);
}

/** A coloured badge. */
export function mark(text: string, kind: 'good' | 'bad' | 'plain' = 'plain'): HTMLElement {
  return element('span', { class: `mark ${kind}` }, text);
}

/** A button that copies a text and confirms it briefly. */
export function copyButton(label: string, what: string, text: () => string): HTMLElement {
  const button = element('button', { 'aria-label': `${label} ${what}`.trim(), onclick: copy }, label);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text());
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = label), 1_500);
  }
  return button;
}

/** Name and value pairs, each with a copy button; null values are omitted. */
export function pairs(rows: Readonly<Record<string, string | null>>): HTMLElement {
  const table = element('table', { class: 'pairs' });
  for (const [name, value] of Object.entries(rows)) {
    if (value === null) continue;
    const code = element('td', {}, element('code', {}, value));
    table.append(
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, name),
        code,
        element(
          'td',
          {},
          copyButton('Copy', name, () => value),
        ),
      ),
    );
  }
  return table;
}

/** `2026-01-31 10:00:00`, UTC as everything here. */
export function when(at: string | number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

/** Shows the list, or the line for an empty one. */
export function showRows(section: HTMLElement, filled: boolean): void {
  const empty = section.querySelector<HTMLElement>('.empty');
  const rows = section.querySelector<HTMLElement>('.rows, .scroll');
  if (empty) empty.hidden = filled;
  if (rows) rows.hidden = !filled;
}
