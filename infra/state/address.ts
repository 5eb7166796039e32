import { HttpApi, DomainName } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Construct } from 'constructs';
import type { StageSettings } from '../settings.ts';

/** The service's address. It is part of the state, because tenants' settings and provider panels contain it. */
export class Address extends Construct {
  readonly http: HttpApi;
  /** Without a trailing slash. */
  readonly url: string;
  readonly domainName: DomainName | undefined;
  /** The console's own; undefined where it shares the service's address. */
  readonly consoleDomainName: DomainName | undefined;
  /** Without a trailing slash; undefined where it is the service's own. */
  readonly consoleUrl: string | undefined;

  constructor(scope: Construct, id: string, { domain, stage }: StageSettings) {
    super(scope, id);
    this.http = new HttpApi(this, 'Http', {
      // Shown beside the APIs of other stages.
      apiName: `Billing-${stage}`,
      createDefaultStage: false,
      // Only one address: the generated one would be lost with the API.
      disableExecuteApiEndpoint: domain !== undefined,
    });
    const certificate = domain && Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn);
    const named = (as: string, domainName: string | undefined) =>
      certificate && domainName !== undefined
        ? new DomainName(this, as, { domainName, certificate })
        : undefined;
    this.domainName = named('Domain', domain?.name);
    this.consoleDomainName = named('ConsoleDomain', domain?.consoleName);
    this.consoleUrl = domain?.consoleName === undefined ? undefined : `https://${domain.consoleName}`;
    this.url = domain ? `https://${domain.name}` : this.http.apiEndpoint;
  }
}
