/** Text as searches compare it: without case and accents, of Turkish letters too. */
export const searchable = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The most beginnings of a name that are looked up, the whole one among them. */
const PARTS_MAX = 4;

/**
 * A name from each of its parts on, with what stands before it behind: `ayse yilmaz`, `yilmaz ayse`. The surname comes right
 * after the whole, so that it is found however many parts there are.
 */
export function nameParts(name: string, surname: string): string[] {
  const whole = searchable(`${name} ${surname}`);
  const ofSurname = whole.length - searchable(surname).length;
  const starts = [...whole.matchAll(/[\s\-'’.]+(?=\S)/gu)].map(({ index, 0: gap }) => index + gap.length);
  const others = starts.filter((start) => start !== ofSurname);
  const all = [...(ofSurname > 0 && ofSurname < whole.length ? [ofSurname] : []), ...others];
  const rotated = all.map((start) => `${whole.slice(start)} ${whole.slice(0, start)}`.trim());
  return [whole, ...rotated].slice(0, PARTS_MAX);
}

/** How the digits of a phone number begin, as E.164 has them without its sign; undefined for what is none. */
export function phoneBeginning(text: string): string | undefined {
  const given = text.trim();
  if (!/^[+\d][\d\s()./-]{3,}$/.test(given)) return undefined;
  const digits = given.replaceAll(/\D/g, '');
  if (given.startsWith('+') || digits.startsWith('00')) return digits.replace(/^00/, '');
  if (digits.startsWith('90')) return digits;
  return `90${digits.replace(/^0/, '')}`;
}
