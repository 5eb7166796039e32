import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { GatewayRoute } from './gateway.ts';
import { Pool, type FunctionShape, type PoolOutside } from './pool.ts';
import type { Mapping } from './pollers.ts';
import type { Queues } from './queues.ts';
import { ACCOUNT, REGION, type Resource, type Resolved, type Template } from './template.ts';

/** More workers than this of one function would only fight for the machine's cores. */
const WORKERS_MAX = 4;

/** Names everything that other resources refer to, before anything is resolved. */
export function nameResources(
  template: Template,
  given: { tableId: string; tableName: string; apiUrl: string },
): void {
  const { tableId, tableName, apiUrl } = given;
  const tableArn = `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${tableName}`;
  template.name(tableId, { ref: tableName, Arn: tableArn, StreamArn: `${tableArn}/stream/0` });
  for (const [id] of template.ofType('AWS::ApiGatewayV2::Api'))
    template.name(id, { ref: id, ApiId: id, ApiEndpoint: apiUrl });
  for (const [id] of template.ofType('AWS::KMS::Key'))
    template.name(id, { ref: id, Arn: `arn:aws:kms:${REGION}:${ACCOUNT}:key/${id}` });
  for (const [id] of template.ofType('AWS::IAM::Role'))
    template.name(id, { ref: id, Arn: `arn:aws:iam::${ACCOUNT}:role/${id}` });
  for (const [id] of template.ofType('AWS::Logs::LogGroup'))
    template.name(id, { ref: id, Arn: `arn:aws:logs:${REGION}:${ACCOUNT}:log-group:${id}:*` });
  for (const [id] of template.ofType('AWS::Lambda::Function'))
    template.name(id, { ref: id, Arn: `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${id}` });
  for (const [id] of template.ofType('AWS::Events::Rule'))
    template.name(id, { ref: id, Arn: `arn:aws:events:${REGION}:${ACCOUNT}:rule/${id}` });
  for (const [id] of template.ofType('AWS::SNS::Topic', 'AWS::ApiGatewayV2::Integration'))
    template.name(id, { ref: id, TopicArn: id });
}

/** The stack's functions by logical id. */
export function poolsOf(template: Template, folder: string, outside: PoolOutside): Map<string, Pool> {
  return new Map(
    template
      .ofType('AWS::Lambda::Function')
      .map(([id, resource]) => [id, new Pool(shapeOf(template, folder, id, resource), outside)]),
  );
}

function shapeOf(template: Template, folder: string, id: string, resource: Resource): FunctionShape {
  const properties = template.properties(id);
  const code = join(folder, String(resource.Metadata?.['aws:asset:path']));
  const environment =
    (properties.Environment as { Variables?: Record<string, Resolved> } | undefined)?.Variables ?? {};
  const [, roleId = ''] = /role\/(.+)$/.exec(String(properties.Role)) ?? [];
  return {
    name: functionName(String(resource.Metadata?.['aws:cdk:path'] ?? id)),
    trigger: triggerOf(template, id),
    role: roleId,
    folder: code,
    handler: String(properties.Handler),
    timeoutMs: Number(properties.Timeout ?? 3) * 1000,
    memoryMb: String(properties.MemorySize ?? 128),
    environment: Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, String(value)]),
    ),
    bundleBytes: bytesIn(code),
    concurrency: WORKERS_MAX,
  };
}

/** The construct's path without the stack, its own last part and CDK's additions: the name in the route table. */
function functionName(path: string): string {
  const parts = path.split('/').slice(1, -2);
  return parts.slice(1).join('/').replaceAll('--', '/');
}

function bytesIn(folder: string): number {
  return readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}

function triggerOf(template: Template, functionId: string): string {
  const refers = (resource: Resource) =>
    JSON.stringify(resource.Properties ?? {}).includes(`"${functionId}"`);
  const integrations = template
    .ofType('AWS::ApiGatewayV2::Integration')
    .filter(([, one]) => refers(one))
    .map(([id]) => id);
  const routes = template
    .ofType('AWS::ApiGatewayV2::Route')
    .filter(([, one]) => integrations.some((id) => JSON.stringify(one.Properties).includes(`"${id}"`)));
  if (routes.length > 0) return routes.map(([, one]) => String(one.Properties?.RouteKey)).join(', ');
  const [mapping] = template.ofType('AWS::Lambda::EventSourceMapping').filter(([, one]) => refers(one));
  if (mapping)
    return `queue ${String(template.properties(mapping[0]).EventSourceArn).split(':').at(-1) ?? ''}`;
  return template.ofType('AWS::Events::Rule').some(([, one]) => refers(one)) ? 'schedule' : 'none';
}

/** The pool whose function's logical id occurs in a property. */
function poolIn(pools: ReadonlyMap<string, Pool>, value: unknown): Pool {
  const text = JSON.stringify(value);
  for (const [id, pool] of pools)
    if (text.includes(`"${id}"`) || text.includes(`:${id}"`) || text.includes(`:${id}/`)) return pool;
  throw new Error(`no function of the template is meant by ${text}`);
}

export function routesOf(template: Template, pools: ReadonlyMap<string, Pool>): GatewayRoute[] {
  return template.ofType('AWS::ApiGatewayV2::Route').map(([, { Properties }]) => {
    const target = JSON.stringify(Properties?.Target);
    const integration = template
      .ofType('AWS::ApiGatewayV2::Integration')
      .find(([id]) => target.includes(`"${id}"`));
    if (!integration) throw new Error(`the route ${String(Properties?.RouteKey)} has no integration`);
    return {
      routeKey: String(Properties?.RouteKey),
      pool: poolIn(pools, integration[1].Properties?.IntegrationUri),
    };
  });
}

export function mappingsOf(template: Template, pools: ReadonlyMap<string, Pool>, queues: Queues): Mapping[] {
  return template.ofType('AWS::Lambda::EventSourceMapping').map(([id, { Properties }]) => {
    const properties = template.properties(id);
    const scaling = properties.ScalingConfig as { MaximumConcurrency?: number } | undefined;
    return {
      queue: queues.nameOf(String(properties.EventSourceArn)),
      queueArn: String(properties.EventSourceArn),
      batchSize: Number(properties.BatchSize ?? 10),
      partial: JSON.stringify(properties.FunctionResponseTypes ?? []).includes('ReportBatchItemFailures'),
      concurrency: Math.min(scaling?.MaximumConcurrency ?? WORKERS_MAX, WORKERS_MAX),
      pool: poolIn(pools, Properties?.FunctionName),
    };
  });
}

/** The functions that the schedule wakes every minute. Another rate is a clear error. */
export function scheduledIn(template: Template, pools: ReadonlyMap<string, Pool>): Pool[] {
  return template.ofType('AWS::Events::Rule').map(([id, { Properties }]) => {
    if (Properties?.ScheduleExpression !== 'rate(1 minute)')
      throw new Error(
        `the local cloud knows only rate(1 minute), not ${String(Properties?.ScheduleExpression)} (${id})`,
      );
    return poolIn(pools, Properties.Targets);
  });
}

/** Everything that runs a file of this folder is taken from the manifest; its one stack is the one that is run. */
export function stackIn(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    artifacts: Record<string, { type: string }>;
  };
  const stacks = Object.entries(manifest.artifacts).filter(
    ([, { type }]) => type === 'aws:cloudformation:stack',
  );
  const [first] = stacks;
  if (stacks.length !== 1 || !first)
    throw new Error(`the local cloud runs one stack, and ${folder} has ${stacks.length}`);
  return first[0];
}
