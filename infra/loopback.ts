import { CfnParameter } from 'aws-cdk-lib';
import { ENVIRONMENT } from '../lib/environment.ts';
import type { FunctionName } from './functions.ts';
import type { BillingStack } from './stack.ts';

/** Functions that check a URL a tenant gave us. */
const CHECK_URLS: readonly FunctionName[] = [
  'checkout/initialize',
  'checkout/initialize-direct',
  'checkout/update-card',
  'webhooks/deliver',
];

/**
 * Lets tenants' URLs name this machine, as `host:port` pairs in a parameter. Only for a stack that runs on one machine:
 * a deployed one has neither the parameter nor the variable.
 */
export function allowLoopback(stack: BillingStack): void {
  const allowed = new CfnParameter(stack, 'LoopbackAllowed', { type: 'String', default: '' });
  for (const name of CHECK_URLS) {
    stack.functions.named(name).setEnvironment(ENVIRONMENT.loopbackAllowed, allowed.valueAsString);
  }
}
