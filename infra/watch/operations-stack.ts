import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { StageSettings } from '../settings.ts';
import type { StateStack } from '../state/state-stack.ts';
import { Alarms } from './alarms.ts';
import { Overview } from './dashboard.ts';

/** What people watch the service with. It names functions and their alarms by the stage, and so holds none of them. */
export class OperationsStack extends Stack {
  constructor(scope: Construct, id: string, settings: StageSettings, state: StateStack) {
    super(scope, id, {
      description: 'Subscription billing: alarms and dashboard',
      env: { region: settings.region },
    });
    const alarms = new Alarms(this, 'Alarms', settings, state);
    new Overview(this, 'Overview', { settings, state, alarms });
  }
}
