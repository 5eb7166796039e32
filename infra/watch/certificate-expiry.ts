import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Raised } from './alarm.ts';

/**
 * An alarm on a certificate with this many days left, or fewer. ACM writes the number twice a day in the certificate's
 * region only, and no more once the certificate has expired.
 */
export function expiry(
  scope: Construct,
  { certificateArn }: { readonly certificateArn: string },
  days: number,
): Raised {
  return {
    when: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn).metricDaysToExpiry(),
    reaches: days,
    comparisonOperator: ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.BREACHING,
  };
}
