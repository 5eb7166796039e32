import { App, Validations } from 'aws-cdk-lib';
import type { AppProps } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { Bundles } from './bundle.ts';
import { allowLoopback } from './loopback.ts';
import { BillingStack } from './stack.ts';

/** The app with its one stack, checked by the AwsSolutions rules. Context `local=true` fits it to one machine. */
export function billing(code: Bundles, props: AppProps = {}): App {
  const app = new App({ analyticsReporting: false, ...props });
  const stack = new BillingStack(app, 'Billing', { code });
  if (app.node.tryGetContext('local') === 'true') allowLoopback(stack);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}
