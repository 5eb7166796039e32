import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import type { CfnStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { ApiMapping, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { ROUTES } from '../functions/routes.ts';
import { routeKeysOf } from '../lib/route.ts';
import type { StageSettings } from './settings.ts';
import type { StateStack } from './state/state-stack.ts';
import { countRequests } from './watch/access-log.ts';

/** A fixed list of fields: the route instead of the path, and no query, because both can hold tokens and e-mails. */
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

/** A paused stage refuses every request for now. */
const CLOSED = { requestsPerSecond: 0, directCheckoutsPerSecond: 0 };

/** Opens the API once all its routes exist: limits, access log, domain. */
export class ApiStack extends Stack {
  constructor(scope: Construct, id: string, settings: StageSettings, state: StateStack) {
    super(scope, id, {
      description: 'Subscription billing: the public API',
      env: { region: settings.region },
    });
    const { http, domainName, consoleDomainName } = state.address;
    const { logRetention, paused, production } = settings;
    const limits = paused ? CLOSED : settings.limits;
    const accessLog = new LogGroup(this, 'AccessLog', {
      retention: logRetention,
      removalPolicy: production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    countRequests(this, accessLog, settings);
    const stage = new HttpStage(this, 'Stage', {
      httpApi: http,
      autoDeploy: true,
      throttle: { rateLimit: limits.requestsPerSecond, burstLimit: limits.requestsPerSecond },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLog),
        format: AccessLogFormat.custom(JSON.stringify(LOGGED)),
      },
    });
    throttleDirectCheckouts(stage, limits.directCheckoutsPerSecond);
    if (domainName) new ApiMapping(this, 'Mapping', { api: http, domainName, stage });
    if (consoleDomainName)
      new ApiMapping(this, 'ConsoleMapping', { api: http, domainName: consoleDomainName, stage });
  }
}

/** This route attracts card testing, so it has its own limit, which can be set only once the route exists. */
function throttleDirectCheckouts(stage: HttpStage, perSecond: number): void {
  const limit = { ThrottlingRateLimit: perSecond, ThrottlingBurstLimit: perSecond };
  const keys = ROUTES.filter(({ limit: counted }) => counted === 'directCheckouts').flatMap(routeKeysOf);
  const resource = stage.node.defaultChild as CfnStage;
  resource.routeSettings = Object.fromEntries(keys.map((key) => [key, limit]));
}
