import { RemovalPolicy } from 'aws-cdk-lib';
import { AccountRootPrincipal, Grant, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../lib/runtime/environment.ts';
import type { SecretPurpose } from '../../lib/footprint.ts';
import type { Handler } from '../functions/handler.ts';

/** The actions that the account may delegate through IAM; nobody has any other. */
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
  'kms:ReplicateKey',
  'kms:ScheduleKeyDeletion',
  'kms:TagResource',
  'kms:UntagResource',
  'kms:UpdateKeyDescription',
];

/**
 * The KMS key for tenants' secrets, with the encryption context `{tenant, purpose}`. A function may only encrypt or
 * decrypt its own purposes; everything else is done with an operator's own identity.
 */
export class SecretsKey extends Construct {
  readonly key: IKey;

  /** `existing` is the ARN of an existing key, for example this stage's key in another region. */
  constructor(scope: Construct, id: string, existing: string | undefined) {
    super(scope, id);
    this.key = existing === undefined ? this.made() : Key.fromKeyArn(this, 'Existing', existing);
  }

  private made(): Key {
    return new Key(this, 'Key', {
      description: "Encrypts tenants' provider credentials and webhook secrets",
      // Cannot be changed later; without it a copy of the table is useless in another region.
      multiRegion: true,
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

  grantDecrypt(handler: Handler, purposes: readonly SecretPurpose[]): void {
    this.grant(handler, 'kms:Decrypt', purposes);
  }

  grantEncrypt(handler: Handler, purposes: readonly SecretPurpose[]): void {
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
