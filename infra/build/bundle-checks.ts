import type { Metafile } from 'esbuild';

/** Modules that must not be shipped, by path. */
const UNWANTED = [
  { what: 'undici', in: /\/undici\// },
  {
    what: 'the credential chain',
    in: /credential-provider-(ini|sso|process|http|web-identity|login|imds|node)\//,
  },
  { what: 'zod locales', in: /\/zod\/.*\/locales\/(?!en\.)/ },
  { what: 'the whole of zod', in: /\/zod\/v4\/classic\// },
] as const;

/** The largest bundles that are shipped, in bytes, minified; `bench/parts/cold.ts` has what they should not exceed. */
const BUNDLE_BYTES_MAX = {
  endpoint: 278 * 1024,
  change: 314 * 1024,
  pages: 440 * 1024,
  /** It previews every kind of message in both languages. */
  screens: 535 * 1024,
  /** It shows every form again that it refuses, so it has the console's screens too. */
  acts: 614 * 1024,
  /** It works through queues: nobody waits for its start. */
  reconciliation: 326 * 1024,
} as const;

const PAGES = /(^|\/)(console\/|portal\/(show|act)|docs(\/|$)|checkout\/(callback|page))/;
const CHANGES =
  /(^|\/)(subscribers\/(change-plan|preview-change|retry-payment|erase|cancel|undo-cancel|correct-customer))/;

const ACTS = /(^|\/)console\/act/;
const SCREENS = /(^|\/)console\/show/;

const RECONCILIATION = /(^|\/)reconciliation\/run/;

/** Parts that few functions need, and which. */
const KEPT_TO = [
  { what: 'the style of pages', in: /lib\/pages\/style\/(?!tokens)/, only: PAGES },
  {
    what: 'what messages say',
    in: /lib\/messages\/render\//,
    only: /(^|\/)(messages\/send|account\/test-message|console\/(show|act))/,
  },
] as const;

/** Whether a function shows pages, by its name or the path of its file. */
export const showsPages = (name: string): boolean => PAGES.test(name);

/** The largest bundle of a function, by its name or the path of its file. */
function bytesMaxOf(name: string): number {
  if (ACTS.test(name)) return BUNDLE_BYTES_MAX.acts;
  if (SCREENS.test(name)) return BUNDLE_BYTES_MAX.screens;
  if (showsPages(name)) return BUNDLE_BYTES_MAX.pages;
  if (RECONCILIATION.test(name)) return BUNDLE_BYTES_MAX.reconciliation;
  return CHANGES.test(name) ? BUNDLE_BYTES_MAX.change : BUNDLE_BYTES_MAX.endpoint;
}

/** What is wrong with a bundle of this path, from esbuild's metafile; empty if it may be shipped. */
export function violations(path: string, output: Metafile['outputs'][string]): string[] {
  const sources = Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) =>
    bytesInOutput > 0 ? [path] : [],
  );
  const unwanted = [...UNWANTED, ...KEPT_TO.filter(({ only }) => !only.test(path))].flatMap((kind) =>
    sources.filter((path) => kind.in.test(path)).map((path) => `ships ${kind.what}: ${path}`),
  );
  const external = output.imports.map(({ path }) => `leaves an import to the runtime: ${path}`);
  const own = sources.filter((path) => path.startsWith('functions/') && path !== 'functions/addresses.ts');
  const others = own.length > 1 ? [`ships other endpoints: ${own.join(', ')}`] : [];
  const heavy = output.bytes > bytesMaxOf(path) ? [`is ${output.bytes} bytes`] : [];
  return [...unwanted, ...external, ...others, ...heavy];
}
