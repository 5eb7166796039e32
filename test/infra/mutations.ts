import { expect } from 'vitest';
import { synthesised, resources, type Resource, type Template } from './synthesised.ts';

export const { template } = synthesised();

type Mutable = { -readonly [Name in keyof Resource]: Resource[Name] } & {
  Properties: Record<string, unknown>;
};

/** A change that somebody might make to one resource without noticing what it costs. */
export interface Mutation {
  readonly id: string;
  readonly what: string;
  readonly change: (resource: Mutable) => void;
}

const mutated = ({ id, change }: Mutation): Template => {
  const resource = structuredClone(template.Resources[id]) as Mutable;
  change(resource);
  return { ...template, Resources: { ...template.Resources, [id]: resource } };
};

/** One without each of these properties, where it has them. */
export const without = (...names: string[]): ((id: string) => Mutation[]) => {
  return (id) =>
    names
      .filter((name) => template.Resources[id]?.Properties?.[name] !== undefined)
      .map((name) => ({
        id,
        what: `without ${name}`,
        change: ({ Properties }) => void Reflect.deleteProperty(Properties, name),
      }));
};

/** The mutations of every resource of a type. */
export const of = (type: string, make: (id: string) => Mutation[]): Mutation[] =>
  resources(template, type).flatMap(([id]) => make(id));

/** Asserts that the checks find nothing wrong as it is, and something after each mutation. */
export function everyOne(
  mutations: readonly Mutation[],
  check: (template: Template) => string[],
  atLeast: number,
): void {
  expect(check(template)).toEqual([]);
  expect(mutations.length).toBeGreaterThanOrEqual(atLeast);
  const survived = mutations.filter((mutation) => check(mutated(mutation)).length === 0);
  expect(survived.map(({ id, what }) => `${id} ${what}`)).toEqual([]);
}

/** A statement of a policy. */
export interface Allowing {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
  Principal?: unknown;
}

/** Each statement of a policy, made to grant more in each way there is. */
export function widened(property: 'PolicyDocument' | 'KeyPolicy'): (id: string) => Mutation[] {
  const statementsOf = (resource: Resource) =>
    (resource.Properties?.[property] as { Statement: Allowing[] } | undefined)?.Statement ?? [];
  return (id) =>
    statementsOf(template.Resources[id]!).flatMap((statement, at) => {
      if (statement.Effect !== 'Allow') return [];
      const ways: Record<string, (one: Allowing) => void> = {
        'allows every action': (one) => (one.Action = '*'),
        'allows every resource': (one) => (one.Resource = '*'),
        'has no condition': (one) => delete one.Condition,
        'lets anybody': (one) => (one.Principal = '*'),
      };
      return Object.entries(ways)
        .filter(([what]) => {
          if (what === 'allows every resource') return statement.Resource !== '*';
          if (what === 'has no condition') return statement.Condition !== undefined;
          return what !== 'lets anybody' || statement.Principal !== undefined;
        })
        .map(([what, change]) => ({
          id,
          what: `statement ${at} ${what}`,
          change: (resource) => change(statementsOf(resource)[at]!),
        }));
    });
}

/** An alarm that does nothing. */
export const disabled = (id: string): Mutation[] => [
  { id, what: 'does nothing', change: ({ Properties }) => (Properties.ActionsEnabled = false) },
];
/** A resource that is deleted with its stack. */
export const deletable = (id: string): Mutation[] => [
  { id, what: 'would be deleted', change: (resource) => (resource.DeletionPolicy = 'Delete') },
];

/** Each metric of an alarm that computes with several, taken away. */
export const withoutAMetric = (id: string): Mutation[] => {
  const metrics = (template.Resources[id]?.Properties?.Metrics ?? []) as unknown[];
  return metrics.map((_, at) => ({
    id,
    what: `without metric ${at}`,
    change: ({ Properties }) => (Properties.Metrics = metrics.filter((__, other) => other !== at)),
  }));
};
