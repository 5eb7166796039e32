import { escape } from './escape.ts';

const STRING = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`;
const SLASHES = String.raw`(?<![:'"])\/\/.*`;

/** The parts of a language that stand out, each by the name of its class. */
const looks = (parts: Readonly<Record<string, string>>) =>
  new RegExp(
    Object.entries(parts)
      .map(([name, pattern]) => `(?<${name}>${pattern})`)
      .join('|'),
    'g',
  );

const words = (list: string) => String.raw`\b(?:${list.replaceAll(' ', '|')})\b`;

const LANGUAGES: Readonly<Record<string, RegExp>> = {
  sh: looks({
    string: String.raw`"(?:[^"\\]|\\.)*"|'[^']*'`,
    keyword: String.raw`(?<=^|[|(] ?|\$\()(?:api|curl|jq|npx|npm|node|echo|head)(?= )`,
  }),
  json: looks({
    key: String.raw`"(?:[^"\\]|\\.)*"(?=\s*:)`,
    string: String.raw`"(?:[^"\\]|\\.)*"`,
    keyword: String.raw`\b(?:true|false|null|-?\d+(?:\.\d+)?)\b`,
  }),
  ts: looks({
    comment: SLASHES,
    string: STRING,
    keyword: words(
      'import from export const let function async await return if else for of new throw try catch typeof instanceof type',
    ),
  }),
  python: looks({ string: STRING, keyword: words('import def return for in') }),
  php: looks({ string: STRING, keyword: words('function return string array bool') }),
  go: looks({ string: STRING, keyword: words('package import func return byte bool string') }),
  java: looks({
    comment: SLASHES,
    string: STRING,
    keyword: words('import final class static private throws return boolean byte null'),
  }),
  csharp: looks({
    string: STRING,
    keyword: words('using public private static class return bool byte string'),
  }),
};

/** Code as HTML, with what stands out in its language marked; as it is where the language is not known here. */
export function highlighted(language: string, code: string): string {
  const parts = LANGUAGES[language];
  if (!parts) return escape(code);
  let html = '';
  let after = 0;
  for (const { 0: text, index, groups } of code.matchAll(parts)) {
    const name = Object.keys(groups ?? {}).find((one) => groups?.[one] === text) ?? '';
    html += `${escape(code.slice(after, index))}<span class="${name}">${escape(text)}</span>`;
    after = index + text.length;
  }
  return html + escape(code.slice(after));
}
