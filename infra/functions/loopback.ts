import { CfnParameter } from 'aws-cdk-lib';
import type { Stack } from 'aws-cdk-lib';
import { ENVIRONMENT } from '../../lib/runtime/environment.ts';
import type { Functions } from './functions.ts';

/**
 * Allows tenants' URLs to name this machine, as `host:port` pairs in a parameter. Local stacks only: deployed ones have
 * neither the parameter nor the variable.
 */
export function allowLoopback(stack: Stack, functions: Functions): void {
  const allowed = new CfnParameter(stack, 'LoopbackAllowed', { type: 'String', default: '' });
  for (const [, handler] of functions.all)
    handler.setEnvironment(ENVIRONMENT.loopbackAllowed, allowed.valueAsString);
}
