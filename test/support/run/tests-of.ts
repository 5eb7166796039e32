/** By the folder's name: the words by which its tests are found, where they are others than that name; `a/` is a folder alone. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  'background-functions': ['footprints', 'functions'],
  billing: ['billing/'],
  cli: ['operator/'],
  commit: ['idempotency', 'overtaken', 'identical'],
  comparison: ['comparison', 'reconciliation'],
  footprint: ['footprints', 'permissions'],
  health: ['answer', 'whole'],
  invoicing: ['invoices', 'invoicing'],
  infra: ['stack/'],
  lint: ['architecture'],
  home: ['site'],
  docs: ['site', 'docs'],
  'not-found': ['errors'],
  openapi: ['openapi', 'site'],
  outgoing: ['guard', 'post', 'dns', 'floods', 'reading', 'body'],
  publish: ['events'],
  refusal: ['errors', 'refusals'],
  route: ['footprints', 'architecture', 'openapi'],
  routes: ['footprints', 'architecture', 'openapi'],
  runtime: ['instance', 'invocation', 'xray', 'logs'],
  sandbox: ['pay', 'acct', 'sandbox', 'rates'],
  subscriptions: ['subscribers', 'states'],
  text: ['text', 'card-number', 'identifiers', 'fingerprint'],
  webhooks: ['webhooks', 'webhook', 'events'],
};

/** The product's folders, by the first part of a path. */
const PRODUCT =
  /^(?:\.\/)?(lib|functions|infra|cli|local|sandbox|openapi|site|client|examples|bench|lint)(?:\/|$)/;

/** Whether a path is of the product, and not of the tests. */
export const isOfProduct = (path: string): boolean => PRODUCT.test(path);

/** Whether a path is of the tests. */
export const isOfTests = (path: string): boolean => /^(?:\.\/)?test\//.test(path);

/**
 * The tests of a folder or file of the product, of all test files: those that have the folder's name, in singular or plural,
 * as a word in their path. `lib/refunds` has `test/behaviour/refunds/` and `test/rules/pay/refunds.test.ts`. Of the tests, those
 * whose path begins so, whatever line is named.
 */
export function testsOf(path: string, all: readonly string[]): string[] {
  const begin = path.replace(/^\.\//, '').replace(/(?::\d+)+$/, '');
  if (isOfTests(path)) return all.filter((test) => test.startsWith(begin));
  const name = nameOf(path);
  const words = WORDS[name] ?? [name];
  return all.filter((test) => words.some((word) => hasWord(test, word)));
}

/** Of lib and functions each folder and file has tests of its own; of the others, the whole. */
function nameOf(path: string): string {
  const [top = '', second] = path.replace(/^\.\//, '').replace(/\/$/, '').split('/');
  const isDivided = top === 'lib' || top === 'functions';
  return (isDivided && second !== undefined ? second : top).replace(/\.ts$/, '');
}

function hasWord(test: string, word: string): boolean {
  if (word.endsWith('/')) return test.includes(`/${word}`);
  const singular = word.replace(/s$/, '');
  return new RegExp(`[/-]${singular}s?(?=[-/.])`).test(test.replace(/^test/, ''));
}
