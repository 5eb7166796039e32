import type { FromBrowsers } from '../route.ts';

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Whether a browser says that a request is none that such a route takes: pages answer navigations of a tab, from wherever
 * the link is, what a person asks for themselves, and what a link of ours saves as a file; forms come from our own origin.
 * So neither a script, a frame nor an image, our own origin's included, reads a page or does an act. A browser always says
 * from which site it asks: who does not say so is no browser's script, such as a program that says its mode alone.
 */
export function isForeign(headers: Headers, takes: FromBrowsers): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers;
  if (site === undefined) return false;
  const navigates = (mode ?? 'navigate') === 'navigate';
  const isOfTab = navigates && (destination ?? 'document') === 'document';
  // A link with `download`: no script can send a request that navigates, nor read what is saved.
  const isSaved = navigates && destination === 'empty' && site === 'same-origin';
  if (takes === 'pages') return !isOfTab && !isSaved && site !== 'none';
  return !isOfTab || site !== 'same-origin';
}
