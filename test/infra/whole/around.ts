import type { Template } from '../synthesised.ts';
import { ref } from './parts.ts';

const PARAMETER = 'BootstrapVersion';

/**
 * What every stack has around its resources: the check that the account is bootstrapped for this CDK. Nobody is asked
 * for anything else when it is deployed, and nothing stands under a condition.
 */
export const AROUND = {
  Parameters: {
    [PARAMETER]: {
      Type: 'AWS::SSM::Parameter::Value<String>',
      Default: '/cdk-bootstrap/hnb659fds/version',
      Description:
        'Version of the CDK Bootstrap resources in this environment, automatically retrieved from SSM Parameter Store. [cdk:skip]',
    },
  },
  Rules: {
    CheckBootstrapVersion: {
      Assertions: [
        {
          Assert: { 'Fn::Not': [{ 'Fn::Contains': [['1', '2', '3', '4', '5'], ref(PARAMETER)] }] },
          AssertDescription:
            "CDK bootstrap stack version 6 required. Please run 'cdk bootstrap' with a recent version of the CDK CLI.",
        },
      ],
    },
  },
};

/** What the stacks of a stage are described as in AWS's list of them. */
export function describedAs(stack: string): string {
  const others: Readonly<Record<string, string>> = {
    State: 'table, documents, key, queues and address',
    Api: 'the public API',
    Firewall: 'the firewall before direct checkouts',
    Operations: 'alarms and dashboard',
  };
  return `Subscription billing: ${others[stack] ?? `functions of ${stack}`}`;
}

/** Everything in a template but its resources and outputs. */
export function around(template: Template): object {
  const { Resources: _resources, Outputs: _outputs, ...rest } = template;
  return rest;
}
