interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** A description of the API, as far as promises are read from it. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Members and words of a schema, by their path: `data.accessUntil`, `upgradePeriod=NOW`. */
function membersOf(top: Schema, schemas: Readonly<Record<string, Schema>>): string[] {
  const found: string[] = [];
  const collect = (schema: Schema, path: string, inside: readonly string[]): void => {
    const { $ref, properties = {}, items, anyOf = [], allOf = [] } = schema;
    const name = $ref?.split('/').at(-1) ?? '';
    const named = inside.includes(name) ? undefined : schemas[name];
    if (named) collect(named, path, [...inside, name]);
    if (path !== '') found.push(path);
    const words = 'const' in schema ? [schema.const] : (schema.enum ?? []);
    found.push(...words.map((word) => `${path}=${String(word)}`));
    for (const one of [...anyOf, ...allOf]) collect(one, path, inside);
    if (items) collect(items, `${path}[]`, inside);
    for (const [member, of] of Object.entries(properties))
      collect(of, path === '' ? member : `${path}.${member}`, inside);
  };
  collect(top, '', []);
  return found;
}

/**
 * What callers can rely on, a line each: `GET /subscribers answers data.accessUntil`, `PUT /subscribers takes
 * upgradePeriod=NOW`, `failure errorCode=plan_not_found`, `webhook EXPIRED data.periodEnd`. Lines are added and stay.
 */
export function promisesOf({ paths, webhooks, components: { schemas } }: Description): string[] {
  const inside = (prefix: string, { content = {} }: Content = {}) =>
    Object.values(content).flatMap(({ schema }) =>
      membersOf(schema, schemas).map((one) => `${prefix} ${one}`),
    );
  const named = (prefix: string, { parameters = [] }: Operation) =>
    parameters.map(({ name }) => `${prefix} ${name}`);

  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const key = `${method.toUpperCase()} ${path}`;
      const { 200: success, ...failures } = operation.responses;
      return [
        ...named(`${key} takes`, operation),
        ...inside(`${key} takes`, operation.requestBody),
        ...inside(`${key} answers`, success),
        ...Object.values(failures).flatMap((failure) => inside('failure', failure)),
      ];
    }),
  );
  const events = Object.entries(webhooks).flatMap(([event, { post }]) => [
    ...named(`webhook ${event}`, post),
    ...inside(`webhook ${event}`, post.requestBody),
  ]);
  return [...new Set([...operations, ...events])].sort();
}
