type Json = Record<string, unknown>;

const SHELVES = /^#\/components\/(parameters|responses|examples)\/(.+)$/;

/**
 * A description as `openapi.json` has it, with every parameter, response and example where it is used again, as a reader
 * wants it who has one operation before him. Schemas and headers stay references.
 */
export function inlined<Description extends object>(description: Description): Description {
  const { components } = description as { components: Record<string, Json> };
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...rest } = value as Json;
    const [, shelf = '', name = ''] = SHELVES.exec(String($ref)) ?? [];
    if (shelf !== '') return resolve(components[shelf]?.[name]);
    const { examples, ...others } = rest;
    const { value: example } = (resolve((examples as { sample?: Json } | undefined)?.sample) ?? {}) as Json;
    return {
      ...($ref !== undefined && { $ref }),
      ...Object.fromEntries(Object.entries(others).map(([key, of]) => [key, resolve(of)])),
      ...(example !== undefined && { example }),
    };
  };
  const { paths, webhooks } = description as { paths: unknown; webhooks: unknown };
  return { ...description, paths: resolve(paths), webhooks: resolve(webhooks) };
}
