import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { plansOf } from '../../lib/table/subscribers/plans.ts';
import { plansAnswer, plansInput, plansQuery, plansAnswerShape } from '../../lib/wire/plans.ts';
import { read } from '../../lib/route.ts';

/** GET /plans/list: the tenant's active plans, newest first. */
export const declared = endpoint({
  name: 'plans/list',
  at: 'GET /plans/list',
  uses: read,
  tag: 'Plans',
  summary: 'List the active plans',
  description: 'The active plans of the tenant, newest first, page by page.',
  asks: { query: plansQuery },
  answers: plansAnswerShape,
  example: { query: { page: '1', pageSize: '1' } },
  input: ({ query }) => plansInput(query),
  run: async ({ app, input }) => {
    const { productReference } = input;
    const plans = await plansOf(app);
    const listed = plans.filter(
      (plan) => plan.active && (productReference === undefined || plan.productReference === productReference),
    );
    return plansAnswer(listed, input);
  },
});

export const { create } = declared;

export const handler = create(live);
