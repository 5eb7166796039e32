import { BACKGROUND } from '../../lib/background-functions.ts';
import { ROUTES } from '../../functions/routes.ts';
import { referred, resources } from './synthesised.ts';
import type { Template } from './synthesised.ts';

export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

export const ROWS = [...ROUTES, ...BACKGROUND];

export const many = <T>(value: T | readonly T[]): readonly T[] =>
  (Array.isArray(value) ? value : [value]) as T[];

interface Lambda {
  readonly id: string;
  /** The logical id of the alias that is called. */
  readonly alias: string;
  readonly role: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The functions of a row's name, found by their construct's path as CDK turns it into a logical id. */
function functionsNamed(template: Template, name: string) {
  const prefix = `Functions${name.replaceAll(/[^A-Za-z0-9]/g, '')}Function`;
  return resources(template, 'AWS::Lambda::Function').filter(
    ([id]) => id.startsWith(prefix) && id.length === prefix.length + 8,
  );
}

/** The Lambda of a row; throws where there is none, or more than one. */
export function lambdaOf(template: Template, name: string): Lambda {
  const found = functionsNamed(template, name);
  const [only] = found;
  if (!only || found.length > 1) throw new Error(`${found.length} functions are called ${name}`);
  const [id, { Properties }] = only;
  const [alias = ''] = resources(template, 'AWS::Lambda::Alias').flatMap(([each, { Properties: of }]) =>
    referred(of.FunctionName) === id ? [each] : [],
  );
  const { Variables } = (Properties.Environment ?? { Variables: {} }) as {
    Variables: Record<string, unknown>;
  };
  return { id, alias, role: referred(Properties.Role), variables: Variables, properties: Properties };
}

/** Everything that a row's role is allowed. */
export function allowed(template: Template, name: string): Statement[] {
  const { role } = lambdaOf(template, name);
  return resources(template, 'AWS::IAM::Policy')
    .filter(([, { Properties }]) => (Properties.Roles as unknown[]).some((each) => referred(each) === role))
    .flatMap(([, { Properties }]) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement);
}

/** `service:Action on resource if condition`, one line for each action; a refusal begins with an exclamation mark. */
export function linesOf(statements: readonly Statement[]): string[] {
  return statements
    .flatMap(({ Effect, Action, Resource, Condition }) =>
      many(Action).flatMap((action) =>
        many(Resource).map(
          (resource) =>
            `${Effect === 'Deny' ? '!' : ''}${action} on ${nameOf(resource)}${Condition === undefined ? '' : ` if ${JSON.stringify(Condition)}`}`,
        ),
      ),
    )
    .toSorted();
}

/** The logical id that a resource means, with what a `Join` puts behind it. */
function nameOf(resource: unknown): string {
  if (typeof resource === 'string') return resource;
  const { 'Fn::Join': join } = resource as { 'Fn::Join'?: [string, unknown[]] };
  return join
    ? join[1].map((part) => (typeof part === 'string' ? part : referred(part))).join('')
    : referred(resource);
}
