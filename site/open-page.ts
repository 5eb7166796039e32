import { unpack } from './packing.ts';
import { packed } from './pages.ts';

let pages: Readonly<Record<string, string>> | undefined;

/** A page of the documentation as HTML; undefined where there is none of this name. The first one unpacks them all, in 10 ms. */
export function openPage(name: string): string | undefined {
  pages ??= JSON.parse(unpack(packed)) as Record<string, string>;
  return Object.hasOwn(pages, name) ? pages[name] : undefined;
}
