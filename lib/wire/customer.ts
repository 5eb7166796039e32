import { shownEmail } from '../billing/buyer.ts';
import * as z from 'zod/mini';
import type { Correction } from '../billing/correction.ts';
import { svcIdOf } from '../billing/identifiers.ts';
import type { Subscription } from '../billing/subscription.ts';
import { changedSubscriberMembers, subscriberMembers, subscriberRefIn } from './identifiers.ts';
import { emailAddress, phoneNumber } from './contact.ts';
import { externalId } from './external-id.ts';
import { address, company, emailAsTyped, personalText } from './payer.ts';
import { invalid, optional, read } from './read.ts';
import { named, success, uuidOf, SVC_IDS, type Told, said } from './shape.ts';

const billedAddressShape = z.strictObject({
  contactName: z.string(),
  country: z.string(),
  city: z.string(),
  district: z.optional(z.string()),
  address: z.string(),
  zipCode: z.optional(z.string()),
});

/** The shape of a `customerAnswer`. */
export const customerAnswerShape = named(
  'CustomerAnswer',
  z.strictObject({
    status: success,
    message: z.optional(z.string()),
    data: z.strictObject({
      id: uuidOf('the customer'),
      svcId: SVC_IDS.cus,
      subscriber: SVC_IDS.sub,
      email: z.string(),
      name: z.string(),
      surname: z.string(),
      gsmNumber: z.nullable(z.string()),
      externalId: z.nullable(z.string()),
      billingAddress: z.nullable(billedAddressShape),
      company: z.nullable(
        z.strictObject({
          title: z.string(),
          taxNumber: z.string(),
          taxOffice: z.string(),
          eInvoiceAddress: z.optional(z.string()),
        }),
      ),
    }),
  }),
);

/** Query of GET /subscribers/customer. */
export const customerQuery = z.object(subscriberMembers);

/** Body of PUT /subscribers/customer. */
export const correctionBody = z.object({
  ...changedSubscriberMembers,
  email: said(optional(emailAddress), 'Compared trimmed, in small letters.'),
  name: said(optional(personalText()), 'Given name.'),
  surname: said(optional(personalText()), 'Family name.'),
  gsmNumber: said(
    optional(phoneNumber),
    'Phone number, E.164 preferred (`+905350000000`). Turkish national forms are understood, also with spaces, dashes, brackets.',
    { pattern: '^[0-9+ ()-]{7,32}$' },
  ),
  billingAddress: said(optional(address), 'Stands on its invoices. Without one the shipping address does.'),
  company: said(z.optional(z.nullable(company)), 'Whom invoices are made out to instead of the person.'),
  externalId: said(
    z.optional(z.nullable(externalId)),
    'Your own id of the person, one word of at most 128 characters (NFC). Another customer’s is 409 `external_id_taken`; at a checkout it counts with its success.',
  ),
});

/** Reads the query of GET /subscribers/customer. */
export const customerInput = (given: unknown) => ({
  subscriber: subscriberRefIn(read(customerQuery, given)),
});

/** Reads the body of PUT /subscribers/customer: at least one member to correct. */
export function correctionInput(given: unknown) {
  const asked = read(correctionBody, given);
  return { subscriber: subscriberRefIn(asked), correction: correctionIn(given) };
}

/** Reads what is corrected of a customer; at least one member must be there. Throws `invalid_request`. */
export function correctionIn(given: unknown): Correction {
  const { email, name, surname, gsmNumber, billingAddress, ...nullable } = read(correctionBody, given);
  const correction = {
    ...{ email, name, surname, gsmNumber, billingAddress },
    ...{ company: nullable.company, externalId: nullable.externalId },
  };
  if (Object.values(correction).every((value) => value === undefined))
    throw invalid({ field: 'name', message: 'or another member to correct is required' });
  return { ...correction, ...(email !== undefined && emailAsTyped(given, { email })) };
}

/** Answer of GET and PUT /subscribers/customer: who the next document is made out to. */
export function customerAnswer(
  { id, customer }: Subscription,
  message?: string,
): Told<typeof customerAnswerShape> {
  return {
    status: 'success',
    ...(message !== undefined && { message }),
    data: {
      id: customer.id,
      svcId: svcIdOf('customer', customer.id),
      subscriber: svcIdOf('subscription', id),
      email: shownEmail(customer),
      name: customer.name,
      surname: customer.surname,
      gsmNumber: customer.gsmNumber,
      externalId: customer.externalId ?? null,
      billingAddress: customer.billingAddress ?? null,
      company: customer.company ?? null,
    },
  };
}
