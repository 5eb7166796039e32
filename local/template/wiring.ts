import type { GatewayRoute } from '../functions/gateway.ts';
import type { Mapping } from './mapping.ts';
import type { Pool } from '../functions/pool.ts';
import type { Scheduled } from '../queues/schedule.ts';
import type { Resolved, Template } from './template.ts';

/** The instances of each function, by the function's logical id. */
export type Pools = ReadonlyMap<string, Pool>;

/**
 * The function that an ARN or name refers to, also through an alias or an integration's ARN. All aliases run the same
 * code.
 */
export function functionIn(template: Template, value: Resolved | undefined, at: string): string {
  const text = String(value).replace(/\/invocations$/, '');
  const name = /(?:^|functions?[:/])([\w-]+)(?::[\w$-]+)?$/.exec(text)?.[1] ?? text;
  if (template.has(name, 'AWS::Lambda::Function')) return name;
  throw new Error(`${at}: no function of the template is meant by ${text}`);
}

/** The API's routes and the functions that answer them. */
export function routesIn(template: Template): { routeKey: string; functionId: string }[] {
  for (const [id] of template.ofType('AWS::ApiGatewayV2::Stage'))
    if (template.properties(id).StageName !== '$default')
      throw new Error(`the local cloud serves only the stage $default (${id})`);
  return template.ofType('AWS::ApiGatewayV2::Route').map(([id]) => {
    const { RouteKey, Target } = template.properties(id);
    const integration = template.properties(String(Target).replace(/^integrations\//, ''));
    if (integration.PayloadFormatVersion !== '2.0')
      throw new Error(`the local cloud speaks only payload format 2.0 (${id})`);
    const functionId = functionIn(template, integration.IntegrationUri, id);
    mustBeInvocable(template, functionId, 'apigateway.amazonaws.com');
    return { routeKey: String(RouteKey), functionId };
  });
}

/** The template's routes with the instances that serve them. */
export function gatewayRoutes(template: Template, pools: Pools): GatewayRoute[] {
  return routesIn(template).map(({ routeKey, functionId }) => ({
    routeKey,
    pool: poolOf(pools, functionId),
  }));
}

/** The event source mappings: which queue feeds which function. */
export function mappingsOf(template: Template, pools: Pools, nameOf: (arn: string) => string): Mapping[] {
  return template.ofType('AWS::Lambda::EventSourceMapping').flatMap(([id]) => {
    const properties = template.properties(id);
    if (properties.Enabled === false) return [];
    if (properties.FilterCriteria !== undefined)
      throw new Error(`the local cloud does not filter messages (${id})`);
    const pool = poolOf(pools, functionIn(template, properties.FunctionName, id));
    const { MaximumConcurrency = Infinity } = (properties.ScalingConfig ?? {}) as {
      MaximumConcurrency?: number;
    };
    const queueArn = String(properties.EventSourceArn);
    return {
      queue: nameOf(queueArn),
      queueArn,
      batchSize: Number(properties.BatchSize ?? 10),
      partial: ((properties.FunctionResponseTypes ?? []) as string[]).includes('ReportBatchItemFailures'),
      concurrency: Math.min(MaximumConcurrency, pool.shape.concurrency),
      visibilityMs: visibilityMsOf(template, nameOf(queueArn)),
      pool,
    };
  });
}

const VISIBILITY_SECONDS = 30;

/** By the queue's logical id, which is its name here. */
function visibilityMsOf(template: Template, queueId: string): number {
  return Number(template.properties(queueId).VisibilityTimeout ?? VISIBILITY_SECONDS) * 1000;
}

const UNIT_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Daily at midnight UTC. */
const EVERY_MIDNIGHT = 'cron(0 0 * * ? *)';

/** The functions triggered by schedule rules. Supported: rates, and midnight. */
export function scheduledIn(template: Template, pools: Pools): Scheduled[] {
  return template.ofType('AWS::Events::Rule').flatMap(([id]) => {
    const { EventPattern, ScheduleExpression, Targets } = template.properties(id);
    if (EventPattern !== undefined) return []; // events of the account, which do not occur here
    const rate = ScheduleExpression === EVERY_MIDNIGHT ? 'rate(1 day)' : String(ScheduleExpression);
    const [, count = '', unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(rate) ?? [];
    const everyMs = Number(count) * (UNIT_MS[unit] ?? 0);
    if (!(everyMs > 0)) throw new Error(`the local cloud knows only rates, not ${rate} (${id})`);
    return ((Targets ?? []) as { Arn: string }[]).map(({ Arn }) => {
      const functionId = functionIn(template, Arn, id);
      mustBeInvocable(template, functionId, 'events.amazonaws.com');
      return { rule: template.attribute(id, 'Arn'), everyMs, pool: poolOf(pools, functionId) };
    });
  });
}

/** AWS refuses an event source without permission on the function; here the start fails. */
function mustBeInvocable(template: Template, functionId: string, principal: string): void {
  const allowed = template.ofType('AWS::Lambda::Permission').some(([id]) => {
    const { FunctionName, Principal, Action } = template.properties(id);
    return (
      Principal === principal &&
      Action === 'lambda:InvokeFunction' &&
      functionIn(template, FunctionName, id) === functionId
    );
  });
  if (!allowed) throw new Error(`${principal} has no permission to invoke ${functionId}`);
}

function poolOf(pools: Pools, functionId: string): Pool {
  const pool = pools.get(functionId);
  if (!pool) throw new Error(`there is no function ${functionId}`);
  return pool;
}
