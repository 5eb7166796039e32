import { Stack, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import type { Route } from '../lib/routes.ts';

/** Every suppressed finding, with its reason. */
const REASONS = {
  tenant:
    'The function checks the API key pair itself, before anything else and with the read it needs anyway.',
  anyone:
    'A browser or a provider comes here without our headers: an unguessable token in the request is the credential, or there is nothing to protect.',
  tracing: 'X-Ray takes trace segments for no resource in particular: these two actions have none to name.',
  objects:
    'Documents are named by their tenant and invoice, which no policy can know; the function names one it has read from the table.',
  everywhere: 'Shops and their buyers are wherever they are: no country is refused.',
  unlogged:
    'Access logs of CloudFront hold query strings, in which tokens and e-mails travel; the API behind it logs each request by fixed fields.',
  release:
    'The alarms that stop a release are named by their stage, and reading the state of another does no harm.',
} as const;

/** Suppresses the missing API Gateway authorizer of a route. */
export function suppressMissingAuthorizer(route: IConstruct, caller: Route['caller']): void {
  suppress(route, 'AwsSolutions::AwsSolutions-APIG4', REASONS[caller]);
}

/** Allows a role to send trace segments, which have no resource. */
export function suppressTracingWildcard(role: IConstruct): void {
  suppress(role, 'AwsSolutions::AwsSolutions-IAM5[Resource::*]', REASONS.tracing);
}

/** Allows a role to read or put any object of one bucket. */
export function suppressObjectWildcard(handler: IConstruct, bucketArn: string): void {
  const named = JSON.stringify(Stack.of(handler).resolve(bucketArn));
  suppress(handler, `AwsSolutions::AwsSolutions-IAM5[Resource::${named}/*]`, REASONS.objects);
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
