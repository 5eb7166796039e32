import { RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../lib/environment.ts';
import { RATE_LIMITS_PER_MINUTE } from '../lib/limits.ts';
import type { Route } from '../lib/routes.ts';
import type { Handler } from './handler.ts';

/** Ten tenants at their full read limit in the same second; a ceiling for the account, not a tenant's quota. */
const REQUESTS_PER_SECOND = (10 * RATE_LIMITS_PER_MINUTE.reads) / 60;

/** Fixed fields. The route stands for the path, and there is no query: tokens and e-mails travel in both. */
const LOGGED = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  route: '$context.routeKey',
  status: '$context.status',
  bytes: '$context.responseLength',
  milliseconds: '$context.responseLatency',
  integrationMilliseconds: '$context.integrationLatency',
  integrationStatus: '$context.integrationStatus',
  error: '$context.error.responseType',
};

/** The public HTTP API. Credentials are checked by the functions themselves. */
export class Api extends Construct {
  readonly http: HttpApi;
  readonly stage: HttpStage;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.http = new HttpApi(this, 'Http', { createDefaultStage: false });
    const accessLog = new LogGroup(this, 'AccessLog', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.http,
      autoDeploy: true,
      throttle: { rateLimit: REQUESTS_PER_SECOND, burstLimit: REQUESTS_PER_SECOND },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLog),
        format: AccessLogFormat.custom(JSON.stringify(LOGGED)),
      },
    });
  }

  /** Where the API answers, without a slash at the end. */
  get url(): string {
    return this.http.apiEndpoint;
  }

  /** Leads all methods of the route to the handler; the row without methods is led to by whatever no other route has. */
  routes(route: Route, handler: Handler): HttpRoute[] {
    const integration = new HttpLambdaIntegration(route.name, handler.function);
    if (route.methods.length === 0)
      return [
        new HttpRoute(this, route.name, { httpApi: this.http, routeKey: HttpRouteKey.DEFAULT, integration }),
      ];
    return this.http.addRoutes({
      path: route.path,
      methods: route.methods.map((method) => HttpMethod[method]),
      integration,
    });
  }

  /** Tells the handler the address under which browsers and providers find us. */
  setPublicUrl(handler: Handler): void {
    handler.setEnvironment(ENVIRONMENT.publicUrl, this.url);
  }
}
