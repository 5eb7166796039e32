import type { Resource } from '../synthesised.ts';

/** One change of a resource: where, and what it then is. */
export interface Change {
  readonly where: string;
  readonly changed: Resource;
}

type Path = readonly (string | number)[];
type Holder = Record<string | number, unknown>;

/** Every single change of a resource: each of its parts taken away, each value replaced by another one. */
export function changesOf(resource: Resource): Change[] {
  const { Metadata: _why, ...rest } = resource as Resource & { readonly Metadata?: unknown };
  return pathsIn(rest).flatMap(({ path, value }) => [
    { where: `without ${path.join('.')}`, changed: copyOf(rest, path, without) },
    ...others(value).map((other) => ({
      where: `${path.join('.')} is ${JSON.stringify(other)}`,
      changed: copyOf(rest, path, (holder, key) => (holder[key] = other)),
    })),
  ]);
}

/** One resource for each form that there is: of a type, and with the same parts. */
export function oneOfEachForm(resources: readonly Resource[]): Resource[] {
  const forms = new Map<string, Resource>();
  for (const resource of resources) {
    const named = pathsIn(resource.Properties).map(({ path }) =>
      path.filter((key) => typeof key === 'string').join('.'),
    );
    forms.set([resource.Type, ...new Set(named)].join(), resource);
  }
  return [...forms.values()];
}

function pathsIn(value: unknown, path: Path = []): { path: Path; value: unknown }[] {
  const below =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, each]) =>
          pathsIn(each, [...path, Array.isArray(value) ? Number(key) : key]),
        )
      : [];
  return path.length === 0 ? below : [{ path, value }, ...below];
}

function others(value: unknown): unknown[] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value + 1, value - 1];
  if (typeof value === 'string') return [`${value}2`, '*'].filter((other) => other !== value);
  return Array.isArray(value) ? [[...(value as unknown[]), 'more']] : [];
}

function copyOf(resource: Resource, path: Path, change: (holder: Holder, key: string | number) => void) {
  const copy = structuredClone(resource);
  const holder = path.slice(0, -1).reduce<unknown>((at, key) => (at as Holder)[key], copy);
  change(holder as Holder, path.at(-1)!);
  return copy;
}

function without(holder: Holder, key: string | number): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else Reflect.deleteProperty(holder, key);
}
