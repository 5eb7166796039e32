import { App, Validations } from 'aws-cdk-lib';
import type { AppProps } from 'aws-cdk-lib';
import FLAGS from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { AwsSolutionsChecks } from 'cdk-nag';
import type { Bundles } from './bundle.ts';
import { allowLoopback } from './loopback.ts';
import { BillingStack } from './stack.ts';

/** The app with its one stack, checked by the AwsSolutions rules. Context `local=true` fits it to one machine. */
export function billing(code: Bundles, props: AppProps = {}): App {
  const app = new App({ analyticsReporting: false, ...props, context: { ...FLAGS, ...props.context } });
  const stack = new BillingStack(app, 'Billing', { code });
  if (app.node.tryGetContext('local') === 'true') allowLoopback(stack);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}
