import { inflateRawSync } from 'node:zlib';
import { packed } from './pages.ts';

/** A page of the documentation as HTML; undefined where there is none of this name. */
export function openPage(name: string): string | undefined {
  const page = Object.hasOwn(packed, name) ? packed[name] : undefined;
  return page === undefined ? undefined : inflateRawSync(Buffer.from(page, 'base64')).toString();
}
