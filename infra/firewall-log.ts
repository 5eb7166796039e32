import { RemovalPolicy } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource, LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { StageSettings } from './settings.ts';

/**
 * A fixed list of CloudFront's fields: no path, query, cookie or header, because these can hold tokens, credentials and
 * e-mails. CloudFront's log has nothing of a body, and so no card data.
 */
const LOGGED = [
  'date',
  'time',
  'c-ip',
  'cs-method',
  'sc-status',
  'time-taken',
  'x-edge-request-id',
  'x-edge-result-type',
];

/**
 * The access log of a stage with a firewall: whose request it was, and how it was answered. The log of the API cannot
 * have that, as an HTTP API logs no header, and the address that it sees is CloudFront's.
 */
export class FirewallLog extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { logRetention, production, stage }: StageSettings,
    { distributionArn }: Distribution,
  ) {
    super(scope, id);
    const group = new LogGroup(this, 'Group', {
      retention: logRetention,
      removalPolicy: production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    const source = new CfnDeliverySource(this, 'Source', {
      name: `Billing-${stage}`,
      logType: 'ACCESS_LOGS',
      resourceArn: distributionArn,
    });
    const destination = new CfnDeliveryDestination(this, 'Destination', {
      name: `Billing-${stage}`,
      destinationResourceArn: group.logGroupArn,
      outputFormat: 'json',
    });
    const delivery = new CfnDelivery(this, 'Delivery', {
      deliverySourceName: source.name,
      deliveryDestinationArn: destination.attrArn,
      recordFields: LOGGED,
    });
    // It names its source, and does not refer to it.
    delivery.addResourceDependency(source);
  }
}
