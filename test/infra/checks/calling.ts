import { BACKGROUND } from '../../../lib/background-functions.ts';
import { ROUTES } from '../../../lib/routes.ts';
import type { QueueName } from '../../../lib/footprint.ts';
import { lambdaOf } from '../roles.ts';
import { referred, resources } from '../synthesised.ts';
import type { Template } from '../synthesised.ts';

type Properties = Readonly<Record<string, unknown>>;

/** How each queue is worked off: how many messages at once, by how many functions side by side at most. */
const PACE: Readonly<Record<QueueName, readonly [batch: number, side: number]>> = {
  deliveries: [10, 25],
  'slow-deliveries': [10, 10],
  reconciliation: [10, 30],
  invoicing: [5, 40],
  sweeps: [1, 48],
};

/**
 * Ways to a function that lead past its alias, and so past canaries and the way back, or to another one; and queues that
 * are worked off otherwise than they should.
 */
export function misled(template: Template): string[] {
  return [
    ...ROUTES.flatMap(({ name, methods }) =>
      integrationsOf(template, name).length === Math.max(1, methods.length)
        ? []
        : [`not every route of ${name} leads to its alias`],
    ),
    ...BACKGROUND.flatMap(({ name, triggeredBy }) =>
      isTriggered(template, lambdaOf(template, name).alias, triggeredBy)
        ? []
        : [`${name} is not called as it should be`],
    ),
    ...resources(template, 'AWS::Lambda::Alias').flatMap(([id, { Properties }]) =>
      isReleased(template, Properties) ? [] : [`${id} leads to no version that is kept`],
    ),
  ];
}

/** The routes that end at the alias of a function. */
function integrationsOf(template: Template, name: string): string[] {
  const { alias } = lambdaOf(template, name);
  const integrations = resources(template, 'AWS::ApiGatewayV2::Integration')
    .filter(
      ([, { Properties }]) =>
        Properties.IntegrationType === 'AWS_PROXY' &&
        Properties.PayloadFormatVersion === '2.0' &&
        nameOf(Properties.IntegrationUri) === alias,
    )
    .map(([id]) => `"integrations/",{"Ref":"${id}"}`);
  return resources(template, 'AWS::ApiGatewayV2::Route')
    .filter(([, { Properties }]) =>
      integrations.some((one) => JSON.stringify(Properties.Target).includes(one)),
    )
    .map(([id]) => id);
}

function isTriggered(template: Template, alias: string, by: QueueName | 'schedule' | 'nightly'): boolean {
  if (by === 'schedule' || by === 'nightly')
    return resources(template, 'AWS::Events::Rule').some(
      ([, { Properties }]) =>
        Properties.State === 'ENABLED' &&
        (Properties.Targets as { Arn: unknown }[]).some(({ Arn }) => nameOf(Arn) === alias),
    );
  return resources(template, 'AWS::Lambda::EventSourceMapping').some(
    ([, { Properties }]) =>
      referred(Properties.EventSourceArn).startsWith(`Queues${by.replaceAll('-', '')}Queue`) &&
      JSON.stringify(Properties.FunctionName).includes(`{"Ref":"${alias}"}`) &&
      JSON.stringify(Properties.FunctionName).includes('":live"') &&
      isPaced(Properties, PACE[by]),
  );
}

function isPaced(mapping: Properties, [batch, side]: readonly [number, number]): boolean {
  const { MaximumConcurrency } = (mapping.ScalingConfig ?? {}) as { MaximumConcurrency?: number };
  return (
    mapping.Enabled !== false &&
    mapping.BatchSize === batch &&
    MaximumConcurrency === side &&
    JSON.stringify(mapping.FunctionResponseTypes) === '["ReportBatchItemFailures"]'
  );
}

/** A version of the alias's own function, which outlives it: a release is rolled back to it. */
function isReleased(template: Template, alias: Properties): boolean {
  const version = template.Resources[nameOf(alias.FunctionVersion)];
  return (
    version?.DeletionPolicy === 'Retain' &&
    nameOf(version.Properties?.FunctionName) === nameOf(alias.FunctionName)
  );
}

const nameOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? referred(value) : String(value);
