import { CfnOutput, Duration, Fn, Stack } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
  type BehaviorOptions,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { ROUTES } from '../functions/routes.ts';
import { suppressFirewallFindings } from './nag-suppressions.ts';
import { FirewallLog } from './firewall-log.ts';
import { CLOUDFRONT_REGION } from './settings.ts';
import type { StageSettings } from './settings.ts';
import type { StateStack } from './state/state-stack.ts';
import { FirewallAlarms } from './watch/firewall-alarms.ts';

/** The longest time-out of a route, plus a second. */
const ANSWERS_WITHIN = Duration.seconds(30);

const DIRECT_CHECKOUTS = ROUTES.filter(({ limit }) => limit === 'directCheckouts').map(({ path }) => path);

/** What the service itself answers over a limit, because callers understand nothing else. */
const TOO_MANY = {
  status: 'failure',
  error: 'rate_limited',
  message: 'Too many requests; try again later.',
  errorCode: 'rate_limited',
  errorMessage: 'Too many requests; try again later.',
};
const RETRY_AFTER_SECONDS = 60;

/** Requests of one address in five minutes, over all paths: more than all limits of a tenant whose servers share one. */
const REQUESTS_PER_ADDRESS = 50_000;

type Statement = CfnWebACL.StatementProperty;

/** AWS managed rules for direct checkouts: addresses of known attackers, and known attacks. */
const MANAGED_RULES = ['AWSManagedRulesAmazonIpReputationList', 'AWSManagedRulesKnownBadInputsRuleSet'];

interface FirewallProps {
  readonly settings: StageSettings;
  readonly state: StateStack;
  readonly domain: NonNullable<StageSettings['domain']>;
  readonly firewall: NonNullable<StageSettings['firewall']>;
}

/**
 * A firewall for direct checkouts, which attract card testing, and against floods of requests from one address. An HTTP API cannot have one itself, so the stage's
 * domain points to CloudFront, which forwards everything unchanged and caches nothing.
 */
export class FirewallStack extends Stack {
  constructor(scope: Construct, id: string, { settings, state, domain, firewall }: FirewallProps) {
    super(scope, id, {
      description: 'Subscription billing: the firewall before direct checkouts',
      env: { region: CLOUDFRONT_REGION },
      terminationProtection: settings.production,
    });
    // Web ACLs are told apart by this name only, and all of an account's are measured in this region.
    const webAcl = `Billing-${settings.stage}`;
    const rules = new CfnWebACL(this, 'Rules', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibilityOf(webAcl),
      customResponseBodies: {
        [TOO_MANY.error]: { contentType: 'APPLICATION_JSON', content: JSON.stringify(TOO_MANY) },
      },
      rules: [
        rateRule('TooManyDirectCheckouts', 0, firewall.directCheckoutsPerAddress, ofDirectCheckouts()),
        ...MANAGED_RULES.map(managedRule),
        rateRule('TooManyRequests', MANAGED_RULES.length + 1, REQUESTS_PER_ADDRESS),
      ],
    });
    const { consoleName } = domain;
    const distribution = new Distribution(this, 'Distribution', {
      domainNames: [domain.name, ...(consoleName === undefined ? [] : [consoleName])],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', firewall.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_ALL,
      webAclId: rules.attrArn,
      defaultBehavior: forwardedTo(Fn.getStackOutput(state.stackName, 'DomainTarget', settings.region)),
      ...(consoleName !== undefined && {
        additionalBehaviors: {
          '/console*': forwardedTo(Fn.getStackOutput(state.stackName, 'ConsoleTarget', settings.region)),
        },
      }),
    });
    suppressFirewallFindings(distribution);
    new FirewallLog(this, 'Log', settings, distribution);
    new FirewallAlarms(this, 'FirewallAlarms', settings, {
      certificateArn: firewall.certificateArn,
      webAcl,
    });
    new CfnOutput(this, 'FirewallTarget', { value: distribution.distributionDomainName });
  }
}

/** Everything goes on unchanged to one of the API's targets. */
const forwardedTo = (target: string): BehaviorOptions => ({
  origin: new HttpOrigin(target, {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    readTimeout: ANSWERS_WITHIN,
    connectionAttempts: 1,
  }),
  allowedMethods: AllowedMethods.ALLOW_ALL,
  cachePolicy: CachePolicy.CACHING_DISABLED,
  // With the caller's Host header, by which the API finds its domain.
  originRequestPolicy: OriginRequestPolicy.ALL_VIEWER,
  viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
});

/** A limit of each address in five minutes; without a statement over all paths. */
function rateRule(
  name: string,
  priority: number,
  limit: number,
  scopeDownStatement?: Statement,
): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    action: {
      block: {
        customResponse: {
          responseCode: 429,
          customResponseBodyKey: TOO_MANY.error,
          responseHeaders: [{ name: 'Retry-After', value: String(RETRY_AFTER_SECONDS) }],
        },
      },
    },
    statement: {
      rateBasedStatement: {
        limit,
        aggregateKeyType: 'IP',
        ...(scopeDownStatement && { scopeDownStatement }),
      },
    },
    visibilityConfig: visibilityOf(name),
  };
}

function managedRule(name: string, index: number): CfnWebACL.RuleProperty {
  return {
    name,
    priority: index + 1,
    overrideAction: { none: {} },
    statement: {
      managedRuleGroupStatement: { vendorName: 'AWS', name, scopeDownStatement: ofDirectCheckouts() },
    },
    visibilityConfig: visibilityOf(name),
  };
}

function ofDirectCheckouts(): Statement {
  const [only, ...others] = DIRECT_CHECKOUTS.map((path): Statement => ({
    byteMatchStatement: {
      fieldToMatch: { uriPath: {} },
      positionalConstraint: 'EXACTLY',
      searchString: path,
      textTransformations: [{ priority: 0, type: 'URL_DECODE' }],
    },
  }));
  if (!only) throw new Error('no route is limited as a direct checkout');
  return others.length === 0 ? only : { orStatement: { statements: [only, ...others] } };
}

/** No samples of requests: they would contain card data. */
function visibilityOf(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false };
}
