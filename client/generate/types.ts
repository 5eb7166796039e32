/** A JSON Schema of the description, as far as its words are used there. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

/** An OpenAPI description, as far as the client needs it. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Call {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

const HEAD = `/*
 * Made from the description of the API by \`npm run openapi\`. Not to be changed by hand.
 */
`;

/** The client's types, as the text of a TypeScript module: every schema, every operation of a tenant, every code. */
export function typesOf({ paths, components }: Description): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(
        ([, operation]) => operation.security === undefined && jsonOf(operation.responses['200']?.content),
      )
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema.description ?? purposeOf(name, calls))}${declared(name, schema)}\n`,
  );
  return [HEAD, ...schemas, refusalCodes(components.schemas), operations(calls), addresses(calls)].join('\n');
}

const declared = (name: string, schema: Schema) =>
  schema.type === 'object' || schema.properties
    ? `export interface ${name} ${typeOf(schema)}`
    : `export type ${name} = ${typeOf(schema)};`;

/** What a schema without a description of its own is for: the body or the answer of which calls. */
function purposeOf(name: string, calls: readonly Call[]): string | undefined {
  const names = (schema: Schema | undefined) => schema?.$ref?.endsWith(`/${name}`) === true;
  const listed = (some: readonly Call[]) => some.map(({ method, path }) => `${method} ${path}`).join(', ');
  const asked = calls.filter(({ operation }) => names(jsonOf(operation.requestBody?.content)));
  if (asked.length > 0) return `The body of ${listed(asked)}.`;
  const answered = calls.filter(({ operation }) => names(jsonOf(operation.responses['200']?.content)));
  return answered.length > 0 ? `The answer of ${listed(answered)}.` : undefined;
}

function jsonOf(content: Content | undefined): Schema | undefined {
  return content?.['application/json']?.schema;
}

/** What each operation takes and gives. */
function operations(calls: readonly Call[]): string {
  const rows = calls.map(
    ({ operation }) => `  /** ${operation.summary}. */
  readonly ${operation.operationId}: {
    readonly input: ${inputOf(operation)};
    readonly answer: ${typeOf(jsonOf(operation.responses['200']?.content) ?? {})};
  };`,
  );
  return `/** What each operation takes and gives. */\nexport interface Operations {\n${rows.join('\n')}\n}\n`;
}

/** The query of a GET, the body of everything else. */
function inputOf({ requestBody, parameters = [] }: Operation): string {
  const body = jsonOf(requestBody?.content);
  if (body) return typeOf(body);
  const query = parameters.filter((one) => one.in === 'query');
  return typeOf({
    type: 'object',
    properties: Object.fromEntries(
      query.map(({ name, schema, description }) => [name, description ? { ...schema, description } : schema]),
    ),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  });
}

/** Where each operation is. */
function addresses(calls: readonly Call[]): string {
  const rows = calls.map(
    ({ path, method, operation }) => `  ${operation.operationId}: { method: '${method}', path: '${path}' },`,
  );
  return `/** Where each operation is. */\nexport const OPERATIONS = {\n${rows.join('\n')}\n} as const satisfies Record<keyof Operations, { method: string; path: string }>;\n`;
}

/** Every code that is known today. */
function refusalCodes({ Failure }: Description['components']['schemas']): string {
  const codes = Failure?.properties?.errorCode?.anyOf?.flatMap((one) => one.enum ?? []) ?? [];
  const words = codes.map((code) => `  | ${JSON.stringify(code)}`).sort();
  return `/** Every code that is known today. */\nexport type RefusalCode =\n${words.join('\n')};\n`;
}

/** Any other text, beside words that editors are to propose. */
const OPEN = '(string & Record<never, never>)';

/** A schema as a TypeScript type. */
function typeOf(schema: Schema): string {
  const { $ref, type, anyOf, allOf } = schema;
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? 'unknown';
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((word) => JSON.stringify(word)).join(' | ');
  if (anyOf)
    return anyOf
      .map((one) => (anyOf[0]?.enum && one.type === 'string' && !one.enum ? OPEN : typeOf(one)))
      .join(' | ');
  // Beside members it says which of them are needed; the client's own inputs say so by their types.
  if (allOf && !schema.properties) return allOf.map((one) => `(${typeOf(one)})`).join(' & ');
  if (Array.isArray(type)) return type.map((one: string) => typeOf({ ...schema, type: one })).join(' | ');
  switch (type) {
    case 'array':
      return `readonly (${typeOf(schema.items ?? {})})[]`;
    case 'object':
      return objectOf(schema);
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    default:
      return 'unknown';
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  if (additionalProperties && Object.keys(properties).length === 0)
    return `Readonly<Record<string, ${typeOf(additionalProperties)}>>`;
  const members = Object.entries(properties).map(
    ([name, schema]) =>
      `${comment(schema.description)}readonly ${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};`,
  );
  return members.length === 0 ? 'object' : `{\n${members.join('\n')}\n}`;
}

const comment = (text: string | undefined) => (text === undefined ? '' : `/** ${text} */\n`);
