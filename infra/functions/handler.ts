import type { Duration } from 'aws-cdk-lib';
import { RemovalPolicy } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IGrantable, IPrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, Architecture, Code, Function, RecursiveLoop, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../lib/runtime/environment.ts';
import { suppressTracingWildcard } from '../nag-suppressions.ts';
import type { StageSettings } from '../settings.ts';

/**
 * 0.58 of a vCPU: half the cold start and half the TLS set-up of 512 MB, at about $0.13 per million warm requests of 10 ms.
 * More memory would only be paid for while waiting for the table.
 */
const MEMORY_MB = 1024;

interface HandlerProps {
  readonly settings: StageSettings;
  /** The folder with the bundle. */
  readonly code: string;
  readonly timeout: Duration;
  /**
   * Whether the function sends to the queue that triggers it. Its own attempt counter ends that; Lambda's loop
   * detection, which would drop the message at the sixteenth round, is turned off.
   */
  readonly triggersItself: boolean;
  /** Reserved concurrency; undefined to share the account's unreserved capacity. */
  readonly concurrency: number | undefined;
}

/** One Lambda with its own role and log group; the owners of other resources grant it access. */
export class Handler extends Construct implements IGrantable {
  readonly function: Function;
  /** The invoked alias: the released version, or two of them during a canary release. */
  readonly alias: Alias;
  readonly grantPrincipal: IPrincipal;

  constructor(scope: Construct, id: string, props: HandlerProps) {
    super(scope, id);
    const { settings, concurrency } = props;
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    const logGroup = new LogGroup(this, 'Log', {
      retention: settings.logRetention,
      removalPolicy: settings.production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    logGroup.grantWrite(role);
    this.grantPrincipal = role;
    this.function = new Function(this, 'Function', {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: MEMORY_MB,
      handler: 'index.handler',
      code: Code.fromAsset(props.code),
      timeout: props.timeout,
      role,
      logGroup,
      tracing: Tracing.ACTIVE,
      // Earlier versions are kept for rollbacks; one whose release failed is not: the same code cannot be published twice
      // in a row, so it would block the next attempt.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
      ...(props.triggersItself ? { recursiveLoop: RecursiveLoop.ALLOW } : {}),
      ...(concurrency !== undefined && settings.limits.reserveConcurrency
        ? { reservedConcurrentExecutions: concurrency }
        : {}),
    });
    suppressTracingWildcard(role);
    this.alias = new Alias(this, 'Live', { aliasName: 'live', version: this.function.currentVersion });
    this.setEnvironment(ENVIRONMENT.logLevel, settings.logLevel);
    const { consoleName } = settings.domain ?? {};
    if (consoleName !== undefined) this.setEnvironment(ENVIRONMENT.consoleHost, consoleName);
    if (settings.firewall) this.setEnvironment(ENVIRONMENT.firewall, 'yes');
    this.setEnvironment(ENVIRONMENT.metricsNamespace, metricsNamespace(settings));
  }

  /** Sets an environment variable named in `lib/runtime/environment.ts`. */
  setEnvironment(name: string, value: string): void {
    this.function.addEnvironment(name, value);
  }
}

/** The namespace of the stage's own metrics. */
export function metricsNamespace({ stage }: StageSettings): string {
  return `Billing/${stage}`;
}
