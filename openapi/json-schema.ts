import * as z from 'zod';
import { EMAIL } from '../lib/wire/contact.ts';
import { TIME_PATTERN } from '../lib/wire/shape.ts';
import { trimmed } from './trimmed.ts';

/** A JSON object. */
export type Json = Record<string, unknown>;

const ref = (id: string) => `#/components/schemas/${id}`;

/** The schemas of a registry as components. */
export function componentsOf(registry: z.core.$ZodRegistry<{ id: string }>): Json {
  const { schemas } = z.toJSONSchema(registry, { ...SETTINGS, uri: ref });
  const named = onceEach(
    Object.entries(schemas).map(([id, schema]) => [id, withTimes(withoutMarks(schema))] as const),
  );
  return Object.fromEntries(
    [...Object.entries(COMMON), ...named].sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** Components of which one that is as another is refers to it. */
function onceEach(named: readonly (readonly [string, unknown])[]): readonly (readonly [string, unknown])[] {
  const first = new Map<string, string>();
  return named.map(([id, schema]) => {
    const text = JSON.stringify(schema);
    const known = first.get(text);
    first.set(text, known ?? id);
    return [id, known === undefined ? schema : { $ref: ref(known) }] as const;
  });
}

/** A moment in an answer: the one schema that fifty members would else spell out. */
const TIME: Json = {
  type: 'string',
  format: 'date-time',
  pattern: TIME_PATTERN.source,
  description: 'ISO 8601, UTC, with milliseconds.',
};

/** Where a browser may be sent, and where mail goes: in requests. */
const URL: Json = { type: 'string', format: 'uri', maxLength: 2_048 };
const MAIL: Json = { type: 'string', format: 'idn-email', maxLength: 254, pattern: trimmed(EMAIL) };
const MAIL_PATTERNS: readonly unknown[] = [EMAIL.source, MAIL['pattern']];

/** The components that no schema of ours declares by itself. */
const COMMON: Readonly<Record<string, Json>> = { Time: TIME, Url: URL, Email: MAIL };

/** The name of the component that a text is one of; undefined where it is none. */
function commonOf({ type, format, pattern, maxLength }: Json): string | undefined {
  if (type !== 'string') return undefined;
  if (pattern === TIME['pattern']) return 'Time';
  if (format === 'uri' && maxLength === URL['maxLength']) return 'Url';
  return MAIL_PATTERNS.includes(pattern) ? 'Email' : undefined;
}

/** A schema whose moments and addresses refer to their components, and whose open lists of words are open. */
function withTimes<Value>(value: Value): Value | Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withTimes) as Value;
  if ('open' in value && value.open === true) return openWords(value);
  const common = commonOf(value as Json);
  if (common !== undefined) {
    const {
      type: _type,
      format: _format,
      pattern: _pattern,
      minLength: _least,
      maxLength: _most,
      ...rest
    } = value as Json;
    return { $ref: ref(common), ...rest };
  }
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, withTimes(of)]));
}

/** The words that there are, or any other: strict generators take both. */
function openWords({ open: _open, type, enum: words, ...rest }: Json): Json {
  return { ...rest, anyOf: [{ type, enum: words }, { type }] };
}

/** A schema on its own, as for a parameter. */
export function jsonSchemaOf(schema: z.core.$ZodType): Json {
  const described = withoutMarks(z.toJSONSchema(schema, SETTINGS));
  return mayBeAbsent(schema) ? withoutLeast(described) : described;
}

/** A member that a request may leave out. */
export function mayBeAbsent(schema: z.core.$ZodType): boolean {
  return schema._zod.optin === 'optional' || schema._zod.def.type === 'default';
}

/** The pattern of a parameter that may be left out: it may be sent empty, too. */
export const orEmpty = (pattern: string): string =>
  new RegExp(pattern, 'u').test('') ? pattern : `^$|${pattern}`;

/** What may be left out may be sent empty. */
function withoutLeast(member: Json): Json {
  delete member['minLength'];
  return member;
}

/** The schemas describe what is understood, which is what requests are read into; only presence is that of the request. */
const SETTINGS = {
  io: 'output',
  unrepresentable: 'any',
  override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }) => {
    const { def } = zodSchema._zod;
    if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum'];
    if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
    if (jsonSchema['format'] !== undefined) setFormat(jsonSchema);
    if (mayBeAbsent(zodSchema)) withoutLeast(jsonSchema);
    describeLast(jsonSchema);
    if (def.type !== 'object') return;
    const members = jsonSchema['properties'] as Record<string, Json>;
    const required: string[] = [];
    for (const [name, member] of Object.entries(def.shape))
      if (!mayBeAbsent(member)) required.push(name);
      else if (members[name]) withoutLeast(members[name]);
    delete jsonSchema['required'];
    if (required.length > 0) jsonSchema['required'] = required;
    // Members may be added later: a client must not refuse what it does not know.
    delete jsonSchema['additionalProperties'];
  },
} as const;

/** What a member is stands behind how it looks. */
function describeLast(member: Json): void {
  const { description, pattern } = member;
  delete member['description'];
  delete member['pattern'];
  if (description !== undefined) member['description'] = description;
  if (pattern !== undefined) member['pattern'] = pattern;
}

/** Gives a member's text its format also where it may be null; other members may have the same text. */
function setFormat(member: Json): void {
  const { anyOf, format } = member;
  if (!Array.isArray(anyOf)) return;
  delete member['format'];
  member['anyOf'] = anyOf.map((way: Json) => (way['type'] === 'string' ? { ...way, format } : way));
}

function withoutMarks(schema: object): Json {
  const { $schema: _dialect, $id: _id, id: _name, ...rest } = schema as Json;
  return rest;
}
