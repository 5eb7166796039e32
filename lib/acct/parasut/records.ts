import * as z from 'zod/mini';
import { isPossibleReference, shortLine } from '../../text/clean-text.ts';

/** The longest text that is stored or shown: longer than any number, amount or status of the contract. */
const LINE_CHARACTERS_MAX = 255;

/** An identifier or a type, which becomes part of stored items and of addresses. */
const Name = z.string().check(z.minLength(1), z.refine(isPossibleReference));
const Id = z.pipe(z.pipe(z.union([z.string(), z.number()]), z.transform(String)), Name);
const Fields = z.pipe(
  z.nullish(z.record(z.string(), z.unknown())),
  z.transform((fields): Readonly<Record<string, unknown>> => fields ?? {}),
);
const Ref = z.object({ id: Id, type: Name });
const Rec = z.object({ id: Id, type: Name, attributes: Fields, relationships: Fields });

/** The common part of the provider's records. */
export type Rec = z.infer<typeof Rec>;

/** A JSON:API answer. A single record becomes a list; `null` or no `data` an empty one. */
export const Page = z.object({
  data: z.pipe(
    z.nullish(z.union([Rec, z.array(Rec)])),
    z.transform((data): readonly Rec[] => (data ? [data].flat() : [])),
  ),
  included: z.pipe(
    z.nullish(z.array(Rec)),
    z.transform((included): readonly Rec[] => included ?? []),
  ),
  meta: z.nullish(z.object({ total_pages: z.nullish(z.number()) })),
});
export type Page = z.infer<typeof Page>;

/** The content of an empty answer (204). */
export const EMPTY_PAGE: Page = { data: [], included: [] };

/** A field as text, to be compared: numbers are converted; absent, null and blank are undefined. */
export function text(rec: Rec | undefined, field: string): string | undefined {
  const value = rec?.attributes[field];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A field as text that may be stored and shown. */
export function line(rec: Rec | undefined, field: string): string | undefined {
  const value = text(rec, field);
  return value === undefined ? undefined : shortLine(value, LINE_CHARACTERS_MAX);
}

/** The strings of a list field. */
export function texts(rec: Rec, field: string): readonly string[] {
  const value = rec.attributes[field];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

const Relation = z.nullish(z.object({ data: z.nullish(Ref) }));

/** The target of a to-one relation; undefined if it is empty or not included, which an unreadable one is not. */
export function related(rec: Rec, relation: string): z.infer<typeof Ref> | 'unreadable' | undefined {
  const read = Relation.safeParse(rec.relationships[relation]);
  return read.success ? (read.data?.data ?? undefined) : 'unreadable';
}
