import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { StageSettings } from './settings.ts';

/** A stage for experiments: small and quick to change. Only its table, buckets and key outlive its stacks. */
const dev: StageSettings = {
  stage: 'dev',
  region: 'eu-central-1',
  production: false,
  domain: undefined,
  firewall: undefined,
  messages: undefined,
  alarmAddress: undefined,
  tenantAlarmAddress: undefined,
  logRetention: RetentionDays.ONE_MONTH,
  logLevel: 'info',
  limits: { requestsPerSecond: 100, directCheckoutsPerSecond: 10, reserveConcurrency: false },
  canary: false,
  paused: false,
  adopt: {},
};

/** The stages that can be deployed. Copy production from here, with your own address and domain. */
export const STAGES: readonly StageSettings[] = [
  dev,
  {
    ...dev,
    stage: 'prod',
    production: true,
    domain: {
      name: 'billing.example.com',
      certificateArn:
        'arn:aws:acm:eu-central-1:111111111111:certificate/00000000-0000-0000-0000-000000000000',
    },
    messages: { senderDomain: 'mail.billing.example.com', mailsPerSecond: 14 },
    alarmAddress: 'billing-on-call@example.com',
    tenantAlarmAddress: 'billing-tenants@example.com',
    logRetention: RetentionDays.ONE_YEAR,
    limits: { requestsPerSecond: 5_000, directCheckoutsPerSecond: 50, reserveConcurrency: true },
    canary: true,
  },
];

/** The stage that `npm start` runs locally. */
export const LOCAL_STAGE: StageSettings = {
  ...dev,
  stage: 'local',
  messages: { senderDomain: 'mail.billing.test', mailsPerSecond: 50 },
};

/** The stage of this name; throws if there is none. */
export function stageNamed(name: string): StageSettings {
  const found = STAGES.find(({ stage }) => stage === name);
  if (found) return found;
  const known = STAGES.map(({ stage }) => stage).join(' and ');
  throw new Error(`there is no stage ${name}; infra/stages.ts has ${known}`);
}
