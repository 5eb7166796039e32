import { holdsCardNumber, withoutLongNumbers } from '../../text/card-number.ts';
import { fingerprintOf } from '../../text/fingerprint.ts';
import { CONSOLE } from '../../limits.ts';
import { fieldsOf } from '../fields.ts';
import { key } from '../schema.ts';
import type { Delete, Item, Put } from '../table.ts';

type Texts = Readonly<Record<string, string>>;

/** A form that was refused: why, and what was typed into it, for the page that shows it again. Never a secret. */
export interface RefusedForm {
  /** The act that it asked for. */
  readonly act: string;
  readonly said: string;
  readonly typed: Texts;
  /** What is wrong, by the name of the field. */
  readonly problems: Texts;
  /** Whether what it sets was saved by somebody else since the form was made. */
  readonly isStale: boolean;
}

/** Keeps a refused form for the next page of the same person, but for what holds a card number. */
export function refusedFormPut(
  { tenant, personId, id, now }: { tenant: string; personId: string; id: string; now: number },
  { act, said, typed, problems, isStale }: RefusedForm,
): Put {
  const ttl = Math.ceil((now + CONSOLE.refusedFormMs) / 1000);
  const kept = (texts: Texts) =>
    Object.fromEntries(Object.entries(texts).filter((one) => !one.some(holdsCardNumber)));
  const why = holdsCardNumber(said) ? withoutLongNumbers(said) : said;
  const form = { act, said: why, typed: kept(typed), problems: kept(problems), isStale };
  return { put: { ...key.refusedForm(tenant, personId, { id }), ...form, ttl } };
}

/** Parses a refused form; undefined if it is gone. Throws Unreadable. */
export function refusedFormFrom(item: Item | undefined): RefusedForm | undefined {
  if (!item) return undefined;
  const of = fieldsOf(item);
  const { typed, problems } = item;
  return {
    act: of.text('act'),
    said: of.text('said'),
    typed: textsIn(typed),
    problems: textsIn(problems),
    isStale: of.isSet('isStale'),
  };
}

function textsIn(part: unknown): Texts {
  const entries = typeof part === 'object' && part !== null ? Object.entries(part) : [];
  return Object.fromEntries(entries.filter((one): one is [string, string] => typeof one[1] === 'string'));
}

/** A form whose setting is being saved. */
interface FormLock {
  readonly tenant: string;
  /** The act, and what it is about. */
  readonly what: string;
  readonly writer: string;
}

/** Takes the turn to save a setting, for so long: where nobody has it, or where it was never given back and `isOver`. */
export const formTaken = (
  { tenant, what, writer }: FormLock,
  { now, forMs, isOver }: { readonly now: number; readonly forMs: number; readonly isOver: boolean },
): Put => ({
  put: {
    ...key.formLock(tenant, fingerprintOf(what)),
    ...{ writer, until: now + forMs, ttl: Math.ceil((now + forMs) / 1000) },
  },
  if: [isOver ? { attribute: 'until', atMost: now } : { absent: true }],
});

/** Gives the turn back, if nobody else has taken it since. */
export const formGivenBack = ({ tenant, what, writer }: FormLock): Delete => ({
  delete: key.formLock(tenant, fingerprintOf(what)),
  if: [{ attribute: 'writer', is: writer }],
});
