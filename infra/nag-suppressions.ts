import { Stack, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import type { Route } from '../lib/route.ts';

/** Every suppressed finding, with its reason. */
const REASONS = {
  tenant:
    'The function checks the API key pair itself, before anything else and with the read it needs anyway.',
  anyone:
    'Browsers and the provider call without our headers: an unguessable token in the request is the credential, or the route is public.',
  tracing: 'The two X-Ray actions do not support resource-level permissions.',
  objects:
    'Object keys contain tenant and invoice, which a policy cannot know; the function uses only keys it has read from the table.',
  everywhere: 'Shops and buyers may be anywhere: no country is blocked.',
  unlogged:
    'Access logs that CloudFront writes to a bucket contain query strings with tokens and e-mails; a log with chosen fields is delivered to a log group instead.',
  release: 'Alarm names contain the stage; reading the state of another alarm is harmless.',
} as const;

/** Suppresses the missing API Gateway authorizer of a route. */
export function suppressMissingAuthorizer(route: IConstruct, caller: Route['caller']): void {
  suppress(route, 'AwsSolutions::AwsSolutions-APIG4', REASONS[caller]);
}

/** Allows a role to send trace segments, which have no resource. */
export function suppressTracingWildcard(role: IConstruct): void {
  suppress(role, 'AwsSolutions::AwsSolutions-IAM5[Resource::*]', REASONS.tracing);
}

/** Allows a role to read or put any object below a prefix of one bucket. */
export function suppressObjectWildcard(handler: IConstruct, bucketArn: string, objects: string): void {
  const named = JSON.stringify(Stack.of(handler).resolve(bucketArn));
  suppress(handler, `AwsSolutions::AwsSolutions-IAM5[Resource::${named}/${objects}]`, REASONS.objects);
}

/** Allows the release role to read the state of the account's alarms. */
export function suppressReleaseWildcard(role: IConstruct): void {
  const { partition, region } = Stack.of(role);
  const alarms = `arn:${partition}:cloudwatch:${region}:<AWS::AccountId>:alarm:*`;
  suppress(role, `AwsSolutions::AwsSolutions-IAM5[Resource::${alarms}]`, REASONS.release);
}

/** Allows the distribution in front of the API to serve every country, without its own access log. */
export function suppressFirewallFindings(distribution: IConstruct): void {
  suppress(distribution, 'AwsSolutions::AwsSolutions-CFR1', REASONS.everywhere);
  suppress(distribution, 'AwsSolutions::AwsSolutions-CFR3', REASONS.unlogged);
}

function suppress(construct: IConstruct, id: string, reason: string): void {
  Validations.of(construct).acknowledge({ id, reason });
}
