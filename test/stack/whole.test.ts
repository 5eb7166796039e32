import { describe, expect, it } from 'vitest';
import { CHAPTERS } from '../../infra/functions/chapters.ts';
import { stageNamed } from '../../infra/stages.ts';
import type { StageSettings } from '../../infra/settings.ts';
import { wrongTriggers } from './checks/calling.ts';
import { openGrants } from './checks/grants.ts';
import { unsafeResources } from './checks/safety.ts';
import { exposedResources } from './checks/surface.ts';
import { FULL_STAGE, synthesised, type Template } from './synthesised.ts';

const STAGES: Readonly<Record<string, StageSettings>> = {
  'production, with everything': FULL_STAGE,
  'an experiment, with as little as possible': stageNamed('dev'),
};

const OF_FUNCTIONS = [
  'CodeDeploy::Application',
  'CodeDeploy::DeploymentGroup',
  'IAM::Policy',
  'IAM::Role',
  'Lambda::Alias',
  'Lambda::Function',
  'Lambda::Permission',
  'Lambda::Version',
  'Logs::LogGroup',
];
const OF_ROUTES = [...OF_FUNCTIONS, 'ApiGatewayV2::Integration', 'ApiGatewayV2::Route'];
const OF_TOPICS = ['SNS::Subscription', 'SNS::Topic', 'SNS::TopicPolicy'];

/** The kinds of resources that a stack may have. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(CHAPTERS.map((chapter) => [chapter, OF_ROUTES])),
  Background: [
    ...OF_FUNCTIONS,
    'CloudWatch::Alarm',
    'CloudWatch::CompositeAlarm',
    'Events::Rule',
    'Lambda::EventInvokeConfig',
    'Lambda::EventSourceMapping',
  ],
  State: [
    ...OF_TOPICS,
    'ApiGatewayV2::Api',
    'ApiGatewayV2::DomainName',
    'DynamoDB::GlobalTable',
    'KMS::Key',
    'S3::Bucket',
    'S3::BucketPolicy',
    'Events::Rule',
    'SES::ConfigurationSet',
    'SES::ConfigurationSetEventDestination',
    'SES::EmailIdentity',
    'SQS::Queue',
    'SQS::QueuePolicy',
  ],
  Api: ['ApiGatewayV2::ApiMapping', 'ApiGatewayV2::Stage', 'Logs::LogGroup', 'Logs::MetricFilter'],
  Firewall: [
    ...OF_TOPICS,
    'CloudFront::Distribution',
    'CloudWatch::Alarm',
    'Logs::Delivery',
    'Logs::DeliveryDestination',
    'Logs::DeliverySource',
    'Logs::LogGroup',
    'WAFv2::WebACL',
  ],
  Operations: ['CloudWatch::Alarm', 'CloudWatch::Dashboard', 'Events::Rule'],
};

const kindsIn = ({ Resources }: Template) =>
  new Set(Object.values(Resources).map(({ Type }) => Type.replace('AWS::', '')));

describe.each(Object.entries(STAGES))('a stage: %s', (_, settings) => {
  const { stacks, deployment } = synthesised(settings);

  it.each([...stacks])('has in %s no other kind of resource than belongs there', (name, template) => {
    expect([...kindsIn(template)].filter((kind) => !KINDS[name]?.includes(kind))).toEqual([]);
  });

  it.each([...stacks])(
    'asks for nothing when %s is deployed, but for a prepared account',
    (_name, template) => {
      const { Resources: _resources, Outputs: _outputs, ...around } = template;
      expect(Object.keys(around).toSorted()).toEqual(['Description', 'Parameters', 'Rules']);
      expect(Object.keys(template.Parameters)).toEqual(['BootstrapVersion']);
    },
  );

  it('is deployed from its state to its alarms, in its region, and in production retains what cannot be recreated', () => {
    const { region, production } = settings;
    const functions = CHAPTERS.map(
      (chapter) => [chapter, { region, isProtected: false, after: ['State'] }] as const,
    );
    const isProtected = production;
    expect(deployment).toEqual({
      State: { region, isProtected, after: [] },
      ...Object.fromEntries(functions),
      Api: { region, isProtected: false, after: [...CHAPTERS, 'State'].toSorted() },
      ...(settings.firewall && { Firewall: { region: 'us-east-1', isProtected, after: ['Api'] } }),
      Operations: { region, isProtected: false, after: ['State'] },
    });
  });
});

describe('production, with everything', () => {
  const { template } = synthesised();

  it.each([
    ['can be lost, read or deleted by others, or takes the capacity of others', unsafeResources],
    ['is exposed, kept for another time than it should, or of a type that no check knows', exposedResources],
    ['is called past its alias, or at another pace than its queue has', wrongTriggers],
    ['grants anything else more than it needs', openGrants],
  ])('has nothing that %s', (_, wrong) => {
    expect(wrong(template)).toEqual([]);
  });
});
