import type { StageSettings } from '../../../infra/settings.ts';
import type { Resource, Template } from '../synthesised.ts';

/** What a resource is, written as it stands in a template. */
export type Part = Resource & { readonly [attribute: string]: unknown };

/** Where the parts of one stack find each other: its settings, and the logical ids behind its constructs' names. */
export interface Place {
  readonly settings: StageSettings;
  readonly state: Ids;
  readonly own: Ids;
}

/** The logical id of the construct with this path, without the hash that CDK puts behind it; of this type, where two share a path. */
export type Ids = (path: string, type?: string) => string;

/** A function's name as CDK writes it into logical ids, and the construct of a function. */
export const titleOf = (name: string) => name.replaceAll(/[^A-Za-z0-9]/g, '');
export const pathOf = (name: string) => `Functions${titleOf(name)}`;

export const ref = (id: string) => ({ Ref: id });
export const attribute = (id: string, name = 'Arn') => ({ 'Fn::GetAtt': [id, name] });
export const joined = (...parts: unknown[]) => ({ 'Fn::Join': ['', parts] });
export const ACCOUNT = ref('AWS::AccountId');

/** The ids of a stack; a construct that is not there has an id that nothing else has. */
export function idsOf({ Resources }: Template): Ids {
  const ids = new Map(
    Object.entries(Resources).flatMap(([id, { Type }]) => {
      const path = id.replace(/[0-9A-F]{8}(?:[0-9a-f]{32})?$/, '');
      return [[path, id] as const, [`${Type} ${path}`, id] as const];
    }),
  );
  return (path, type) =>
    ids.get(type === undefined ? path : `AWS::${type} ${path}`) ?? `nothing called ${path}`;
}

/** The tags of every resource that can have some. */
export function tags({ stage }: StageSettings): { Tags: readonly object[] } {
  return {
    Tags: [
      { Key: 'service', Value: 'billing' },
      { Key: 'stage', Value: stage },
    ],
  };
}

/** The same in the form that API Gateway wants. */
export const tagsOfApi = ({ stage }: StageSettings) => ({ Tags: { service: 'billing', stage } });

export const part = (Type: string, Properties: Record<string, unknown>, more: object = {}): Part => ({
  Type: `AWS::${Type}`,
  Properties,
  ...more,
});

/** What happens to a resource that is taken out of its template, or replaced. */
export const retained = { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' };
/** Kept from the end of its release on. */
export const retainedOnceReleased = { ...retained, DeletionPolicy: 'RetainExceptOnCreate' };
export const deleted = { DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Delete' };

export const policy = (...Statement: object[]) => ({ Statement, Version: '2012-10-17' });
export const allow = (Action: string | readonly string[], Resource: unknown, more: object = {}) => ({
  Action,
  Effect: 'Allow',
  Resource,
  ...more,
});
/** Nobody may speak to this in plain text. */
export const onlyEncrypted = (service: string, Resource: unknown) => ({
  Action: `${service}:*`,
  Condition: { Bool: { 'aws:SecureTransport': 'false' } },
  Effect: 'Deny',
  Principal: { AWS: '*' },
  Resource,
});
export const assumedBy = (Service: string) =>
  policy({ Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service } });
