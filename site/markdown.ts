import { escape } from './escape.ts';
import { highlighted } from './highlight.ts';

/** A heading of a page, as the search and the table of contents know it. */
export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly anchor: string;
}

/** `Renewals, failures and grace` → `renewals-failures-and-grace`. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

const MARKS = /`([^`]+)`|\*\*(.+?)\*\*|\[((?:`[^`]*`|[^\]`])+)\]\(([^)\s]+)\)/;

/** The inside of a line: code, bold, links. What is in code stays as it is. */
export function inline(text: string): string {
  const found = MARKS.exec(text);
  if (!found) return escape(text);
  const rest = text.slice(found.index + found[0].length);
  return escape(text.slice(0, found.index)) + marked(found) + inline(rest);
}

function marked([, code, bold, label = '', to = '']: RegExpExecArray): string {
  if (code !== undefined) return `<code>${escape(code)}</code>`;
  if (bold !== undefined) return `<strong>${inline(bold)}</strong>`;
  return `<a href="${escape(to)}">${inline(label)}</a>`;
}

interface MarkdownWords {
  readonly examples: string;
  readonly linkTo: string;
}

/**
 * The Markdown that our guides are written in: headings, paragraphs, lists, tables, fenced code. Anything else is a
 * paragraph. HTML in it is shown as text. `anchors` are those of its headings, where they are not made from the words; `words` is what a
 * page says around them, `…` being a heading.
 */
export function markdown(
  source: string,
  anchors: readonly string[] = [],
  words: MarkdownWords = { examples: 'Examples in', linkTo: 'Link to “…”' },
): { html: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const blocks = source.replaceAll('\r', '').split(/(^```[^\n]*\n[\s\S]*?^```$)/m);
  const html = blocks
    .flatMap((block) => (block.startsWith('```') ? [fence(block)] : block.split(/\n{2,}/).map(paragraph)))
    .filter((part) => part !== '')
    .join('\n');
  return { html: withChoices(html, words.examples), headings };

  /** A page has each address once: a heading that there was before has that of its section in front. */
  function freeAnchor(level: number, own: string): string {
    if (!headings.some(({ anchor }) => anchor === own)) return own;
    const above = headings.findLast((one) => one.level < level)?.anchor ?? '';
    return `${above}-${own}`;
  }

  function paragraph(text: string): string {
    const lines = text.trim().split('\n');
    const [first = ''] = lines;
    const [, marks, title = ''] = /^(#{1,4}) (.+)$/.exec(first) ?? [];
    if (marks !== undefined) {
      const anchor = anchors[headings.length] ?? freeAnchor(marks.length, anchorOf(title));
      const heading = { level: marks.length, text: title.replaceAll('`', ''), anchor };
      headings.push(heading);
      const rest = lines.slice(1).join('\n');
      return `<h${heading.level} id="${heading.anchor}">${inline(title)}${linkTo(heading, words.linkTo)}</h${heading.level}>${rest === '' ? '' : `\n${paragraph(rest)}`}`;
    }
    if (first === '') return '';
    if (first.startsWith('|')) return table(lines);
    if (/^[-*] /.test(first)) return list('ul', lines, /^[-*] /);
    if (/^\d+\. /.test(first)) return list('ol', lines, /^\d+\. /);
    return `<p>${inline(lines.join(' '))}</p>`;
  }
}

/** A link to a section itself, for whoever wants to pass it on. */
function linkTo({ level, text, anchor }: Heading, words: string): string {
  return level === 1
    ? ''
    : `<a class="here" href="#${anchor}" aria-label="${escape(words.replace('…', () => text))}">#</a>`;
}

function fence(block: string): string {
  const [, language = '', code = ''] = /^```(\S*)[^\n]*\n([\s\S]*?)\n?```$/.exec(block) ?? [];
  return `<pre tabindex="0"><code${language === '' ? '' : ` class="language-${escape(language)}"`}>${highlighted(language, code)}</code></pre>`;
}

const blockIn = (language: string) =>
  String.raw`(<pre tabindex="0"><code class="language-${language}">(?:(?!</pre>)[\s\S])*</pre>)`;

/** A command that is followed by its TypeScript. */
const EITHER = new RegExp(`${blockIn('sh')}\\n${blockIn('ts')}`, 'g');

const choiceOf = (legend: string) => `<fieldset class="languages"><legend>${escape(legend)}</legend>
<label><input type="radio" name="examples" id="examples-sh" checked> curl</label>
<label><input type="radio" name="examples" id="examples-ts"> TypeScript</label>
</fieldset>`;

/** Shows one language of examples that there are two of, and a choice below the page's title; no script is needed. */
function withChoices(html: string, examplesIn: string): string {
  const chosen = html.replace(
    EITHER,
    '<div class="code"><div class="either"><div class="in-sh">$1</div><div class="in-ts">$2</div></div></div>',
  );
  return chosen === html ? html : chosen.replace('</h1>', `</h1>\n${choiceOf(examplesIn)}`);
}

/** Lines that do not begin with a mark go on with the item before them. */
function list(tag: 'ul' | 'ol', lines: readonly string[], mark: RegExp): string {
  const items: string[] = [];
  for (const line of lines) {
    if (mark.test(line)) items.push(line.replace(mark, ''));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return `<${tag}>\n${items.map((item) => `<li>${inline(item)}</li>`).join('\n')}\n</${tag}>`;
}

function table(lines: readonly string[]): string {
  const cells = (line: string) => line.replaceAll(/^\||\|\s*$/g, '').split(/(?<!\\)\|/);
  const row = (line: string, tag: 'th' | 'td') =>
    `<tr>${cells(line)
      .map((cell) => `<${tag}>${inline(cell.trim().replaceAll('\\|', '|'))}</${tag}>`)
      .join('')}</tr>`;
  const [head = '', , ...body] = lines;
  return `<div class="wide" tabindex="0"><table><thead>${row(head, 'th')}</thead><tbody>${body.map((line) => row(line, 'td')).join('')}</tbody></table></div>`;
}
