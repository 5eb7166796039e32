import * as z from 'zod/mini';
import { PORTAL_FLOWS } from '../billing/brand.ts';
import { browserAddress, type BrowserHosts } from '../billing/browser-address.ts';
import { URL_CHARACTERS_MAX } from '../limits.ts';
import type { PortalCustomerRef } from '../billing/identifiers.ts';
import { externalId } from './external-id.ts';
import { exclusive, missing, subscriberMembers, subscriberRefIn } from './identifiers.ts';
import { optional, read, text } from './read.ts';
import { iso } from './time.ts';
import { named, success, wholeUrl, said, timeOf, type Told } from './shape.ts';

/** The shape of a `portalSessionAnswer`. */
export const portalSessionAnswerShape = named(
  'PortalSessionAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({
      url: said(wholeUrl, 'Works once. Redirect the customer to it; never e-mail or log it.'),
      expiresAt: timeOf('Until then it can be used.'),
    }),
  }),
);

/** Body of POST /portal/sessions. */
export const portalSessionBody = z.object({
  ...subscriberMembers,
  'external-id': said(optional(externalId), 'Your own id of the person.'),
  returnUrl: said(
    text(URL_CHARACTERS_MAX),
    'Where the customer comes from and goes back to: `https:`, under the same rule as `callbackUrl`.',
    { format: 'uri' },
  ),
  flow: said(
    optional(z.enum(PORTAL_FLOWS)),
    'The part of the portal that the link leads to; `overview` by default.',
  ),
  language: said(optional(z.enum(['tr', 'en'])), 'By default that of the reader.'),
});

/** Reads the body of POST /portal/sessions. */
export function portalSessionInput(given: unknown, mayLeadTo: BrowserHosts) {
  const asked = read(portalSessionBody, given);
  return {
    subscriber: namedIn(asked),
    returnUrl: browserAddress('returnUrl', asked.returnUrl, mayLeadTo),
    flow: asked.flow ?? 'overview',
    language: asked.language ?? null,
  };
}

/** One of the three ways to name whose portal it is. */
function namedIn(asked: z.infer<typeof portalSessionBody>): PortalCustomerRef {
  const { 'external-id': own, 'svc-id': id, 'pay-subscriber-reference-code': reference } = asked;
  if (own === undefined && id === undefined && reference === undefined)
    throw missing('pay-subscriber-reference-code', 'svc-id', 'external-id');
  if (own === undefined) return subscriberRefIn(asked);
  if (id !== undefined) throw exclusive(['svc-id'], ['external-id']);
  if (reference !== undefined) throw exclusive(['pay-subscriber-reference-code'], ['external-id']);
  return { by: 'externalId', externalId: own };
}

/** Answer of POST /portal/sessions. */
export const portalSessionAnswer = ({
  url,
  expiresAt,
}: {
  url: string;
  expiresAt: number;
}): Told<typeof portalSessionAnswerShape> => ({
  status: 'success',
  data: { url, expiresAt: iso(expiresAt) },
});
