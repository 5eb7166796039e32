import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BACKGROUND } from '../../lib/background-functions.ts';
import { allowed, lambdaOf, many, ROWS, type Statement } from './roles.ts';
import { resources, synthesised, type Resource } from './synthesised.ts';

const { stacks, template } = synthesised();

/** What each function has one of: the kinds of which are told once, and what differs between them on the function's own line. */
const OF_FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  'Lambda::Function': ['Code', 'Environment', 'RecursiveLoop', 'ReservedConcurrentExecutions', 'Timeout'],
  'Lambda::Alias': [],
  'Lambda::Version': [],
  'Lambda::Permission': [],
  'ApiGatewayV2::Integration': [],
  'ApiGatewayV2::Route': ['RouteKey'],
  'CodeDeploy::Application': [],
  'CodeDeploy::DeploymentGroup': [],
  'IAM::Role': [],
};
/** The dashboard is drawn from the alarms and the metrics, and what roles may is on the line of their function. */
const ELSEWHERE = ['CloudWatch::Dashboard', 'IAM::Policy'];

const typeOf = ({ Type }: Resource) => Type.replace('AWS::', '');
const isOfFunction = (id: string, one: Resource) =>
  typeOf(one) in OF_FUNCTIONS || (typeOf(one) === 'Logs::LogGroup' && id.startsWith('Functions'));

/** A resource without what differs between functions, whatever the ids that it names. */
function kindOf(one: Resource): string {
  const { Type: _type, ...rest } = one;
  const own = OF_FUNCTIONS[typeOf(one)] ?? [];
  const left = JSON.stringify(rest, (name, value: unknown) =>
    own.includes(name) || name === 'Metadata' ? undefined : value,
  );
  const unnamed = left
    .replaceAll(/\b(?:Functions|CodeDeploy|Releases|Application)\w*/g, '…')
    .replaceAll(/"\/\*\/[^"]*"/g, '"…"');
  return `${typeOf(one)} ${unnamed}`;
}

/** The logical id that is meant, without its hash; a function's own log is the same for all. */
const idIn = (text: string) =>
  text
    .replaceAll(/\{"Fn::GetAtt":\["(\w+?)(?:[0-9A-F]{8})?","Arn"\]\}/g, '$1')
    .replaceAll(/\bFunctions\w+Log\b/g, 'its log')
    .replaceAll('?'.repeat(32), '?');

/** What a role may do, by what it may be done to: a refusal begins with an exclamation mark. */
function grantsOf(statements: readonly Statement[]): string[] {
  const told = statements.flatMap(({ Effect, Action, Resource, Condition }) =>
    many(Resource).map((resource) => {
      const actions = `${Effect === 'Deny' ? '! ' : ''}${many(Action).toSorted().join(' ')}`;
      const only = Condition === undefined ? '' : ` if ${JSON.stringify(Condition)}`;
      return idIn(`${actions} on ${JSON.stringify(resource)}${only}`);
    }),
  );
  return told.toSorted();
}

const grants = new Map(ROWS.map(({ name }) => [name as string, grantsOf(allowed(template, name))]));
const ofAll = [...grants.values()].reduce((common, own) => common.filter((one) => own.includes(one)));
const known = new Map(
  ROWS.map(({ name }) => [name as string, Object.keys(lambdaOf(template, name).variables)]),
);
const knownToAll = [...known.values()].reduce((common, own) => common.filter((one) => own.includes(one)));

/** The routes that lead to a function, or what else it is called by. */
function callersOf(name: string): string {
  const { alias } = lambdaOf(template, name);
  const routes = resources(template, 'AWS::ApiGatewayV2::Integration')
    .filter(([, { Properties }]) => JSON.stringify(Properties.IntegrationUri).includes(`"${alias}"`))
    .flatMap(([id]) =>
      resources(template, 'AWS::ApiGatewayV2::Route')
        .filter(([, { Properties }]) => JSON.stringify(Properties.Target).includes(`"${id}"`))
        .map(([, { Properties }]) => String(Properties.RouteKey)),
    );
  return routes.join(', ') || String(BACKGROUND.find((one) => one.name === name)?.triggeredBy);
}

/** A function by its row: what calls it, how long it may take, what it knows and what it may do. */
function functionLines(name: string): string[] {
  const { properties } = lambdaOf(template, name);
  const {
    Timeout,
    ReservedConcurrentExecutions: reserved,
    RecursiveLoop: loop,
  } = properties as Readonly<Record<string, number | string | undefined>>;
  const own = known.get(name)?.filter((one) => !knownToAll.includes(one)) ?? [];
  const told = [
    `${name} by ${callersOf(name)}: ${Timeout} s`,
    ...(reserved === undefined ? [] : [`${reserved} places`]),
    ...(loop === undefined ? [] : [`recursive loops ${loop}`]),
    `knows ${own.toSorted().join(' ')}`,
  ];
  const may = grants.get(name)?.filter((one) => !ofAll.includes(one)) ?? [];
  return [told.join('; '), ...may.map((one) => `  ${one}`)];
}

const shown = (file: string, lines: readonly string[]) =>
  expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(import.meta.dirname, 'templates', file));

it('functions are those of their rows, each with what it alone may do', async () => {
  const ofRows = ROWS.map(({ name }) => lambdaOf(template, name).id);
  const ids = resources(template, 'AWS::Lambda::Function').map(([id]) => id);
  expect(ids.toSorted()).toEqual(ofRows.toSorted());
  await shown('functions.txt', [
    `each knows ${knownToAll.join(' ')} and may`,
    ...ofAll.map((one) => `  ${one}`),
    ...ROWS.flatMap(({ name }) => functionLines(name)),
  ]);
});

it('what each function has one of is of few kinds', async () => {
  const all = [...stacks.values()].flatMap(({ Resources }) => Object.entries(Resources));
  const kinds = all.flatMap(([id, one]) => (isOfFunction(id, one) ? [kindOf(one)] : []));
  const counted = [...Map.groupBy(kinds, (kind) => kind)].map(([kind, { length }]) => `${length} × ${kind}`);
  await shown('of-functions.txt', counted.toSorted());
});

const OTHERS = [...stacks].flatMap(([name, { Resources }]) => {
  const others = Object.entries(Resources).filter(
    ([id, one]) => !isOfFunction(id, one) && !ELSEWHERE.includes(typeOf(one)),
  );
  return others.length > 0 ? [[name, others] as const] : [];
});

it.each(OTHERS)('the stack %s has nothing else than it had, with the same id', async (name, others) => {
  const lines = others.map(([id, one]) => {
    const { Properties = {}, DeletionPolicy = 'Delete' } = one;
    return `${typeOf(one)} ${id} ${DeletionPolicy} ${JSON.stringify(Properties)}`;
  });
  await shown(`${name}.txt`, lines.toSorted());
});
