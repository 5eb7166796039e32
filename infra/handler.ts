import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { Duration } from 'aws-cdk-lib';
import type { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IGrantable, IPrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function, RecursiveLoop, Runtime } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

/**
 * 0.58 of a virtual CPU: half the cold start and half the TLS set-up of 512 MB, at about $0.13 per million warm
 * requests of 10 ms. More would only be paid for while waiting for the table.
 */
const MEMORY_MB = 1024;

interface HandlerProps {
  /** Folder with the bundle. */
  readonly code: string;
  readonly timeout: Duration;
  /**
   * The function sends to the queue that triggers it. Its own attempt counter ends that, not Lambda's loop detection,
   * which would drop the message at the sixteenth round.
   */
  readonly triggersItself?: boolean;
}

/** One Lambda with its own role and log group; owners of other things grant it what it needs. */
export class Handler extends Construct implements IGrantable {
  readonly function: Function;
  readonly grantPrincipal: IPrincipal;
  private readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: HandlerProps) {
    super(scope, id);
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    const logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    logGroup.grantWrite(role);
    this.logGroup = logGroup;
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
      ...(props.triggersItself ? { recursiveLoop: RecursiveLoop.ALLOW } : {}),
    });
  }

  /** How many lines of level `error` the function logs. */
  metricErrorLines(options: MetricOptions): Metric {
    const filter = this.logGroup.addMetricFilter('ErrorLines', {
      filterPattern: FilterPattern.stringValue('$.level', '=', 'error'),
      metricNamespace: Stack.of(this).stackName,
      metricName: `${this.node.id} error lines`,
    });
    return filter.metric(options);
  }

  /** Sets an environment variable; a name from `lib/environment.ts`. */
  setEnvironment(name: string, value: string): void {
    this.function.addEnvironment(name, value);
  }
}
