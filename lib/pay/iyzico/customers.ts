import type { Pay } from '../pay.ts';
import { addressBody } from './bodies.ts';
import { BASE, type Caller } from './call.ts';
import type { Fields } from './fields.ts';
import { dataOf } from './read.ts';

/** Members of a customer that an update must repeat; what it leaves out would be lost or refused. */
const REPEATED = [
  'name',
  'surname',
  'email',
  'gsmNumber',
  'identityNumber',
  'billingAddress',
  'shippingAddress',
] as const;

/** Calls about customers. An update takes the whole customer, so it is read first; the national id only passes through. */
export function customers(call: Caller): Pick<Pay, 'correctCustomer' | 'deleteCustomer'> {
  return {
    correctCustomer: async (reference, { billingAddress, ...texts }) => {
      const path = `${BASE}/customers/${encodeURIComponent(reference)}`;
      const known = await call.get(path, {}, (envelope) => repeatedOf(dataOf(envelope)));
      if (!known.ok) return known;
      const address = billingAddress && { billingAddress: addressBody(billingAddress) };
      return call.post(path, { ...known.value, ...given(texts), ...address }, () => undefined);
    },
    deleteCustomer: (reference) =>
      call.post(`${BASE}/customers/delete/${encodeURIComponent(reference)}`, {}, () => undefined),
  };
}

function repeatedOf(fields: Fields): Record<string, unknown> {
  return given(Object.fromEntries(REPEATED.map((name) => [name, fields[name]])));
}

const given = (members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null));
