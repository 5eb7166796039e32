import { plansQuery } from '../../lib/wire/plans.ts';
import { plansAnswer, syncAnswer } from '../answers/plans.ts';
import type { Operations } from '../operation.ts';
import { PROVIDER_REFUSALS } from '../refusals.ts';
import { examples } from '../examples/plans.ts';

/** What the description says of plans. */
export const plans: Operations = {
  'plans/list': {
    tag: 'Plans',
    summary: 'List the active plans',
    description: 'The active plans of the tenant, newest first, page by page.',
    query: plansQuery,
    answer: plansAnswer,
    example: examples.plansList,
  },

  'plans/sync': {
    tag: 'Plans',
    summary: "Take over the payment provider's plans",
    description: 'Reads its products and plans now. What is gone or off there is retired here.',
    answer: syncAnswer,
    refusals: PROVIDER_REFUSALS,
    example: examples.plansSync,
  },
};
