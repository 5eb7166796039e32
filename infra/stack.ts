import { Duration, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Alarms } from './alarms.ts';
import { Api } from './api.ts';
import type { Bundles } from './bundle.ts';
import { Overview } from './dashboard.ts';
import { Functions } from './functions.ts';
import { SecretsKey } from './key.ts';
import { publish } from './outputs.ts';
import { Queues } from './queues.ts';
import { Timer } from './schedule.ts';
import { BillingTable } from './table.ts';

interface BillingStackProps {
  readonly code: Bundles;
}

/** The whole service. */
export class BillingStack extends Stack {
  readonly functions: Functions;

  constructor(scope: Construct, id: string, { code }: BillingStackProps) {
    super(scope, id, { description: 'Multi-tenant subscription billing' });
    const table = new BillingTable(this, 'Table');
    const key = new SecretsKey(this, 'Key');
    const queues = new Queues(this, 'Queues');
    const api = new Api(this, 'Api');
    const everyMinute = new Timer(this, 'EveryMinute', Duration.minutes(1));
    const everyNight = new Timer(this, 'EveryNight', Duration.days(1));
    const functions = new Functions(this, 'Functions', {
      code,
      api,
      table,
      queues,
      key,
      everyMinute,
      everyNight,
    });
    const alarms = new Alarms(this, 'Alarms', { api, functions, queues, table });
    new Overview(this, 'Overview', { alarms, api, functions, queues, table });
    publish(this, { alarms, api, key, queues, table });
    this.functions = functions;
  }
}
