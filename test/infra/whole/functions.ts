import type { Row } from '../../../infra/functions/chapters.ts';
import { rowsOf } from '../../../infra/functions/chapters.ts';
import type { Chapter } from '../../../infra/functions/chapters.ts';
import { ENVIRONMENT } from '../../../lib/runtime/environment.ts';
import type { Background } from '../../../lib/background-functions.ts';
import { failing } from '../../../infra/watch/alarm-catalogue.ts';
import { grantsOf } from './grants.ts';
import { stateNames } from './state-names.ts';
import type { StateNames } from './state-names.ts';
import { routesOf } from './routes.ts';
import { triggersOf } from './triggers.ts';
import { failureAlarm, roundAlarms } from './function-alarms.ts';
import {
  ACCOUNT,
  allow,
  assumedBy,
  attribute,
  joined,
  retained,
  retainedOnceReleased,
  part,
  pathOf,
  deleted,
  policy,
  ref,
  tags,
} from './parts.ts';
import type { Part, Place } from './parts.ts';

/** Where a function's bundle is stored; every function of these tests has the same. */
export type Code = Readonly<Record<string, unknown>>;

/** Every resource of a chapter's stack. */
export function chapterParts(chapter: Chapter, place: Place, code: Code): Part[] {
  const rows = rowsOf(chapter);
  return [
    ...rows.flatMap((row) => partsOf(row, place, code)),
    ...releaseParts(rows, place),
    ...(chapter === 'Background' ? roundAlarms(place) : []),
  ];
}

function partsOf(row: Row, place: Place, code: Code): Part[] {
  const { own, settings } = place;
  const of = (name: string) => own(`${pathOf(row.name)}${name}`);
  const role = ref(of('Role'));
  return [
    part('IAM::Role', { AssumeRolePolicyDocument: assumedBy('lambda.amazonaws.com'), ...tags(settings) }),
    part('IAM::Policy', {
      PolicyDocument: policy(...grantsOf(row, place)),
      PolicyName: of('RoleDefaultPolicy'),
      Roles: [role],
    }),
    part(
      'Logs::LogGroup',
      { RetentionInDays: settings.logRetention, ...tags(settings) },
      settings.production ? retained : deleted,
    ),
    lambda(row, place, code),
    part('Lambda::Version', { FunctionName: ref(of('Function')) }, retainedOnceReleased),
    alias(row, place),
    deploymentGroup(row, place),
    failureAlarm(row, place),
    ...('triggeredBy' in row ? triggersOf(row, place) : routesOf(row, place)),
  ];
}

function lambda(row: Row, place: Place, Code: Code): Part {
  const { own, settings } = place;
  const of = (name: string) => own(`${pathOf(row.name)}${name}`);
  const reserved = settings.limits.reserveConcurrency ? reservedFor(row) : undefined;
  const itself = 'triggeredBy' in row && row.sends.some((queue) => queue === row.triggeredBy);
  return part(
    'Lambda::Function',
    {
      Architectures: ['arm64'],
      Code,
      Environment: { Variables: variables(row, stateNames(place), settings.stage, settings.logLevel) },
      Handler: 'index.handler',
      LoggingConfig: { LogGroup: ref(of('Log')) },
      MemorySize: 1024,
      Role: attribute(of('Role')),
      Runtime: 'nodejs24.x',
      Timeout: row.timeoutSeconds,
      TracingConfig: { Mode: 'Active' },
      ...tags(settings),
      ...(reserved !== undefined && { ReservedConcurrentExecutions: reserved }),
      ...(itself && { RecursiveLoop: 'Allow' }),
    },
    { DependsOn: [of('RoleDefaultPolicy'), of('Role')] },
  );
}

/** What must run has capacity of its own, and what anybody may call has a cap. */
function reservedFor(row: Row): number | undefined {
  const triggers: Partial<Record<Background['triggeredBy'], number>> = {
    schedule: 2,
    nightly: 2,
    sweeps: 48,
  };
  if ('triggeredBy' in row) return triggers[row.triggeredBy];
  if (row.caller === 'tenant') return undefined;
  return row.table === 'none' || row.name.startsWith('console/') ? 10 : 50;
}

function variables(row: Row, { bucket, key, queue, table, url }: StateNames, stage: string, level: string) {
  return {
    [ENVIRONMENT.logLevel]: level,
    [ENVIRONMENT.metricsNamespace]: `Billing/${stage}`,
    ...(row.table !== 'none' && { [ENVIRONMENT.table]: table.name }),
    ...((row.documents !== 'none' || row.restoreNotes) && { [ENVIRONMENT.documents]: bucket.name }),
    ...(row.decrypts.length + row.encrypts.length > 0 && { [ENVIRONMENT.key]: key.id }),
    ...((row.publicUrl || row.decrypts.length > 0) && { [ENVIRONMENT.publicUrl]: url }),
    ...Object.fromEntries(row.sends.map((name) => [ENVIRONMENT.queues[name], ref(queue(name))])),
  };
}

function alias(row: Row, { own }: Place): Part {
  const of = (name: string) => own(`${pathOf(row.name)}${name}`);
  return part(
    'Lambda::Alias',
    {
      FunctionName: ref(of('Function')),
      FunctionVersion: attribute(of('FunctionCurrentVersion'), 'Version'),
      Name: 'live',
    },
    {
      UpdatePolicy: {
        CodeDeployLambdaAliasUpdate: {
          ApplicationName: ref(own('ReleasesApplication')),
          DeploymentGroupName: ref(of('Release')),
        },
      },
    },
  );
}

/** A release that goes back where its function fails; only a canary waits for that. */
function deploymentGroup(row: Row, { own, settings }: Place): Part {
  const { canary } = settings;
  return part('CodeDeploy::DeploymentGroup', {
    AlarmConfiguration: {
      Alarms: [{ Name: ref(own(`Alarms${failing(row.name).id}`)) }],
      Enabled: canary,
    },
    ApplicationName: ref(own('ReleasesApplication')),
    AutoRollbackConfiguration: {
      Enabled: true,
      Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST', 'DEPLOYMENT_STOP_ON_ALARM'],
    },
    DeploymentConfigName: `CodeDeployDefault.Lambda${canary ? 'Canary10Percent5Minutes' : 'AllAtOnce'}`,
    DeploymentStyle: { DeploymentOption: 'WITH_TRAFFIC_CONTROL', DeploymentType: 'BLUE_GREEN' },
    ServiceRoleArn: attribute(own('ReleasesRole')),
    ...tags(settings),
  });
}

function releaseParts(rows: readonly Row[], { own, settings }: Place): Part[] {
  const { region } = settings;
  const moved = rows.flatMap(({ name }) => [
    attribute(own(`${pathOf(name)}Function`)),
    ref(own(`${pathOf(name)}Live`)),
  ]);
  const uses = ['GetAlias', 'GetProvisionedConcurrencyConfig', 'UpdateAlias'].map((use) => `lambda:${use}`);
  const alarms = joined(`arn:aws:cloudwatch:${region}:`, ACCOUNT, ':alarm:*');
  return [
    part('CodeDeploy::Application', { ComputePlatform: 'Lambda', ...tags(settings) }),
    part('IAM::Role', { AssumeRolePolicyDocument: assumedBy('codedeploy.amazonaws.com'), ...tags(settings) }),
    part('IAM::Policy', {
      PolicyDocument: policy(allow('cloudwatch:DescribeAlarms', alarms), allow(uses, moved)),
      PolicyName: own('ReleasesRoleDefaultPolicy'),
      Roles: [ref(own('ReleasesRole'))],
    }),
  ];
}
