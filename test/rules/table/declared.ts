import { API_KEY } from '../../../lib/billing/api-key.ts';
import { ATTEMPT, EVENT } from '../../../lib/billing/delivery.ts';
import { CARD_CHECKOUT, SUBSCRIBE_CHECKOUT } from '../../../lib/billing/checkout.ts';
import { PROGRESS } from '../../../lib/billing/document-progress.ts';
import { TASK } from '../../../lib/billing/document-task.ts';
import { DIFFERENCE } from '../../../lib/billing/difference.ts';
import { PLAN } from '../../../lib/billing/plan.ts';
import { INVOICE } from '../../../lib/billing/invoice.ts';
import { REFUND } from '../../../lib/billing/refund.ts';
import { CUSTOMER } from '../../../lib/billing/customer.ts';
import { PAYMENT_INTENT } from '../../../lib/billing/payment-intent.ts';
import { SUBSCRIPTION } from '../../../lib/billing/subscription.ts';
import { TRANSITION } from '../../../lib/billing/timeline.ts';
import type { AnyMember, Members } from '../../../lib/record.ts';
import { KEYED_REQUEST } from '../../../lib/table/purchases/idempotency.ts';
import { FORM } from '../../../lib/table/purchases/payment-forms.ts';
import { MESSAGE_LINK } from '../../../lib/table/messages/links.ts';
import { MESSAGE } from '../../../lib/table/messages/messages.ts';
import { AUDIT_ENTRY } from '../../../lib/table/people/audit.ts';
import { PERSON } from '../../../lib/table/people/people.ts';
import { SESSION } from '../../../lib/table/people/sessions.ts';
import { PORTAL_LINK, PORTAL_SESSION } from '../../../lib/table/portal/portal.ts';
import { TENANT } from '../../../lib/table/tenants/tenant.ts';
import type { Attribute } from '../../../lib/table/table.ts';

/** A record, whatever it is of. */
export interface AnyRecord {
  readonly name: string;
  readonly members: Members;
  readonly read: (stored: object, known?: object) => object;
  readonly write: (value: object) => Record<string, Attribute>;
}

/** Every record that is declared. */
export const DECLARED = [
  SUBSCRIPTION,
  CUSTOMER,
  SUBSCRIBE_CHECKOUT,
  CARD_CHECKOUT,
  FORM,
  PAYMENT_INTENT,
  KEYED_REQUEST,
  EVENT,
  ATTEMPT,
  TRANSITION,
  INVOICE,
  REFUND,
  PROGRESS,
  TASK,
  API_KEY,
  PERSON,
  SESSION,
  AUDIT_ENTRY,
  PORTAL_LINK,
  PORTAL_SESSION,
  MESSAGE,
  MESSAGE_LINK,
  TENANT,
  PLAN,
  DIFFERENCE,
] as readonly AnyRecord[];

/** Whether a member stands in the key alone. */
export const isInKey = ({ made }: AnyMember): boolean => made.of === 'key';
