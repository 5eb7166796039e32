import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escape } from '../../../site/escape.ts';
import { highlighted } from '../../../site/highlight.ts';

const LANGUAGES = ['sh', 'json', 'ts', 'python', 'php', 'go', 'java', 'csharp', 'mermaid', 'constructor'];

/** What a browser shows of it: its text, once the marks are taken away. */
const shown = (html: string) =>
  html
    .replaceAll(/<span class="[a-z]*">|<\/span>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

const code = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<script>',
        '</span>',
        '&amp;',
        '"',
        "'",
        '\\',
        '// ',
        '#',
        'const ',
        'return ',
        ': ',
        '\n',
      ),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('code in the documentation', () => {
  it.each(LANGUAGES)('shows what was written, and is markup nowhere but in its marks: %s', (language) => {
    fc.assert(
      fc.property(code, (text) => {
        const html = highlighted(language, text);
        expect(shown(html)).toBe(text);
        expect(html.replaceAll(/<span class="[a-z]*">|<\/span>/g, '')).toBe(escape(text));
      }),
    );
  });

  it('marks what stands out', () => {
    expect(highlighted('ts', 'const a = "<b>"; // &')).toBe(
      '<span class="keyword">const</span> a = <span class="string">&quot;&lt;b&gt;&quot;</span>; <span class="comment">// &amp;</span>',
    );
    expect(highlighted('json', '{"a": "b"}')).toBe(
      '{<span class="key">&quot;a&quot;</span>: <span class="string">&quot;b&quot;</span>}',
    );
  });
});
