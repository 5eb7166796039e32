import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Resource } from '../template/assembly.ts';
import type { FunctionShape } from '../template/shape.ts';
import type { Template } from '../template/template.ts';
import { functionIn, routesIn } from '../template/wiring.ts';

/** The default for functions whose template sets no limit. */
const WORKERS_MAX = 4;
const TIMEOUT_SECONDS = 3;
const MEMORY_MB = 128;

/** The template's functions, by logical id. */
export function functionsOf(template: Template, assembly: string): Map<string, FunctionShape> {
  return new Map(
    template
      .ofType('AWS::Lambda::Function')
      .map(([id, resource]) => [id, shapeOf(template, assembly, id, resource)]),
  );
}

function shapeOf(template: Template, assembly: string, id: string, resource: Resource): FunctionShape {
  const { Environment, Role, Handler, Timeout, MemorySize } = template.properties(id);
  const { Variables = {} } = (Environment ?? {}) as { Variables?: Record<string, unknown> };
  const asset = resource.Metadata?.['aws:asset:path'];
  const folder = join(assembly, String(asset));
  if (asset === undefined || !existsSync(folder)) throw new Error(`${id} has no bundle in ${assembly}`);
  return {
    name: functionName(id, resource),
    physicalName: id,
    arn: template.attribute(id, 'Arn'),
    trigger: triggerOf(template, id),
    role: /role\/(.+)$/.exec(String(Role))?.[1] ?? '',
    folder,
    handler: String(Handler),
    timeoutMs: Number(Timeout ?? TIMEOUT_SECONDS) * 1000,
    memoryMb: String(MemorySize ?? MEMORY_MB),
    environment: Object.fromEntries(Object.entries(Variables).map(([name, value]) => [name, String(value)])),
    bundleBytes: readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0),
    concurrency: workersOf(template, id),
  };
}

/**
 * The construct's id as the route table has it: its path without the stack, its parent and what CDK adds, with the
 * slashes that CDK writes as two dashes. A function without a path goes by its logical id.
 */
function functionName(id: string, { Metadata }: Resource): string {
  const path = Metadata?.['aws:cdk:path'];
  if (typeof path !== 'string') return id;
  const parts = path.split('/').slice(1, -2);
  return parts.slice(1).join('/').replaceAll('--', '/') || id;
}

/** A function with a queue may have as many workers as its event source mapping allows. */
function workersOf(template: Template, functionId: string): number {
  const own = template.ofType('AWS::Lambda::EventSourceMapping').flatMap(([id]) => {
    const { FunctionName, ScalingConfig } = template.properties(id);
    const { MaximumConcurrency } = (ScalingConfig ?? {}) as { MaximumConcurrency?: number };
    return functionIn(template, FunctionName, id) === functionId ? (MaximumConcurrency ?? []) : [];
  });
  return Math.max(WORKERS_MAX, ...own);
}

function triggerOf(template: Template, functionId: string): string {
  const routes = routesIn(template).filter((route) => route.functionId === functionId);
  if (routes.length > 0) return routes.map(({ routeKey }) => routeKey).join(', ');
  for (const [id] of template.ofType('AWS::Lambda::EventSourceMapping')) {
    const { FunctionName, EventSourceArn } = template.properties(id);
    if (functionIn(template, FunctionName, id) === functionId)
      return `queue ${String(EventSourceArn).split(':').at(-1) ?? ''}`;
  }
  for (const [id] of template.ofType('AWS::Events::Rule')) {
    const { ScheduleExpression, Targets } = template.properties(id);
    if (ScheduleExpression === undefined) continue; // what it hands on goes to no function
    if (
      ((Targets ?? []) as { Arn: string }[]).some(({ Arn }) => functionIn(template, Arn, id) === functionId)
    )
      return String(ScheduleExpression);
  }
  return 'none';
}
