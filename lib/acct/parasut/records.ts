import * as z from 'zod/mini';

const Id = z.pipe(z.union([z.string(), z.number()]), z.transform(String));
const Fields = z.pipe(
  z.nullish(z.record(z.string(), z.unknown())),
  z.transform((fields): Readonly<Record<string, unknown>> => fields ?? {}),
);
const Ref = z.object({ id: Id, type: z.string() });
const Rec = z.object({ id: Id, type: z.string(), attributes: Fields, relationships: Fields });

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
export const emptyPage: Page = { data: [], included: [] };

/** A field as text: numbers are converted; absent, null and blank are undefined. */
export function text(rec: Rec | undefined, field: string): string | undefined {
  const value = rec?.attributes[field];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The strings of a list field. */
export function texts(rec: Rec, field: string): readonly string[] {
  const value = rec.attributes[field];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** The target of a to-one relation; undefined if it is empty or not included. */
export function related(rec: Rec | undefined, relation: string): { id: string; type: string } | undefined {
  return z.object({ data: Ref }).safeParse(rec?.relationships[relation]).data?.data;
}
