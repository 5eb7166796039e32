import { App, Tags, Validations } from 'aws-cdk-lib';
import type { AppProps } from 'aws-cdk-lib';
import FLAGS from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { AwsSolutionsChecks } from 'cdk-nag';
import { ApiStack } from './api-stack.ts';
import type { Bundles } from './build/bundle.ts';
import { FirewallStack } from './firewall-stack.ts';
import { CHAPTERS, rowsOf } from './functions/chapters.ts';
import { FunctionsStack } from './functions/functions-stack.ts';
import { checked } from './settings.ts';
import type { StageSettings } from './settings.ts';
import { StateStack } from './state/state-stack.ts';
import { OperationsStack } from './watch/operations-stack.ts';

/** The app with all stacks of the stages, checked by the AwsSolutions rules. */
export function billing(stages: readonly StageSettings[], code: Bundles, props: AppProps = {}): App {
  const app = new App({ analyticsReporting: false, ...props, context: { ...FLAGS, ...props.context } });
  for (const settings of stages) addStage(app, checked(settings), code);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}

/** Stacks refer to the state, never the other way round. */
function addStage(app: App, settings: StageSettings, code: Bundles): void {
  const prefix = `Billing-${settings.stage}`;
  const state = new StateStack(app, `${prefix}-State`, settings);
  const chapters = CHAPTERS.filter((chapter) => rowsOf(chapter, settings).length > 0);
  const functions = chapters.map(
    (chapter) => new FunctionsStack(app, `${prefix}-${chapter}`, chapter, { settings, state, code }),
  );
  const api = new ApiStack(app, `${prefix}-Api`, settings, state);
  for (const stack of functions) api.addStackDependency(stack);
  const { domain, firewall } = settings;
  const before =
    domain && firewall
      ? [new FirewallStack(app, `${prefix}-Firewall`, { settings, state, domain, firewall })]
      : [];
  for (const stack of before) stack.addStackDependency(api);
  const operations = new OperationsStack(app, `${prefix}-Operations`, settings, state);
  for (const stack of [state, ...functions, api, ...before, operations]) {
    Tags.of(stack).add('service', 'billing');
    Tags.of(stack).add('stage', settings.stage);
  }
}
