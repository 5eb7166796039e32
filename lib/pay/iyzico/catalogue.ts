import { planBody } from './bodies.ts';
import { BASE, type Caller } from './call.ts';
import { PRODUCTS_A_PAGE } from './limits.ts';
import { dataOf, readPlan, readProduct } from './read.ts';
import type { Pay } from '../pay.ts';

/** The account's products and their plans. */
export function catalogue(
  call: Caller,
): Pick<Pay, 'listProducts' | 'createProduct' | 'createPlan' | 'deletePlan'> {
  return {
    async listProducts() {
      const answer = await call.getAll(`${BASE}/products`, {}, PRODUCTS_A_PAGE, readProduct);
      return answer.ok ? { ok: true, value: answer.value.items } : answer;
    },

    createProduct: (name) =>
      call.post(`${BASE}/products`, { name }, (envelope) => readProduct(dataOf(envelope))),

    createPlan: ({ productReference, ...plan }) =>
      call.post(
        `${BASE}/products/${encodeURIComponent(productReference)}/pricing-plans`,
        planBody(plan),
        (envelope) => readPlan(dataOf(envelope), productReference),
      ),

    deletePlan: (reference) =>
      call.delete(`${BASE}/pricing-plans/${encodeURIComponent(reference)}`, () => undefined),
  };
}
