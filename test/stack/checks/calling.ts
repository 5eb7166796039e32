import { BACKGROUND } from '../../../lib/background-functions.ts';
import { ROUTES } from '../../../functions/routes.ts';
import { routeKeysOf } from '../../../lib/route.ts';
import type { QueueName } from '../../../lib/footprint.ts';
import { QUEUE_PACE } from '../queue-pace.ts';
import { lambdaOf } from '../roles.ts';
import { referred, resources } from '../synthesised.ts';
import type { Template } from '../synthesised.ts';

type Properties = Readonly<Record<string, unknown>>;

/**
 * Triggers that bypass a function's alias, and so canaries and rollbacks, or lead to another function; and queues that are
 * consumed otherwise than they should.
 */
export function wrongTriggers(template: Template): string[] {
  return [
    ...ROUTES.flatMap((route) =>
      integrationsOf(template, route.name).length === routeKeysOf(route).length
        ? []
        : [`not every route of ${route.name} leads to its alias`],
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

/** The routes that lead to the alias of a function. */
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
      isPaced(Properties, QUEUE_PACE[by]),
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

/**
 * A version of the alias's own function, which outlives it, as a release is rolled back to it, but only once it has been
 * released: Lambda publishes the same code only once, so one that a failed release left would block the next attempt.
 */
function isReleased(template: Template, alias: Properties): boolean {
  const version = template.Resources[nameOf(alias.FunctionVersion)];
  return (
    version?.DeletionPolicy === 'RetainExceptOnCreate' &&
    nameOf(version.Properties?.FunctionName) === nameOf(alias.FunctionName)
  );
}

const nameOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? referred(value) : String(value);
