import { readAssembly, type Assembly, type Resource } from './assembly.ts';
import { INERT, RUNNING } from './resource-types.ts';

/** A value of the template, with all intrinsics replaced. */
export type Resolved = string | number | boolean | null | Resolved[] | { [name: string]: Resolved };

/** The maps in a list of a resource's properties; none where it has no such list. */
export function entriesOf(list: Resolved | undefined): { [name: string]: Resolved }[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((one) => (typeof one === 'object' && one !== null && !Array.isArray(one) ? [one] : []));
}

/** The region of everything on this machine. */
export const REGION = 'eu-central-1';
/** The shared secret of instances' AWS calls; their access keys distinguish them. */
export const AWS_SECRET = 'local';
/** The account of everything on this machine. */
export const ACCOUNT = '000000000000';

const PSEUDO: Record<string, string> = {
  'AWS::Region': REGION,
  'AWS::AccountId': ACCOUNT,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::StackName': 'local',
  'AWS::StackId': `arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/local/0`,
};

/** What `Ref` and `Fn::GetAtt` of a resource give. */
export interface Attributes {
  readonly ref: string;
  readonly [name: string]: string;
}

/** The stacks of a synthesised assembly, with parameters and resource names filled in. */
export class Template {
  readonly #assembly: Assembly;
  readonly #parameters: Readonly<Record<string, string>>;
  readonly #attributes = new Map<string, Attributes>();
  readonly #ofTypes = new Map<string, [id: string, resource: Resource][]>();
  /** Resolved properties since the last name was set. */
  readonly #resolved = new Map<string, Record<string, Resolved>>();

  constructor(folder: string, parameters: Readonly<Record<string, string>>) {
    this.#assembly = readAssembly(folder);
    this.#parameters = parameters;
    for (const [id, { Type, Condition }] of Object.entries(this.#assembly.resources)) {
      if (!RUNNING.has(Type) && !INERT.has(Type))
        throw new Error(`the local cloud does not know resources of type ${Type} (${id})`);
      if (Condition !== undefined && RUNNING.has(Type))
        throw new Error(`the local cloud does not evaluate conditions such as ${Condition} (${id})`);
    }
  }

  /** Names a resource, before anything that refers to it is resolved. */
  name(id: string, attributes: Attributes): void {
    this.#attributes.set(id, attributes);
    this.#resolved.clear();
  }

  /** What `Fn::GetAtt` gives. */
  attribute(id: string, name: string, at = 'the local cloud'): string {
    const value = this.#attributes.get(id)?.[name];
    if (value === undefined)
      throw new Error(`${at} asks for ${id}.${name}, which the local cloud does not have`);
    return value;
  }

  ofType(...types: string[]): [id: string, resource: Resource][] {
    const asked = types.join();
    let found = this.#ofTypes.get(asked);
    if (!found) {
      found = Object.entries(this.#assembly.resources).filter(([, { Type }]) => types.includes(Type));
      this.#ofTypes.set(asked, found);
    }
    return found;
  }

  /** Whether there is a resource of that name and type. */
  has(id: string, type: string): boolean {
    return this.#assembly.resources[id]?.Type === type;
  }

  /** A resource's properties with every intrinsic replaced. */
  properties(id: string): Record<string, Resolved> {
    let resolved = this.#resolved.get(id);
    if (!resolved) {
      resolved = this.resolve(this.#resource(id).Properties ?? {}, id) as Record<string, Resolved>;
      this.#resolved.set(id, resolved);
    }
    return resolved;
  }

  /** Some of a resource's properties, while others refer to resources without a name yet. */
  some(id: string, names: readonly string[]): Record<string, Resolved> {
    const given = Object.entries(this.#resource(id).Properties ?? {});
    const wanted = given.filter(([name]) => names.includes(name));
    return this.resolve(Object.fromEntries(wanted), id) as Record<string, Resolved>;
  }

  #resource(id: string): Resource {
    const resource = this.#assembly.resources[id];
    if (!resource) throw new Error(`the template has no resource ${id}`);
    return resource;
  }

  resolve(value: unknown, at: string): Resolved {
    if (Array.isArray(value)) return value.map((one) => this.resolve(one, at));
    if (typeof value !== 'object' || value === null) return value as Resolved;
    const entries = Object.entries(value);
    const [first] = entries;
    if (entries.length === 1 && first && (first[0] === 'Ref' || first[0].startsWith('Fn::')))
      return this.#intrinsic(first[0], first[1], at);
    return Object.fromEntries(
      entries.filter(([, one]) => !isNoValue(one)).map(([name, one]) => [name, this.resolve(one, at)]),
    );
  }

  #intrinsic(name: string, argument: unknown, at: string): Resolved {
    switch (name) {
      case 'Ref':
        return this.#ref(String(argument), at);
      case 'Fn::GetAtt': {
        const [id = '', attribute = ''] =
          typeof argument === 'string' ? argument.split('.') : (argument as string[]);
        return this.attribute(id, attribute, at);
      }
      case 'Fn::ImportValue': {
        const exported = this.#assembly.exports.get(String(this.resolve(argument, at)));
        if (exported === undefined)
          throw new Error(`${at} imports ${String(argument)}, which no stack exports`);
        return this.resolve(exported, at);
      }
      case 'Fn::GetStackOutput': {
        const { StackName, OutputName } = argument as { StackName: string; OutputName: string };
        const output = this.#assembly.outputs.get(`${StackName}.${OutputName}`);
        if (output === undefined)
          throw new Error(`${at} asks for the output ${OutputName} of ${StackName}, which it does not have`);
        return this.resolve(output, at);
      }
      case 'Fn::Join': {
        const [joint, parts] = argument as [string, unknown];
        return (this.resolve(parts, at) as string[]).join(joint);
      }
      case 'Fn::Select': {
        const [index, list] = argument as [number, unknown];
        return (this.resolve(list, at) as Resolved[])[index] ?? null;
      }
      case 'Fn::Split': {
        const [joint, text] = argument as [string, unknown];
        return String(this.resolve(text, at)).split(joint);
      }
      case 'Fn::Sub': {
        const [text, given] =
          typeof argument === 'string' ? [argument, {}] : (argument as [string, Record<string, unknown>]);
        return text.replaceAll(/\$\{(!?)([^}]+)\}/g, (_, literal: string, id: string) => {
          if (literal) return `\${${id}}`;
          const [name = '', attribute] = id.split('.');
          if (id in given) return String(this.resolve(given[id], at));
          return attribute === undefined ? String(this.#ref(id, at)) : this.attribute(name, attribute, at);
        });
      }
    }
    throw new Error(`the local cloud does not know the intrinsic ${name} (${at})`);
  }

  #ref(id: string, at: string): Resolved {
    const value =
      PSEUDO[id] ??
      this.#attributes.get(id)?.ref ??
      this.#parameters[id] ??
      this.#assembly.parameters[id]?.Default;
    if (value === undefined) throw new Error(`${at} refers to ${id}, which the local cloud does not have`);
    return value;
  }
}

function isNoValue(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'Ref' in value && value.Ref === 'AWS::NoValue';
}
