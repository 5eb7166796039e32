import { describe, expect, it } from 'vitest';
import { signInUrl } from '../../local/banner.ts';
import { ENVIRONMENT } from '../../lib/runtime/environment.ts';
import { BACKGROUND } from '../../lib/background-functions.ts';
import { ROUTES } from '../../functions/routes.ts';
import { routeKeysOf } from '../../lib/route.ts';
import type { Background } from '../../lib/background-functions.ts';
import type { Row } from '../../infra/functions/chapters.ts';
import { lambdaOf, ROWS } from './roles.ts';
import { FULL_STAGE, referred, resources, synthesised } from './synthesised.ts';

const { template } = synthesised();

/** A path of the gateway, whose names in braces stand for anything, as a URL pattern; `$default` is no path. */
const routePattern = (path: string) =>
  path === '$default' ? '/$default' : path.replaceAll(/\{(\w+)\+?\}/g, ':$1');

/** API Gateway answers 503 after this, whatever the function still does. */
const API_GATEWAY_WAITS_SECONDS = 30;
/** Seconds of whatever neither answers from the table alone nor asks the payment provider for somebody who waits. */
const TIMEOUTS: Readonly<Record<string, number>> = {
  'account/set-invoicing': 29, // it tries the credentials there
  'account/set-payment': 29, // it encrypts only, and tries the credentials there
  'account/test-message': 29, // it hands the message over there
  'account/test-webhook': 15,
  'console/enter': 29, // it connects the invoicing provider, and tries the credentials there
  'console/show': 29, // it writes a list as long as it has time
  'notifications/receive': 10, // it decrypts for a signature alone
  'webhooks/deliver': 30,
  'webhooks/deliver-slow': 30,
  'reconciliation/run': 30,
  'invoicing/issue': 60,
  'messages/send': 30,
  'messages/events': 30,
  'sweep/start': 20,
  'sweep/run': 50,
  'comparison/start': 60,
};

