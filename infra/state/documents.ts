import { CfnOutput, Duration, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Grant } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../lib/runtime/environment.ts';
import type { Handler } from '../functions/handler.ts';
import { suppressObjectWildcard } from '../nag-suppressions.ts';

/** How long a replaced or deleted document can be restored, and access logs are kept. */
const OLD_VERSION_RETENTION = Duration.days(90);
/** Longer than a restore reaches back. */
const NOTE_RETENTION = Duration.days(60);
const ACCESS_LOG_RETENTION = Duration.days(365);

/** Named by us: the suppression of a finding has to repeat the first, and people look for the other. */
const ARN_OUTPUT = 'DocumentsBucketArn';
const LOG_OUTPUT = 'DocumentsAccessLogBucket';

const PRIVATE = {
  encryption: BucketEncryption.S3_MANAGED,
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
  enforceSSL: true,
  removalPolicy: RemovalPolicy.RETAIN,
} as const;

/**
 * PDFs of all tenants' invoices, tenants' logos, and notes for a restore, which operators alone list, each below a prefix
 * of its own. Links are signed.
 */
export class Documents extends Construct {
  readonly bucket: IBucket;

  constructor(scope: Construct, id: string, existing: string | undefined) {
    super(scope, id);
    this.bucket = existing === undefined ? this.made() : Bucket.fromBucketName(this, 'Existing', existing);
    new CfnOutput(this, 'BucketArn', { value: this.bucket.bucketArn }).overrideLogicalId(ARN_OUTPUT);
  }

  /** Grants reading documents, which signing a link requires. */
  grantRead(handler: Handler): void {
    this.grant(handler, 's3:GetObject', 'documents/*');
  }

  grantPut(handler: Handler): void {
    this.grant(handler, 's3:PutObject', 'documents/*');
  }

  grantReadLogos(handler: Handler): void {
    this.grant(handler, 's3:GetObject', 'logos/*');
  }

  grantPutLogos(handler: Handler): void {
    this.grant(handler, 's3:PutObject', 'logos/*');
  }

  /** Grants noting what a restore must repeat. */
  grantNote(handler: Handler): void {
    this.grant(handler, 's3:PutObject', 'restore/*');
  }

  private made(): Bucket {
    const accessLog = new Bucket(this, 'AccessLog', {
      ...PRIVATE,
      lifecycleRules: [{ expiration: ACCESS_LOG_RETENTION }],
    });
    // It outlives the stack, whose resources nobody can look up any more then.
    new CfnOutput(this, 'AccessLogName', { value: accessLog.bucketName }).overrideLogicalId(LOG_OUTPUT);
    return new Bucket(this, 'Bucket', {
      ...PRIVATE,
      versioned: true,
      serverAccessLogsBucket: accessLog,
      lifecycleRules: [
        {
          noncurrentVersionExpiration: OLD_VERSION_RETENTION,
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
        { prefix: 'restore/', expiration: NOTE_RETENTION },
      ],
    });
  }

  private grant(handler: Handler, action: string, objects: string): void {
    const bucketArn = Fn.getStackOutput(Stack.of(this).stackName, ARN_OUTPUT);
    Grant.addToPrincipal({ grantee: handler, actions: [action], resourceArns: [`${bucketArn}/${objects}`] });
    suppressObjectWildcard(handler, bucketArn, objects);
    handler.setEnvironment(ENVIRONMENT.documents, this.bucket.bucketName);
  }
}
