import * as z from 'zod/mini';
import { normaliseEmail } from '../billing/customer.ts';

/** More than a checkout takes: an import, or an earlier checkout, may have recorded it. */
const RECORDED = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/;

/** The e-mail address of somebody to look for, normalised for comparison. */
export const recordedEmail = z.pipe(
  z.pipe(z.string(), z.transform(normaliseEmail)),
  z.string().check(z.maxLength(254), z.regex(RECORDED, 'must be an e-mail address')),
);
