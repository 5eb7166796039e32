import { BASE, type Caller } from './call.ts';
import { PRODUCTS_A_PAGE } from './limits.ts';
import { readProduct } from './read.ts';
import type { Pay } from '../pay.ts';

/** The account's products and their plans. */
export function catalogue(call: Caller): Pick<Pay, 'listProducts'> {
  return {
    async listProducts() {
      const answer = await call.getAll(`${BASE}/products`, {}, PRODUCTS_A_PAGE, readProduct);
      return answer.ok ? { ok: true, value: answer.value.items } : answer;
    },
  };
}
