/**
 * Words that were once private to this code, each with the field's own word: none may come back as a name, or as a part of
 * one, in a symbol or in the name of a file.
 */
export const PRIVATE_WORDS: Readonly<Record<string, string>> = {
  books: 'records',
  hygiene: 'bundle checks',
  impurities: 'violations',
  kin: 'customer hash',
  newsworthy: 'relevant',
  puppet: 'stub',
  setback: 'on failure',
  story: 'scenario',
  telling: 'publication',
  unable: 'operator error',
  unseal: 'decrypt',
  untold: 'unannounced',
  wish: 'input, fields, profile',
  wishes: 'requests',
};

/** A title, also of a test for each of several cases. */
const TITLE = /(?:\b(?:it|test|describe)(?:\.\w+)*|\](?: as const)?,?\s*\))\(\s*'((?:[^'\\]|\\.)*)'/g;

/** The words of a name: `PuppetCloud`, `puppet_cloud` and `puppet-cloud` have two each. */
const wordsOf = (name: string) =>
  name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((word) => word.toLowerCase());

/** Those of the words that stand in a title of a test, told by title. */
export function privateTitlesIn(code: string): string[] {
  const titles = [...code.matchAll(TITLE)].map(([, title = '']) => title);
  return titles.filter((title) => wordsOf(title).some((word) => Object.hasOwn(PRIVATE_WORDS, word)));
}

/** The names in a file, its path among them, that a private word is part of. */
export function privateWordsIn(path: string, code: string): string[] {
  const withoutTexts = code.replaceAll(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, '');
  const names = new Set([path, ...(withoutTexts.match(/[A-Za-z_]\w*/g) ?? [])]);
  return [...names].filter((name) => wordsOf(name).some((word) => Object.hasOwn(PRIVATE_WORDS, word)));
}
