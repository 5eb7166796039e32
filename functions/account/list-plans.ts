import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { plansOf } from '../../lib/table/subscribers/plans.ts';
import { ownPlansAnswer, plansInput, plansQuery, ownPlansAnswerShape } from '../../lib/wire/plans.ts';
import { read } from '../../lib/route.ts';

/** GET /account/plans: all plans, retired ones too, with what only we know of them. */
export const declared = endpoint({
  name: 'account/list-plans',
  at: 'GET /account/plans',
  uses: read,
  tag: 'Account',
  summary: 'List all plans',
  description: 'Retired ones too, newest first, page by page, with what only we know of them.',
  asks: { query: plansQuery },
  answers: ownPlansAnswerShape,
  example: { query: { page: '1', pageSize: '1' } },
  input: ({ query }) => plansInput(query),
  run: async ({ app, input }) => {
    const all = await plansOf(app, { consistent: true });
    const { productReference: product } = input;
    const asked = product === undefined ? all : all.filter((plan) => plan.productReference === product);
    return ownPlansAnswer(asked, input);
  },
});

export const { create } = declared;

export const handler = create(live);
