import * as z from 'zod/mini';
import { said, named } from './shape.ts';

/** The status of a subscription. */
export const statusWordShape = said(
  z.string(),
  'PENDING, ACTIVE, PAYMENT_FAILED, CANCELLED or EXPIRED; further words may come.',
);

/** The provider's reference of a subscription. */
export const payReferenceShape = named(
  'PayReference',
  said(
    z.string(),
    "The payment provider's reference. It is new after a plan change; older ones keep working.",
  ),
);
