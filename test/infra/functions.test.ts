import { describe, expect, it } from 'vitest';
import { ENVIRONMENT } from '../../lib/environment.ts';
import { ROUTES, routeKeysOf } from '../../lib/routes.ts';
import { lambdaOf, ROWS } from './roles.ts';
import { referred, resources, synthesised } from './synthesised.ts';

const { template } = synthesised();

describe('functions', () => {
  it('are the rows of the routes and the background work, one each', () => {
    const ids = new Set(ROWS.map(({ name }) => lambdaOf(template, name).id));
    expect(ids.size).toBe(ROWS.length);
    expect(new Set(resources(template, 'AWS::Lambda::Function').map(([id]) => id))).toEqual(ids);
  });

  it('have a role and a log group of their own, whose logs end', () => {
    const roles = new Set(ROWS.map(({ name }) => lambdaOf(template, name).role));
    expect(roles.size).toBe(ROWS.length);
    const logs = new Set(
      ROWS.map(({ name }) => lambdaOf(template, name).properties.LoggingConfig as { LogGroup: unknown }).map(
        ({ LogGroup }) => referred(LogGroup),
      ),
    );
    expect(logs.size).toBe(ROWS.length);
    for (const [id, { Properties }] of resources(template, 'AWS::Logs::LogGroup')) {
      expect(Properties.RetentionInDays, id).toBeGreaterThan(0);
    }
  });

  it('run on Node 24 and arm64 for no longer than their row says', () => {
    for (const { name, timeoutSeconds } of ROWS) {
      expect(lambdaOf(template, name).properties, name).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Timeout: timeoutSeconds,
      });
    }
  });

  it('answer exactly the methods and paths of the routes', () => {
    const keys = resources(template, 'AWS::ApiGatewayV2::Route').map(
      ([, { Properties }]) => Properties.RouteKey,
    );
    const wanted = ROUTES.flatMap(routeKeysOf);
    expect(keys.toSorted()).toEqual(wanted.toSorted());
  });

  it('are told only of what their row touches', () => {
    for (const { name, table, sends, decrypts, encrypts } of ROWS) {
      const known = Object.keys(lambdaOf(template, name).variables);
      const queues = sends.map((queue) => ENVIRONMENT.queues[queue]);
      const wanted = [
        ...(table === 'none' ? [] : [ENVIRONMENT.table]),
        ...queues,
        ...(decrypts.length + encrypts.length > 0 ? [ENVIRONMENT.key] : []),
      ];
      expect(known.filter((variable) => variable !== ENVIRONMENT.publicUrl).toSorted(), name).toEqual(
        wanted.toSorted(),
      );
    }
  });

  it('that lead a buyer away know where the buyer comes back', () => {
    const knowing = ROWS.filter(({ name }) => ENVIRONMENT.publicUrl in lambdaOf(template, name).variables);
    expect(knowing.map(({ name }) => name)).toEqual(['checkout/initialize', 'checkout/update-card']);
  });

  it('are woken at most once a minute and never twice for the same minute, if they sweep', () => {
    const [rule] = resources(template, 'AWS::Events::Rule');
    expect(rule?.[1].Properties.ScheduleExpression).toBe('rate(1 minute)');
    expect(rule?.[1].Properties.Targets).toMatchObject([{ RetryPolicy: { MaximumRetryAttempts: 0 } }]);
    const [invoke] = resources(template, 'AWS::Lambda::EventInvokeConfig');
    expect(referred(invoke?.[1].Properties.FunctionName)).toBe(lambdaOf(template, 'sweep/start').id);
    expect(invoke?.[1].Properties).toMatchObject({ MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 });
  });
});
