import { HttpApi, DomainName } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Construct } from 'constructs';
import type { StageSettings } from '../settings.ts';

/**
 * Where the service is reached. It is part of the state: tenants' settings and their provider's panel hold it, so it
 * must outlive whatever answers there.
 */
export class Address extends Construct {
  readonly http: HttpApi;
  /** Without a slash at the end. */
  readonly url: string;
  readonly domainName: DomainName | undefined;

  constructor(scope: Construct, id: string, { domain }: StageSettings) {
    super(scope, id);
    this.http = new HttpApi(this, 'Http', {
      createDefaultStage: false,
      // One address only: whoever kept the generated one would lose it with the API.
      disableExecuteApiEndpoint: domain !== undefined,
    });
    this.domainName =
      domain &&
      new DomainName(this, 'Domain', {
        domainName: domain.name,
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      });
    this.url = domain ? `https://${domain.name}` : this.http.apiEndpoint;
  }
}
