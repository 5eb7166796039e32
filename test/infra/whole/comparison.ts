import type { Resource, Template } from '../synthesised.ts';
import type { Part } from './parts.ts';

type Json = unknown;
type Fields = Readonly<Record<string, Json>>;

/** Parts that a stack has and should not have, and that it should have and has not. */
export interface Differences {
  readonly unexpected: readonly string[];
  readonly missing: readonly string[];
}

/** Compares what a stack has with what it should have, whatever its resources are called. */
export function compare(template: Template, wanted: readonly Part[]): Differences {
  const left = new Map<string, number>();
  for (const one of wanted.map(written)) left.set(one, (left.get(one) ?? 0) + 1);
  const unexpected = Object.entries(template.Resources).flatMap(([id, resource]) => {
    const text = written(resource);
    const more = left.get(text) ?? 0;
    if (more === 0) return [`${id} ${text}`];
    left.set(text, more - 1);
    return [];
  });
  return { unexpected, missing: [...left].flatMap(([text, more]) => Array<string>(more).fill(text)) };
}

/** A resource as text: the same for what CloudFormation takes for the same. */
export function written(resource: Resource & { readonly Metadata?: Json }): string {
  const { Metadata: _why, ...rest } = resource;
  return JSON.stringify(rest, (name, value: Json) => {
    if (name === 'DashboardBody') return dashboard(value);
    if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
    const fields = value as Fields;
    return inOrder(
      Array.isArray(fields.Statement) ? { ...fields, Statement: single(fields.Statement) } : fields,
    );
  });
}

const inOrder = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Statements with one action on one resource each, because CDK merges and orders them as it likes. */
function single(statements: readonly Fields[]): Json[] {
  const each = statements.flatMap((statement) =>
    many(statement.Action).flatMap((Action) =>
      many(statement.Resource).map((Resource) => ({ ...statement, Action, Resource })),
    ),
  );
  return each.toSorted((a, b) => (sortable(a) < sortable(b) ? -1 : 1));
}

const sortable = (statement: Fields) => JSON.stringify(inOrder(statement));
const many = (value: Json): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : [value]);

/** The JSON that a dashboard's text comes to; what it refers to stands there as text. */
function dashboard(body: Json): Json {
  const { 'Fn::Join': join = [] } = body as { 'Fn::Join'?: readonly Json[] };
  const [between, parts] = join;
  if (join.length !== 2 || typeof between !== 'string' || !Array.isArray(parts)) return body;
  const text = parts.map((each) => (typeof each === 'string' ? each : reference(each))).join(between);
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** What a dashboard refers to, without quotation marks, which would end its text. */
export const reference = (value: Json) => JSON.stringify(value).replaceAll('"', "'");
