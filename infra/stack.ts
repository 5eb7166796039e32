import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Api } from './api.ts';
import type { Bundles } from './bundle.ts';
import { Functions } from './functions.ts';
import { SecretsKey } from './key.ts';
import { publish } from './outputs.ts';
import { Queues } from './queues.ts';
import { EveryMinute } from './schedule.ts';
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
    const everyMinute = new EveryMinute(this, 'EveryMinute');
    this.functions = new Functions(this, 'Functions', { code, api, table, queues, key, everyMinute });
    publish(this, { api, table, queues, key });
  }
}
