import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { inlined } from '../../../openapi/inlined.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: object;
}

interface Content {
  readonly content?: {
    readonly 'application/json'?: { readonly schema: object; readonly example?: unknown };
  };
}

interface DescribedOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly headers?: object }>>;
}

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: DescribedOperation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** `openapi.json` as it is committed, its schemas where a JSON Schema has them. */
export const DESCRIPTION = inlined(
  JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8').replaceAll(
      '#/components/schemas/',
      '#/$defs/',
    ),
  ) as Description,
);

/** The names of all operations, as `GET /plans/list`. */
export const OPERATION_KEYS: readonly string[] = Object.entries(DESCRIPTION.paths).flatMap(
  ([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);

/** The operation of a key such as `GET /plans/list`. */
export function described(key: string): DescribedOperation {
  const [method = '', path = ''] = key.split(' ');
  const operation = DESCRIPTION.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`openapi.json has no ${key}`);
  return operation;
}

/** What a schema of the description may say. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** A schema where others name it. */
export const resolved = (one: Schema): Schema =>
  one.$ref === undefined
    ? one
    : resolved(DESCRIPTION.components.schemas[one.$ref.split('/').at(-1) ?? ''] as Schema);

/** The names that lead to a member; `0` is the one member of a list. */
export type Path = readonly string[];

/** What is good with one member as given. */
export function withValue(of: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  if (name === '0') return [withValue(undefined, rest, value)];
  const record = (typeof of === 'object' && of !== null ? of : {}) as Record<string, unknown>;
  return { ...record, [name]: withValue(record[name], rest, value) };
}

const parsers = new Map<object, z.ZodType>();

/** What is wrong with a value by a schema of the description; undefined where nothing is. */
export function wrongBy(schema: object, value: unknown): string | undefined {
  let parser = parsers.get(schema);
  if (!parser) {
    parser = z.fromJSONSchema({ ...schema, $defs: DESCRIPTION.components.schemas } as never);
    parsers.set(schema, parser);
  }
  const { error } = parser.safeParse(value);
  return error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ');
}
