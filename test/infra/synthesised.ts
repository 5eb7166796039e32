import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppProps } from 'aws-cdk-lib';
import { billing } from '../../infra/billing.ts';

export interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
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

interface Synthesised {
  readonly text: string;
  readonly template: Template;
  readonly reports: readonly Report[];
}

/** Synthesises the stack into a folder of its own; every function's code is the plain fixture. */
export function synthesised(context: NonNullable<AppProps['context']> = {}): Synthesised {
  const outdir = mkdtempSync(join(tmpdir(), 'synth-'));
  const code = {
    folderOf: () => join(import.meta.dirname, 'functions'),
    metafile: { inputs: {}, outputs: {} },
  };
  billing(code, { outdir, context }).synth();
  const text = readFileSync(join(outdir, 'Billing.template.json'), 'utf8');
  const report = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8')) as {
    pluginReports: Report[];
  };
  return { text, template: JSON.parse(text) as Template, reports: report.pluginReports };
}

/** All resources of a type, with their logical ids. */
export function resources(template: Template, type: string): [string, Required<Resource>][] {
  return Object.entries(template.Resources).flatMap(
    ([id, { Type, Properties = {}, DeletionPolicy = 'Delete' }]) =>
      Type === type ? [[id, { Type, Properties, DeletionPolicy }]] : [],
  );
}

/** The logical id that a `Ref` or `Fn::GetAtt` names. */
export function referred(value: unknown): string {
  const { Ref, 'Fn::GetAtt': attribute } = value as { Ref?: string; 'Fn::GetAtt'?: [string, string] };
  const id = Ref ?? attribute?.[0];
  if (id === undefined) throw new Error(`no reference: ${JSON.stringify(value)}`);
  return id;
}
