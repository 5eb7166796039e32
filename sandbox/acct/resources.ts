import type { Row, RowType } from './records.ts';
import { badRequest, jsonOf, object, word } from './http.ts';
import type { Json } from './http.ts';
import { listed, single } from './render.ts';
import { isCompanyNumber, isPersonNumber } from './tax-number.ts';
import { findRow, refuse, rowsOf } from './visit.ts';
import type { Handler, Visit } from './visit.ts';

type Plain = 'contacts' | 'products' | 'accounts';

/** Default attributes of new records. */
const defaults: Readonly<Record<Plain, Json>> = {
  contacts: { balance: '0.0', trl_balance: '0.0', archived: false, untrackable: false },
  products: { vat_rate: 20, unit: 'Adet', currency: 'TRL', archived: false },
  accounts: { currency: 'TRL', account_type: 'cash', balance: '0.0', archived: false },
};

/** The attributes and relations of a request's one record; `id` inside them is refused by nobody. */
export function recordIn(visit: Visit): { attributes: Json; relationships: Json } {
  const { data } = jsonOf(visit.request);
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw badRequest('data must have exactly one element');
  const { attributes, relationships } = object(data);
  return { attributes: object(attributes), relationships: object(relationships) };
}

/** GET of a list: a page of the company's records of a type. */
export const list =
  (type: RowType, shows: (row: Row) => boolean = () => true): Handler =>
  (visit) =>
    listed(visit, type, rowsOf(visit, type).filter(shows));

/** GET of one record. */
export const read =
  (type: RowType): Handler =>
  (visit, id) =>
    single(visit, findRow(visit, type, id));

/** Nothing is unique: the same record can be created twice. */
export const make =
  (type: Plain): Handler =>
  (visit) => {
    const { attributes } = recordIn(visit);
    check(visit, type, attributes);
    const row = visit.store.insert(visit.now, {
      type,
      companyId: visit.company.companyId,
      attributes: { ...defaults[type], ...attributes },
    });
    return single(visit, row, 201);
  };

/** PUT of one record; the result is checked like a new one. */
export const change =
  (type: Plain): Handler =>
  (visit, id) => {
    const row = findRow(visit, type, id);
    const { attributes } = recordIn(visit);
    check(visit, type, { ...row.attributes, ...attributes });
    return single(visit, visit.store.change(visit.now, row, { attributes }));
  };

/** DELETE of one record. */
export const remove =
  (type: RowType): Handler =>
  (visit, id) => {
    visit.store.rows(type).remove(findRow(visit, type, id).id);
    return { status: 204 };
  };

function check(visit: Visit, type: Plain, attributes: Json): void {
  if (word(attributes['name']) === '') refuse(visit, 'name');
  if (type !== 'contacts') return;
  if (!['customer', 'supplier'].includes(word(attributes['account_type']))) refuse(visit, 'accountType');
  checkTaxNumber(visit, attributes);
  checkAddress(visit, attributes);
}

/** Refuses a number whose check digits are wrong; the number of anybody is no company's. */
export function checkTaxNumber(visit: Visit, { tax_number: given, contact_type: type }: Json): void {
  const number = word(given);
  if (number === '' || visit.rules.setting('taxNumbers') === 'unchecked') return;
  const isRight = isCompanyNumber(number) || (type !== 'company' && isPersonNumber(number));
  if (!isRight) refuse(visit, 'taxNumber');
}

/** Refuses a contact or an invoice without city or district, if the provider insists on them. */
export function checkAddress(visit: Visit, { city, district }: Json): void {
  if (word(city) === '' && visit.rules.setting('contactCity') !== 'optional') refuse(visit, 'city');
  if (word(district) === '' && visit.rules.setting('contactDistrict') === 'required')
    refuse(visit, 'district');
}
