import { unpack } from './packing.ts';
import { packed, UNKNOWN } from './pages.ts';

let unpacked: Readonly<Record<string, string>> | undefined;

/** All pages as HTML, by their names. The first call unpacks them, in 10 ms. */
const pages = () => (unpacked ??= JSON.parse(unpack(packed)) as Record<string, string>);

/** A page of the documentation as HTML; undefined where there is none of this name. */
export function openPage(name: string): string | undefined {
  return name !== UNKNOWN && Object.hasOwn(pages(), name) ? pages()[name] : undefined;
}

/** What a browser shows where there is no page of a name, as HTML. */
export const unknownPage = () => pages()[UNKNOWN] ?? '';
