import { expect, it } from 'vitest';
import { byOperator } from '../../../lib/billing/timeline.ts';
import { causeOf } from '../../../lib/table/subscribers/timeline.ts';
import { operatorOf } from '../../../local/operator/operator.ts';

it('an operator’s command is recorded as the cause of its changes', () => {
  const operator = operatorOf({
    tableName: 'billing',
    keyId: 'key',
    endpoint: 'http://127.0.0.1:9',
    region: 'eu-central-1',
    publicUrl: 'https://billing.example',
    senderDomain: undefined,
    loopbackAllowed: [],
  });
  expect(causeOf(operator)).toEqual(byOperator);
});
