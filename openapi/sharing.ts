import type { Json } from './json-schema.ts';
import { pascal } from './names.ts';

/** An operation of the description, as far as parts of it are shared. */
export interface SharedOperation {
  readonly operationId: string;
  readonly parameters?: readonly Json[];
  readonly requestBody?: Json;
  readonly responses: Readonly<Record<string, Json>>;
  readonly [member: string]: unknown;
}

/** By path or event, and by method. */
type Items = Readonly<Record<string, Readonly<Record<string, SharedOperation>>>>;

interface Unshared {
  readonly paths: Items;
  readonly webhooks: Items;
  readonly components: Json;
}

/**
 * The same description with its examples, and every parameter and response that occurs more than once, among its
 * components: it is read by machines, which load it before each of their tasks.
 */
export function shared({ paths, webhooks, components, ...rest }: Unshared & Json): Json {
  const shelves = new Shelves(repeatedIn([paths, webhooks]));
  const compacted = { paths: shelves.compact(paths), webhooks: shelves.compact(webhooks) };
  return { ...rest, ...compacted, components: { ...components, ...shelves.things() } };
}

/** What more than one operation has, as JSON. */
function repeatedIn(items: readonly Items[]): ReadonlySet<string> {
  const all = items
    .flatMap((one) => Object.values(one).flatMap((methods) => Object.values(methods)))
    .flatMap(({ parameters = [], responses }) => [...parameters, ...Object.values(responses)])
    .map((thing) => JSON.stringify(thing));
  const seen = new Set<string>();
  return new Set(all.filter((thing) => seen.size === seen.add(thing).size));
}

/** Components beside schemas, by what they are. */
class Shelves {
  readonly #things = {
    parameters: new Map<string, Json>(),
    responses: new Map<string, Json>(),
    examples: new Map<string, Json>(),
  };
  readonly #repeated: ReadonlySet<string>;

  constructor(repeated: ReadonlySet<string>) {
    this.#repeated = repeated;
  }

  /** Operations that refer to what is on the shelves. */
  compact(items: Items): Json {
    return mapped(items, (methods) => mapped(methods, (operation) => this.#operation(operation)));
  }

  things(): Json {
    return mapped(this.#things, (shelf) =>
      Object.fromEntries([...shelf].sort(([one], [other]) => (one < other ? -1 : 1))),
    );
  }

  #operation({ parameters, requestBody, responses, ...rest }: SharedOperation): Json {
    const id = pascal(rest.operationId);
    return {
      ...rest,
      ...(parameters && { parameters: parameters.map((one) => this.#parameter(one)) }),
      ...(requestBody && { requestBody: this.#withExamples(`${id}Request`, requestBody) }),
      responses: mapped(responses, (one, status) => this.#response(id, status, one)),
    };
  }

  #parameter(parameter: Json): Json {
    if (!this.#repeated.has(JSON.stringify(parameter))) return parameter;
    return this.#place('parameters', pascal(String(parameter['name'])), parameter);
  }

  #response(id: string, status: string, response: Json): Json {
    if (!this.#repeated.has(JSON.stringify(response))) return this.#withExamples(`${id}Answer`, response);
    return this.#place('responses', responseName(status, response), this.#withExamples(id, response));
  }

  #withExamples(name: string, holder: Json): Json {
    if (holder['content'] === undefined) return holder;
    const content = mapped(holder['content'] as Record<string, Json>, ({ example, ...rest }) =>
      example === undefined
        ? rest
        : { ...rest, examples: { sample: this.#place('examples', name, { value: example }) } },
    );
    return { ...holder, content };
  }

  /** A reference to a thing under the name that is wanted, numbered where another thing has that name. */
  #place(shelf: 'parameters' | 'responses' | 'examples', wanted: string, thing: Json): Json {
    const things = this.#things[shelf];
    const isFree = (name: string) =>
      !things.has(name) || JSON.stringify(things.get(name)) === JSON.stringify(thing);
    let name = wanted;
    const beside = /\d$/.test(wanted) ? `${wanted}-` : wanted;
    for (let nth = 2; !isFree(name); nth++) name = `${beside}${nth}`;
    things.set(name, thing);
    return { $ref: `#/components/${shelf}/${name}` };
  }
}

const mapped = <Value>(
  of: Readonly<Record<string, Value>>,
  change: (one: Value, name: string) => unknown,
): Json => Object.fromEntries(Object.entries(of).map(([name, one]) => [name, change(one, name)]));

/** A response by its status: hundreds of references bear the name. */
function responseName(status: string, { content = {} }: Json): string {
  return 'text/html' in (content as Json) ? `${status}-page` : status;
}
