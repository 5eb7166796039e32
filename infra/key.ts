import { RemovalPolicy } from 'aws-cdk-lib';
import { AccountRootPrincipal, Grant, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../lib/environment.ts';
import type { SecretPurpose } from '../lib/routes.ts';
import type { Handler } from './handler.ts';

/** What the account may delegate through IAM; everything else on the key is nobody's. */
const DELEGATED = [
  'kms:CancelKeyDeletion',
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:DisableKey',
  'kms:EnableKey',
  'kms:EnableKeyRotation',
  'kms:Encrypt',
  'kms:GetKeyPolicy',
  'kms:GetKeyRotationStatus',
  'kms:ListKeyPolicies',
  'kms:ListResourceTags',
  'kms:PutKeyPolicy',
  'kms:ScheduleKeyDeletion',
  'kms:TagResource',
  'kms:UntagResource',
  'kms:UpdateKeyDescription',
];

/**
 * Seals tenants' secrets with the encryption context `{tenant, purpose}`. A function decrypts or seals only its own
 * purposes; everything else is sealed by an operator's own identity.
 */
export class SecretsKey extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      description: "Seals tenants' provider credentials and webhook secrets",
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
      policy: new PolicyDocument({
        statements: [
          new PolicyStatement({
            principals: [new AccountRootPrincipal()],
            actions: DELEGATED,
            resources: ['*'],
          }),
        ],
      }),
    });
  }

  grantOpen(handler: Handler, purposes: readonly SecretPurpose[]): void {
    this.grant(handler, 'kms:Decrypt', purposes);
  }

  grantSeal(handler: Handler, purposes: readonly SecretPurpose[]): void {
    this.grant(handler, 'kms:Encrypt', purposes);
  }

  private grant(handler: Handler, action: string, purposes: readonly SecretPurpose[]): void {
    Grant.addToPrincipal({
      grantee: handler,
      actions: [action],
      resourceArns: [this.key.keyArn],
      conditions: { StringEquals: { 'kms:EncryptionContext:purpose': [...purposes] } },
    });
    handler.setEnvironment(ENVIRONMENT.key, this.key.keyId);
  }
}
