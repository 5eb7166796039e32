/** Words that were once private to this code, each with the field's own word: none is a name, or a part of one. */
const PRIVATE_WORDS: Readonly<Record<string, string>> = {
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

/** The words of a name or a title: `PuppetCloud`, `puppet_cloud` and `puppet-cloud` have two each. */
const wordsOf = (name: string) =>
  name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((word) => word.toLowerCase());

/** What is wrong with a name or a title; undefined where nothing is. */
export function wrongWord(name: string): string | undefined {
  const found = wordsOf(name).find((word) => Object.hasOwn(PRIVATE_WORDS, word));
  return found && `the field says "${PRIVATE_WORDS[found] ?? ''}" for "${found}"`;
}
