import * as z from 'zod';
import { PORTAL_ACTIONS } from '../../lib/billing/brand.ts';
import { component, success, time, url } from './shared.ts';

const orNull = z.string().nullable();

export const brandAnswer = component(
  'BrandAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({
      displayName: orNull.describe("Null: the account's name."),
      logo: z
        .strictObject({ url, width: z.number().int(), height: z.number().int() })
        .nullable()
        .describe('Its address is another one after each change.'),
      accentColor: orNull.describe('As given; pages move its lightness until it can be read.'),
      supportEmail: orNull,
      supportUrl: url.nullable(),
      termsUrl: url.nullable(),
      privacyUrl: url.nullable(),
      timeZone: z.string(),
    }),
  }),
);

export const portalSettingsAnswer = component(
  'PortalSettingsAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({
      enabled: z.boolean(),
      actions: z.array(z.enum(PORTAL_ACTIONS)),
      plans: z
        .union([z.literal('same-product'), z.array(z.string())])
        .describe('The plans to choose from: those of the same product, or these references.'),
    }),
  }),
);
export const portalSessionAnswer = component(
  'PortalSessionAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({
      url: url.describe('Works once. Redirect the customer to it; never e-mail or log it.'),
      expiresAt: time('Until then it can be used.'),
    }),
  }),
);
