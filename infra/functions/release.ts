import { Stack } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { suppressReleaseWildcard } from '../nag-suppressions.ts';
import type { StageSettings } from '../settings.ts';
import { alarmOfReleases } from '../watch/function-alarms.ts';
import type { Handler } from './handler.ts';

/**
 * Canary releases of a stack's functions: a tenth of the traffic first. One alarm of the stage takes all of them back,
 * whichever stack they are in: what fails may call what was released beside it.
 */
export class Releases extends Construct {
  private readonly application: LambdaApplication;
  private readonly role: Role;
  private readonly alarm: IAlarm;

  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id);
    this.application = new LambdaApplication(this, 'Application');
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    this.alarm = alarmOfReleases(this, settings);
    const { account, partition, region } = Stack.of(this);
    this.role.addToPolicy(
      new PolicyStatement({
        actions: ['cloudwatch:DescribeAlarms'],
        resources: [`arn:${partition}:cloudwatch:${region}:${account}:alarm:*`],
      }),
    );
    suppressReleaseWildcard(this.role);
  }

  /** Releases new versions of the handler in steps while the alarm watches. */
  watch(handler: Handler): void {
    this.role.addToPolicy(
      new PolicyStatement({
        actions: ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
        resources: [handler.function.functionArn, handler.alias.functionArn],
      }),
    );
    new LambdaDeploymentGroup(handler, 'Release', {
      application: this.application,
      // CDK would attach AWS's managed policy, which gives this role every function of the account.
      role: this.role.withoutPolicyUpdates(),
      alias: handler.alias,
      alarms: [this.alarm],
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
    });
  }
}
