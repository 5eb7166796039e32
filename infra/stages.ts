import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { StageSettings } from './settings.ts';

/** A stage to try things out: small, quick to change, gone without a trace when its stacks are deleted. */
const dev: StageSettings = {
  stage: 'dev',
  region: 'eu-central-1',
  production: false,
  domain: undefined,
  firewall: undefined,
  alarmAddress: undefined,
  logRetention: RetentionDays.ONE_MONTH,
  logLevel: 'info',
  limits: { requestsPerSecond: 100, directCheckoutsPerSecond: 10, reserveConcurrency: false },
  canary: false,
  paused: false,
  adopt: {},
};

/** The stages that can be deployed. Production is copied from here with an address and a domain of one's own. */
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
    alarmAddress: 'billing-on-call@example.com',
    logRetention: RetentionDays.ONE_YEAR,
    limits: { requestsPerSecond: 5_000, directCheckoutsPerSecond: 50, reserveConcurrency: true },
    canary: true,
  },
];

/** The stage that `npm start` runs on one machine. */
export const LOCAL_STAGE: StageSettings = { ...dev, stage: 'local' };

/** Throws where no stage has the name. */
export function stageNamed(name: string): StageSettings {
  const found = STAGES.find(({ stage }) => stage === name);
  if (found) return found;
  const known = STAGES.map(({ stage }) => stage).join(' and ');
  throw new Error(`there is no stage ${name}; infra/stages.ts has ${known}`);
}
