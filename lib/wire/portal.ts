import * as z from 'zod/mini';
import { PORTAL_FLOWS } from '../billing/brand.ts';
import { browserAddress, type BrowserHosts } from '../billing/browser-address.ts';
import { URL_CHARACTERS_MAX } from '../limits.ts';
import { subscriberRefIn } from './identifiers.ts';
import { optional, read, reference, sought, text } from './read.ts';
import { iso } from './time.ts';

/** Body of POST /portal/sessions. */
export const portalSessionBody = z.object({
  'pay-subscriber-reference-code': optional(reference()),
  'svc-id': optional(sought()),
  returnUrl: text(URL_CHARACTERS_MAX),
  flow: optional(z.enum(PORTAL_FLOWS)),
  language: optional(z.enum(['tr', 'en'])),
});

/** Reads the body of POST /portal/sessions. */
export function portalSessionInput(given: unknown, mayLeadTo: BrowserHosts) {
  const asked = read(portalSessionBody, given);
  return {
    subscriber: subscriberRefIn(asked),
    returnUrl: browserAddress('returnUrl', asked.returnUrl, mayLeadTo),
    flow: asked.flow ?? 'overview',
    language: asked.language ?? null,
  };
}

/** Answer of POST /portal/sessions. */
export const portalSessionAnswer = ({ url, expiresAt }: { url: string; expiresAt: number }) => ({
  status: 'success',
  data: { url, expiresAt: iso(expiresAt) },
});
