import { setAllFeatures, setPlan as set } from '../account/plans.ts';
import type { OwnPlanFields } from '../account/plan-fields.ts';
import type { Features } from '../billing/plan.ts';
import type { CoreApp } from '../runtime/app.ts';
import { accountVerb, type VerbCall } from './verb.ts';

/** Which plan, by its id or reference, and what to set of it; or all that it includes, in place of what it did. */
export type PlanSettingAsked = { readonly plan: string } & (
  { readonly fields: Partial<OwnPlanFields> } | { readonly allFeatures: Features }
);

/** Sets what only we know of a plan. Throws what `setPlan` throws. */
export const setPlan = accountVerb({
  route: 'account/set-plan',
  needs: 'account',
  name: 'set-plan',
  run: ({ app }: VerbCall<CoreApp>, asked: PlanSettingAsked) =>
    'fields' in asked
      ? set(app, asked.plan, asked.fields)
      : setAllFeatures(app, asked.plan, asked.allFeatures),
});
