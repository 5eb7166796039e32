import type { Language, Place } from './guides.ts';
import { nameIn } from './page-name.ts';
import { unpack } from './packing.ts';
import { BASE, packed, UNKNOWN, type Documents } from './pages.ts';
import { LANGUAGES } from '../lib/pages/language.ts';

/** Where a page is shown: by what kind of stage, at which address. */
export interface Shown {
  readonly place: Place;
  readonly address: string;
}

let unpacked: Documents | undefined;

/** All documents of a place, by their names. The first call unpacks them, in some tens of milliseconds. */
const documentsAt = (place: Place) => (unpacked ??= JSON.parse(unpack(packed())) as Documents)[place];

/** Where examples say that the service is: on a developer's machine, and anywhere. */
const ADDRESSES = [BASE, 'http://127.0.0.1:3000'];

/** What stands beside a service on a developer's machine: in the guides at the ports after the usual one. */
const BESIDE = /http:\/\/127\.0\.0\.1:300([1-4])\b/g;

/** A document with the address of the stage that shows it; undefined where there is none of this name. */
export function openPage(name: string, { place, address }: Shown): string | undefined {
  const documents = documentsAt(place);
  if (LANGUAGES.some((language) => name === nameIn(language, UNKNOWN)) || !Object.hasOwn(documents, name))
    return undefined;
  const text = documents[name] ?? '';
  return withAddress(place === 'local' ? withNeighbours(text, address) : text, address);
}

/** As `openPage`, for a document that every stage has. Throws where it is missing. */
export function standingPage(name: string, shown: Shown): string {
  const text = openPage(name, shown);
  if (!text) throw new Error(`the documentation has no ${name}`);
  return text;
}

/** What a browser shows where there is no page of a name, as HTML. */
export const unknownPage = ({ place, address }: Shown, language: Language) =>
  withAddress(documentsAt(place)[nameIn(language, UNKNOWN)] ?? '', address);

/** The sandbox and its like listen at the ports after that of the local copy. */
function withNeighbours(text: string, address: string): string {
  const { protocol, hostname, port } = new URL(address);
  return text.replaceAll(
    BESIDE,
    (_all, nth: string) => `${protocol}//${hostname}:${Number(port) + Number(nth)}`,
  );
}

const withAddress = (text: string, address: string) =>
  ADDRESSES.reduce((changed, one) => changed.replaceAll(one, address), text);
