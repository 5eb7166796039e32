import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppProps } from 'aws-cdk-lib';
import { billing } from '../../infra/billing.ts';
import type { StageSettings } from '../../infra/settings.ts';
import { stageNamed } from '../../infra/stages.ts';
import { stacksIn } from '../../local/template/assembly.ts';

export interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
  readonly UpdatePolicy?: Readonly<Record<string, unknown>>;
}

export interface Template {
  readonly Parameters: Readonly<Record<string, unknown>>;
  readonly Outputs: Readonly<Record<string, unknown>>;
  readonly Resources: Readonly<Record<string, Resource>>;
}

export interface Report {
  readonly pluginName: string;
  readonly conclusion: string;
  readonly violations: readonly { readonly ruleName: string }[];
  readonly suppressedViolations?: readonly { readonly reason: string; readonly acknowledgedAt: string }[];
}

/** The templates of a stage, and what the checks found in them. */
export interface Synthesised {
  /** By the last part of its name: `State`, `Checkout`, … */
  readonly stacks: ReadonlyMap<string, Template>;
  /** All stacks as one. What each stack of functions has for itself alone, its releases, is there only once. */
  readonly template: Template;
  readonly text: string;
  readonly reports: readonly Report[];
  /** By the last part of its name, as for the templates. */
  readonly deployment: Readonly<Record<string, Deployed>>;
}

/** How a stack is deployed. */
export interface Deployed {
  readonly region: string;
  /** Whether it can be deleted only after somebody has said so. */
  readonly isProtected: boolean;
  /** The stacks that are deployed before it. */
  readonly after: readonly string[];
}

/** A stage that has everything a stage can have. */
export const FULL_STAGE: StageSettings = {
  ...stageNamed('prod'),
  firewall: {
    certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/00000000-0000-0000-0000-000000000000',
    directCheckoutsPerAddress: 500,
  },
};

/** The checks against CloudFormation's own schemas take seconds and are left to the one test that is about them. */
const UNCHECKED: AppProps = { builtinCloudFormationValidation: false };

const known = new Map<string, Synthesised>();

/**
 * The templates of a stage. They are the same whenever they are synthesised, so all that ask in one process share them:
 * none of it can be changed.
 */
export function synthesised(settings: StageSettings = FULL_STAGE, props: AppProps = UNCHECKED): Synthesised {
  const asked = JSON.stringify([settings, props]);
  const found = known.get(asked) ?? frozen(synthesisedAnew(settings, props));
  known.set(asked, found);
  return found;
}

/** Throws where somebody changes what others share. */
function frozen<T>(shared: T): T {
  if (typeof shared !== 'object' || shared === null) return shared;
  for (const part of shared instanceof Map ? shared.values() : Object.values(shared)) frozen(part);
  return Object.freeze(shared);
}

/** Synthesises a stage into a folder of its own; every function's code is the plain fixture. */
export function synthesisedAnew(settings = FULL_STAGE, props = UNCHECKED): Synthesised {
  const { outdir, reports, deployed } = synthesise([settings], props);
  const stacks = new Map(
    stacksIn(outdir).map((name) => {
      const text = readFileSync(join(outdir, `${name}.template.json`), 'utf8');
      return [name.split('-').at(-1) ?? '', JSON.parse(text) as Template];
    }),
  );
  const template = together(stacks);
  const deployment = Object.fromEntries([...deployed].map(([name, how]) => [name.split('-').at(-1), how]));
  return { stacks, template, text: JSON.stringify(template), reports, deployment };
}

interface SideBySide {
  readonly outdir: string;
  readonly reports: readonly Report[];
  /** What CDK says of any stack: warnings, errors and notes. */
  readonly messages: readonly string[];
  readonly deployed: ReadonlyMap<string, Deployed>;
}

/** Synthesises stages as one app. */
export function synthesise(stages: readonly StageSettings[], props: AppProps = {}): SideBySide {
  const outdir = mkdtempSync(join(tmpdir(), 'synth-'));
  const code = {
    folderOf: () => join(import.meta.dirname, 'functions'),
    metafile: { inputs: {}, outputs: {} },
  };
  const assembly = billing(stages, code, { outdir, ...props }).synth();
  const read = (file: string): unknown => JSON.parse(readFileSync(join(outdir, file), 'utf8'));
  const { pluginReports } = read('validation-report.json') as { pluginReports: Report[] };
  const messages = assembly.stacks.flatMap(({ messages: said }) =>
    said.map(({ level, entry }) => `${level}: ${JSON.stringify(entry.data)}`),
  );
  const deployed = new Map(
    assembly.stacks.map((stack): [string, Deployed] => [
      stack.stackName,
      {
        region: stack.environment.region,
        isProtected: stack.terminationProtection === true,
        after: assembly.stacks
          .filter((other) => stack.dependencies.includes(other))
          .map(lastName)
          .toSorted(),
      },
    ]),
  );
  return { outdir, reports: pluginReports, messages, deployed };
}

const lastName = ({ stackName }: { readonly stackName: string }) => stackName.split('-').at(-1) ?? '';

/** What a stack takes from another one is written as the reference that the other one puts out. */
function together(stacks: ReadonlyMap<string, Template>): Template {
  const text = JSON.stringify([...stacks.values()], (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('Fn::GetStackOutput' in value)) return value;
    const { StackName, OutputName } = value['Fn::GetStackOutput'] as Record<string, string>;
    const { Outputs } = stacks.get(StackName?.split('-').at(-1) ?? '') ?? {};
    return (Outputs?.[OutputName ?? ''] as { Value: unknown }).Value;
  });
  const whole = JSON.parse(text) as Template[];
  return {
    Parameters: Object.assign({}, ...whole.map(({ Parameters }) => Parameters)) as Template['Parameters'],
    Outputs: Object.assign({}, ...whole.map(({ Outputs }) => Outputs)) as Template['Outputs'],
    Resources: Object.assign({}, ...whole.map(({ Resources }) => Resources)) as Template['Resources'],
  };
}

type Found = [string, Required<Omit<Resource, 'UpdatePolicy'>>];

const sorted = new WeakMap<Template, Map<string, Found[]>>();

/** All resources of a type, with their logical ids. A template that was asked for is not to be changed any more. */
export function resources(template: Template, type: string): readonly Found[] {
  let types = sorted.get(template);
  if (!types) {
    const found = Object.entries(template.Resources).map(
      ([id, { Type, Properties = {}, DeletionPolicy = 'Delete' }]): Found => [
        id,
        { Type, Properties, DeletionPolicy },
      ],
    );
    types = Map.groupBy(found, ([, { Type }]) => Type);
    sorted.set(template, types);
  }
  return types.get(type) ?? [];
}

/** The logical id that a `Ref` or `Fn::GetAtt` names. */
export function referred(value: unknown): string {
  const { Ref, 'Fn::GetAtt': attribute } = value as { Ref?: string; 'Fn::GetAtt'?: [string, string] };
  const id = Ref ?? attribute?.[0];
  if (id === undefined) throw new Error(`no reference: ${JSON.stringify(value)}`);
  return id;
}
