import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One resource of a CloudFormation template. */
export interface Resource {
  readonly Type: string;
  readonly Properties?: Record<string, unknown>;
  readonly Metadata?: Record<string, unknown>;
  readonly Condition?: string;
}

interface Output {
  readonly Value: unknown;
  readonly Export?: { readonly Name: string };
}

interface TemplateFile {
  readonly Resources: Record<string, Resource>;
  readonly Parameters?: Record<string, { Default?: string }>;
  readonly Outputs?: Record<string, Output>;
}

/** Several stacks as one: every resource has its own id, and exports are known by name. */
export interface Assembly {
  readonly resources: Readonly<Record<string, Resource>>;
  readonly parameters: Readonly<Record<string, { readonly Default?: string }>>;
  readonly exports: ReadonlyMap<string, unknown>;
  /** The stacks' outputs, by `<stack>.<output>`. */
  readonly outputs: ReadonlyMap<string, unknown>;
}

/** The names of all stacks in a `cdk synth` folder. Throws if there are none. */
export function stacksIn(folder: string): string[] {
  const file = join(folder, 'manifest.json');
  if (!existsSync(file)) throw new Error(`${folder} holds no synthesised stack`);
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { artifacts: Record<string, { type: string }> };
  const stacks = Object.entries(manifest.artifacts).filter(
    ([, { type }]) => type === 'aws:cloudformation:stack',
  );
  if (stacks.length === 0) throw new Error(`${folder} holds no synthesised stack`);
  return stacks.map(([name]) => name);
}

/**
 * Reads all stacks of a synthesised assembly. A logical id that more than one stack has gets its stack's name in front;
 * all others stay as they are.
 */
export function readAssembly(folder: string): Assembly {
  const stacks = stacksIn(folder).map((name) => ({
    name,
    file: JSON.parse(readFileSync(join(folder, `${name}.template.json`), 'utf8')) as TemplateFile,
  }));
  const owners = new Map<string, number>();
  for (const { file } of stacks)
    for (const id of Object.keys(file.Resources)) owners.set(id, (owners.get(id) ?? 0) + 1);
  const resources: Record<string, Resource> = {};
  const parameters: Record<string, { Default?: string }> = {};
  const exports = new Map<string, unknown>();
  const outputs = new Map<string, unknown>();
  for (const { name, file } of stacks) {
    const idOf = (id: string) =>
      id in file.Resources && (owners.get(id) ?? 0) > 1 ? `${name.replaceAll(/\W/g, '')}${id}` : id;
    for (const [id, resource] of Object.entries(file.Resources))
      resources[idOf(id)] = renamed(resource, idOf) as Resource;
    Object.assign(parameters, file.Parameters);
    for (const [output, { Value, Export }] of Object.entries(file.Outputs ?? {})) {
      outputs.set(`${name}.${output}`, renamed(Value, idOf));
      if (Export) exports.set(Export.Name, renamed(Value, idOf));
    }
  }
  return { resources, parameters, exports, outputs };
}

/** A template value with the logical ids it refers to renamed. */
function renamed(value: unknown, idOf: (id: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, idOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => {
      if (name === 'Ref' && typeof inner === 'string') return [name, idOf(inner)];
      if (name === 'Fn::GetAtt') return [name, renamedAttribute(inner, idOf)];
      if (name === 'Fn::Sub') return [name, renamedText(inner, idOf)];
      return [name, renamed(inner, idOf)];
    }),
  );
}

function renamedAttribute(attribute: unknown, idOf: (id: string) => string): unknown {
  if (typeof attribute === 'string') return attribute.replace(/^\w+/, idOf);
  const [id, ...rest] = attribute as [string, ...unknown[]];
  return [idOf(id), ...rest];
}

function renamedText(sub: unknown, idOf: (id: string) => string): unknown {
  const inText = (text: string) => text.replaceAll(/(?<=\$\{)\w+/g, (id) => idOf(id));
  if (typeof sub === 'string') return inText(sub);
  const [text, given] = sub as [string, unknown];
  return [inText(text), renamed(given, idOf)];
}
