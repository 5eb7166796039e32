import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { StageSettings } from '../settings.ts';
import type { StateStack } from '../state/state-stack.ts';
import { Alarms } from './alarms.ts';
import { Overview } from './dashboard.ts';

/** Alarms and dashboard. It refers to functions and their alarms by name, and so depends on no other stack. */
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
