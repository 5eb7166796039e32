import * as z from 'zod/mini';
import { taxNumberIn } from '../billing/tax-number.ts';

/** The number of a company, or of a sole trader or courier by name: every place that takes one reads it with this. */
export const taxNumber = z.string().check(
  z.overwrite((given) => taxNumberIn(given) ?? given),
  z.refine(
    (given) => taxNumberIn(given) !== undefined,
    'must be a tax number of 10 digits or an identity number of 11 whose check digits are right',
  ),
);
