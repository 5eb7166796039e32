import { anchorOf } from './markdown.ts';

type Json = Readonly<Record<string, unknown>>;

interface Described {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

interface Operation {
  readonly tags: readonly string[];
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly Json[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Json;
  readonly example?: unknown;
}

type Content = Readonly<Record<string, { readonly schema: Json; readonly example?: unknown }>>;

/** A page of the reference as Markdown. */
export interface ReferencePage {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

/** The call of the client for an operation with an input, as TypeScript; undefined where it has none. */
export type InTypeScript = (operationId: string, input: Json) => string | undefined;

/** The pages of the reference: what holds everywhere, then one for each family of endpoints. */
export function referencePages(description: object, inTypeScript: InTypeScript): ReferencePage[] {
  const api = description as Described;
  const { title, description: words } = api.info;
  const general = { name: 'api', title: 'In general', text: `# ${title} API\n\n${words}\n` };
  return [general, ...api.tags.map((tag) => familyPage(api, tag, inTypeScript))];
}

function familyPage(
  api: Described,
  { name, description }: Described['tags'][number],
  inTypeScript: InTypeScript,
): ReferencePage {
  const { schemas } = api.components;
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(name))
      .map(([method, operation]) =>
        endpoint({ method: method.toUpperCase(), path, operation, schemas, inTypeScript }),
      ),
  );
  const webhooks = Object.entries(api.webhooks)
    .filter(([, { post }]) => post.tags.includes(name))
    .map(([event, { post }]) => webhook(event, post, schemas));
  const text = [`# ${name}`, description, ...operations, ...webhooks].join('\n\n');
  return { name: `api-${anchorOf(name)}`, title: name, text: `${text}\n` };
}

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly schemas: Readonly<Record<string, Json>>;
  readonly inTypeScript: InTypeScript;
}