describe('functions', () => {
  it('are the rows of the routes and the background work, one each', () => {
    const ids = new Set(ROWS.map(({ name }) => lambdaOf(template, name).id));
    expect(ids.size).toBe(ROWS.length);
    expect(new Set(resources(template, 'AWS::Lambda::Function').map(([id]) => id))).toEqual(ids);
  });

  it('have their own role and their own log group', () => {
    const roles = new Set(ROWS.map(({ name }) => lambdaOf(template, name).role));
    expect(roles.size).toBe(ROWS.length);
    const logs = new Set(
      ROWS.map(({ name }) => lambdaOf(template, name).properties.LoggingConfig as { LogGroup: unknown }).map(
        ({ LogGroup }) => referred(LogGroup),
      ),
    );
    expect(logs.size).toBe(ROWS.length);
  });

  it('run on Node 24 and arm64 with the timeout of their row', () => {
    for (const { name, timeoutSeconds } of ROWS) {
      expect(lambdaOf(template, name).properties, name).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Timeout: timeoutSeconds,
      });
    }
  });

  it('may take as long as what they wait for, and routes no longer than whoever waits for them', () => {
    for (const { name, decrypts, timeoutSeconds } of ROUTES) {
      const asksProvider = (decrypts as readonly string[]).includes('pay');
      expect([name, timeoutSeconds]).toEqual([name, TIMEOUTS[name] ?? (asksProvider ? 29 : 10)]);
    }
    for (const { name, timeoutSeconds } of BACKGROUND)
      expect([name, timeoutSeconds]).toEqual([name, TIMEOUTS[name]]);
    const [distribution] = resources(template, 'AWS::CloudFront::Distribution');
    const waits = [...JSON.stringify(distribution).matchAll(/"OriginReadTimeout":(\d+)/g)].map(([, s]) =>
      Number(s),
    );
    const longest = Math.max(...ROUTES.map(({ timeoutSeconds }) => timeoutSeconds));
    expect(waits).toEqual([API_GATEWAY_WAITS_SECONDS]);
    expect(longest).toBeLessThan(API_GATEWAY_WAITS_SECONDS);
  });

  it('answer exactly the methods and paths of the routes', () => {
    const keys = resources(template, 'AWS::ApiGatewayV2::Route').map(
      ([, { Properties }]) => Properties.RouteKey,
    );
    const wanted = ROUTES.flatMap(routeKeysOf);
    expect(keys.toSorted()).toEqual(wanted.toSorted());
  });

  it('serve no link that signs in at once, as the one that is printed on a machine of its own', () => {
    const link = signInUrl({ inboxUrl: 'http://localhost:3002' }, { name: 'demo' });
    const { pathname } = new URL(link);
    const served = resources(template, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) =>
      String(Properties.RouteKey).replace(/^\w+ /, ''),
    );
    const serving = served.filter((path) => new URLPattern({ pathname: routePattern(path) }).test(link));
    expect(pathname).toBe('/sign-in');
    expect(serving).toEqual([]);
    expect(JSON.stringify(template)).not.toContain(pathname);
  });

  it('have environment variables only for what their row uses', () => {
    for (const {
      name,
      sends,
      decrypts,
      encrypts,
      documents,
      restoreNotes,
      publicUrl,
      table,
      mails,
    } of ROWS as Row[]) {
      const wanted = [
        ...[ENVIRONMENT.logLevel, ENVIRONMENT.metricsNamespace, ENVIRONMENT.firewall],
        ...(table === 'none' ? [] : [ENVIRONMENT.table]),
        ...sends.map((queue) => ENVIRONMENT.queues[queue]),
        ...([...decrypts, ...encrypts].length > 0 ? [ENVIRONMENT.key] : []),
        ...(documents === 'none' && !restoreNotes ? [] : [ENVIRONMENT.documents]),
        ...(table === 'read' || table === 'write' ? [ENVIRONMENT.senderDomain] : []),
        ...(mails ? [ENVIRONMENT.configurationSet, ENVIRONMENT.mailsPerSecond] : []),
        ...(publicUrl || decrypts.length > 0 ? [ENVIRONMENT.publicUrl] : []),
      ];
      expect(Object.keys(lambdaOf(template, name).variables).toSorted(), name).toEqual(wanted.toSorted());
    }
  });

  it('are started by their own schedule and never retried, if they are scheduled', () => {
    const rounds = { schedule: 'rate(1 minute)', nightly: 'cron(0 0 * * ? *)' } as const;
    const rules = resources(template, 'AWS::Events::Rule').map(([, { Properties }]) => Properties);
    for (const { name, triggeredBy } of BACKGROUND as readonly Background[]) {
      if (triggeredBy !== 'schedule' && triggeredBy !== 'nightly') continue;
      const { id, alias } = lambdaOf(template, name);
      const rule = rules.find(({ Targets }) => JSON.stringify(Targets).includes(`"${alias}"`));
      expect(rule?.ScheduleExpression, name).toBe(rounds[triggeredBy]);
      expect(rule?.Targets, name).toMatchObject([{ RetryPolicy: { MaximumRetryAttempts: 0 } }]);
      expect(rule?.Targets).toHaveLength(1);
      const [invoke] = resources(template, 'AWS::Lambda::EventInvokeConfig').filter(
        ([, { Properties }]) => referred(Properties.FunctionName) === id,
      );
      expect(invoke?.[1].Properties).toMatchObject({
        MaximumRetryAttempts: 0,
        MaximumEventAgeInSeconds: 60,
      });
    }
  });

  it('are released by an alias that first takes a new version for a tenth of the calls, and rolls back on the alarm of all', () => {
    const groups = resources(template, 'AWS::CodeDeploy::DeploymentGroup');
    for (const { name } of ROWS) {
      const { alias } = lambdaOf(template, name);
      const { UpdatePolicy } = template.Resources[alias] ?? {};
      const { CodeDeployLambdaAliasUpdate } = UpdatePolicy as {
        CodeDeployLambdaAliasUpdate: { DeploymentGroupName: unknown };
      };
      const group = referred(CodeDeployLambdaAliasUpdate.DeploymentGroupName);
      const { AlarmConfiguration, AutoRollbackConfiguration, DeploymentConfigName } =
        groups.find(([id]) => id === group)?.[1].Properties ?? {};
      const { Alarms, Enabled } = AlarmConfiguration as { Alarms: { Name: unknown }[]; Enabled: boolean };
      expect(Enabled, name).toBe(true);
      const [{ Name } = { Name: undefined }] = Alarms;
      expect(Alarms, name).toHaveLength(1);
      expect(Name, name).toBe(`Billing-${FULL_STAGE.stage}-ReleaseBreaks`);
      expect(AutoRollbackConfiguration, name).toMatchObject({
        Events: expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_FAILURE']) as string[],
      });
      expect(DeploymentConfigName, name).toBe('CodeDeployDefault.LambdaCanary10Percent5Minutes');
    }
  });

  it('are traced', () => {
    for (const { name } of ROWS)
      expect(lambdaOf(template, name).properties.TracingConfig, name).toEqual({ Mode: 'Active' });
  });
});
