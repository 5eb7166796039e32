import { CONSOLE } from '../../limits.ts';
import { fieldsOf } from '../fields.ts';
import { key } from '../schema.ts';
import type { Item, Put } from '../table.ts';

/** A form that was refused: why, and what was typed into it, for the page that shows it again. Never a secret. */
export interface RefusedForm {
  readonly said: string;
  readonly typed: Readonly<Record<string, string>>;
}

/** Keeps a refused form for the next page of the same person. */
export function refusedFormPut(
  { tenant, personId, id, now }: { tenant: string; personId: string; id: string; now: number },
  { said, typed }: RefusedForm,
): Put {
  const ttl = Math.ceil((now + CONSOLE.refusedFormMs) / 1000);
  return { put: { ...key.refusedForm(tenant, personId, id), said, typed: { ...typed }, ttl } };
}

/** Parses a refused form; undefined if it is gone. Throws Unreadable. */
export function refusedFormFrom(item: Item | undefined): RefusedForm | undefined {
  if (!item) return undefined;
  const { typed } = item;
  const entries = typeof typed === 'object' && typed !== null ? Object.entries(typed) : [];
  const texts = entries.filter((one): one is [string, string] => typeof one[1] === 'string');
  return { said: fieldsOf(item).text('said'), typed: Object.fromEntries(texts) };
}