function endpoint({ method, path, operation, schemas, inTypeScript }: Endpoint): string {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const body = requestBody?.content['application/json'];
  const answer = responses['200']?.content?.['application/json'];
  const query = parameters.filter((one) => one.in === 'query' && one.example !== undefined);
  const input = (body?.example ??
    Object.fromEntries(query.map(({ name, example }) => [name, example]))) as Json;
  const isOpen = operation.security?.length === 0;
  const ts = isOpen ? undefined : inTypeScript(operation.operationId, input);
  return [
    `## ${method} ${path}`,
    `**${summary}.** ${description}`,
    ...(parameters.length > 0 ? ['### Parameters', parameters.map(parameterLine).join('\n')] : []),
    ...(body ? ['### Body', fieldsOf(body.schema, schemas).join('\n')] : []),
    '### Example',
    fenced('sh', inCurl({ method, path, input, isBody: body !== undefined, isOpen })),
    ...(ts === undefined ? [] : [fenced('ts', ts)]),
    ...(answer?.example === undefined ? [] : [fenced('json', JSON.stringify(answer.example, null, 2))]),
    ...(answer ? ['### Answer', fieldsOf(answer.schema, schemas).join('\n')] : []),
    '### Statuses',
    Object.entries(responses)
      .map(([status, { description: words }]) => `- \`${status}\`: ${withCodes(words)}`)
      .join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function webhook(
  event: string,
  { summary, description, parameters = [], requestBody }: Operation,
  schemas: Readonly<Record<string, Json>>,
): string {
  const body = requestBody?.content['application/json'];
  return [
    `## Webhook ${event}`,
    `**${summary}.** ${description}`,
    '### Headers',
    parameters.map(parameterLine).join('\n'),
    ...(body
      ? [
          '### Body',
          fenced('json', JSON.stringify(body.example, null, 2)),
          fieldsOf(body.schema, schemas).join('\n'),
        ]
      : []),
  ].join('\n\n');
}

const fenced = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

function parameterLine({ name, in: place, required, description = '', schema }: Parameter): string {
  const where = place === 'query' ? '' : `, ${place}`;
  return `- \`${name}\` (${typeOf(schema)}${where}${required ? ', required' : ''}) ${description}`.trimEnd();
}

/** The members of a schema, those of its members among them, a line each. */
function fieldsOf(schema: Json, schemas: Readonly<Record<string, Json>>, path = ''): string[] {
  const { properties = {}, required = [], items } = resolved(schema, schemas);
  if (items !== undefined) return fieldsOf(items as Json, schemas, `${path}[]`);
  return Object.entries(properties as Record<string, Json>).flatMap(([name, member]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const inside = resolved(member, schemas);
    const isOptional = !(required as readonly string[]).includes(name);
    const words = [member['description'], inside['description']].find((one) => typeof one === 'string') ?? '';
    const line =
      `- \`${at}\` (${typeOf(inside, member)}${isOptional ? ', optional' : ''}) ${words}`.trimEnd();
    return [line, ...fieldsOf(inside, schemas, at)];
  });
}

/** A schema without references, and without null as a choice, which `typeOf` tells of. */
function resolved(schema: Json, schemas: Readonly<Record<string, Json>>): Json {
  const { $ref: reference, anyOf } = schema;
  if (typeof reference === 'string') {
    const found = schemas[reference.split('/').pop() ?? ''] ?? {};
    return resolved(
      { ...found, ...(schema['description'] !== undefined && { description: schema['description'] }) },
      schemas,
    );
  }
  const choices = (anyOf as readonly Json[] | undefined)?.filter(({ type }) => type !== 'null');
  if (choices?.length !== 1) return schema;
  const [only = {}] = choices;
  return {
    ...resolved(only, schemas),
    ...(schema['description'] !== undefined && { description: schema['description'] }),
  };
}

/** What a value is, in a few words. `member` is the schema before it was resolved. */
function typeOf(schema: Json, member = schema): string {
  const orNull = (member['anyOf'] as readonly Json[] | undefined)?.some(({ type }) => type === 'null')
    ? ' or null'
    : '';
  const { type, enum: words, const: only, items, anyOf } = schema;
  if (only !== undefined) return `\`${JSON.stringify(only)}\`${orNull}`;
  if (Array.isArray(words)) return words.map((word) => `\`${String(word)}\``).join(', ') + orNull;
  if (anyOf) return [...new Set((anyOf as readonly Json[]).map((one) => typeOf(one)))].join(' or ');
  if (type === 'array') return `list of ${kindOf(items as Json)}${orNull}`;
  return `${kindOf(schema)}${orNull}`;
}

const kindOf = ({ type = 'object', enum: words }: Json) =>
  Array.isArray(words)
    ? words.map((word) => `\`${String(word)}\``).join(', ')
    : [type].flat().map(String).join(' or ');

/** Codes with which something is refused lead to the guide that explains them. */
const withCodes = (words: string) => words.replaceAll(/`([a-z_]+)`(?=,|$)/g, '[`$1`](/docs/errors#$1)');

/** An address of the examples, in place of which a page shows that of its own stage. */
export const BASE = 'https://billing.example';

interface Curl {
  readonly method: string;
  readonly path: string;
  readonly input: Json;
  readonly isBody: boolean;
  readonly isOpen: boolean;
}

function inCurl({ method, path, input, isBody, isOpen }: Curl): string {
  const query = new URLSearchParams(isBody ? {} : (input as Record<string, string>)).toString();
  const address = `${BASE}${path}${query === '' ? '' : `?${query}`}`;
  return [
    `curl -sS ${method === 'GET' ? '' : `-X ${method} `}'${address}'`,
    ...(isOpen ? [] : [`-H "X-Api-Key: $KEY" -H "X-Api-Secret: $SECRET"`]),
    ...(isBody ? [`-H 'Content-Type: application/json' -d '${JSON.stringify(input, null, 2)}'`] : []),
  ].join(' \\\n  ');
}
