import * as z from 'zod/mini';
import { PORTAL_ACTIONS, USUAL_PORTAL, type Brand, type PortalSettings } from '../billing/brand.ts';
import { USUAL_ZONE, zoneNamed } from '../runtime/zone.ts';
import { browserAddress, type BrowserAddress, type BrowserHosts } from '../billing/browser-address.ts';
import { LOGO, URL_CHARACTERS_MAX } from '../limits.ts';
import { emailAddress } from './contact.ts';
import { invalid, optional, prose, read, reference, sought, text } from './read.ts';
import { named, success, said, wholeUrl, type Told } from './shape.ts';

const orNullShape = z.nullable(z.string());

/** The shape of a `brandAnswer`. */
export const brandAnswerShape = named(
  'BrandAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({
      displayName: said(orNullShape, "Null: the account's name."),
      logo: said(
        z.nullable(z.strictObject({ url: wholeUrl, width: z.int(), height: z.int() })),
        'Its address is another one after each change.',
      ),
      accentColor: said(orNullShape, 'As given; pages move its lightness until it can be read.'),
      supportEmail: orNullShape,
      supportUrl: z.nullable(wholeUrl),
      termsUrl: z.nullable(wholeUrl),
      privacyUrl: z.nullable(wholeUrl),
      timeZone: z.string(),
    }),
  }),
);

/** The shape of a `portalSettingsAnswer`. */
export const portalSettingsAnswerShape = named(
  'PortalSettingsAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({
      enabled: z.boolean(),
      actions: z.array(z.enum(PORTAL_ACTIONS)),
      plans: said(
        z.union([z.literal('same-product'), z.array(z.string())]),
        'The plans to choose from: those of the same product, or these references.',
      ),
    }),
  }),
);

/** A member that null takes away, and that stays as it is where it is absent. */
const settable = <S extends z.core.$ZodType>(schema: S) => z.optional(z.nullable(schema));

/** So many characters of base64 hold a logo of the largest size; a little more is told its size in bytes. */
const BASE64_MAX = Math.ceil((LOGO.bytesMax / 3) * 4) + 8 * 1024;

/** Body of PUT /account/brand. */
export const brandBody = z.object({
  displayName: said(settable(prose(100)), 'The name that your customers know you by.'),
  logo: said(
    settable(
      z.string().check(z.regex(/^[A-Za-z0-9+/\s]+={0,2}\s*$/, 'must be base64'), z.maxLength(BASE64_MAX)),
    ),
    'A PNG, JPEG or WebP in base64: at most 64 KB, and 1,024 pixels in either direction.',
  ),
  accentColor: said(
    settable(z.string().check(z.trim(), z.regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #1450b4'))),
    'Your colour: links, the main button and focus, moved in lightness until it reads.',
  ),
  supportEmail: said(settable(emailAddress), 'Where your customers get help.'),
  supportUrl: said(
    settable(text(URL_CHARACTERS_MAX)),
    'A page with your help, `https:`, at one of your named hosts if you have named any.',
    { format: 'uri' },
  ),
  termsUrl: said(settable(text(URL_CHARACTERS_MAX)), 'Your terms, `https:`.', { format: 'uri' }),
  privacyUrl: said(settable(text(URL_CHARACTERS_MAX)), 'Your privacy notice, `https:`.', { format: 'uri' }),
  timeZone: said(
    settable(
      sought(64).check(
        z.refine((given) => zoneNamed(given) !== undefined, 'must be a time zone such as Europe/Istanbul'),
        z.overwrite((given) => zoneNamed(given) ?? given),
      ),
    ),
    'The IANA zone of your days and times, in pages, files and filters; null: `Europe/Istanbul`.',
  ),
});

/** Reads the body of PUT /account/brand: a logo as its bytes, addresses as pages may link to them. */
export function brandInput(given: unknown, mayLeadTo: BrowserHosts) {
  const { logo } = read(brandBody, given);
  const image = typeof logo === 'string' ? new Uint8Array(Buffer.from(logo, 'base64')) : logo;
  return { ...brandTexts(given, mayLeadTo), ...(image !== undefined && { logo: image }) };
}

const LINKS = ['supportUrl', 'termsUrl', 'privacyUrl'] as const;

/** Reads what of a brand is no image: what is absent stays absent, null takes away. */
export function brandTexts(given: unknown, mayLeadTo: BrowserHosts) {
  const { logo: _image, ...texts } = read(brandBody, given);
  const links = LINKS.map((name) => {
    const link = texts[name];
    return [name, typeof link === 'string' ? browserAddress(name, link, mayLeadTo) : link] as const;
  });
  return withoutAbsent({
    ...texts,
    ...(Object.fromEntries(links) as Record<(typeof LINKS)[number], BrowserAddress | null | undefined>),
  });
}

type Present<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

const withoutAbsent = <T extends object>(given: T): Present<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Present<T>;

/** Answer of GET and PUT /account/brand; the logo is where our pages show it from. */
export function brandAnswer(
  { logo, timeZone, ...texts }: Brand,
  publicUrl: string,
): Told<typeof brandAnswerShape> {
  const shown = logo && { url: `${publicUrl}/brand/${logo.name}`, width: logo.width, height: logo.height };
  return { status: 'success', data: { ...texts, logo: shown, timeZone: timeZone ?? USUAL_ZONE } };
}

/** The most plans that a portal can be told to offer. */
const PLANS_MAX = 50;

/** Body of PUT /account/portal. */
export const portalSettingsBody = z.object({
  enabled: said(optional(z.boolean()), 'Whether there is a portal at all; true by default.'),
  actions: said(
    optional(z.array(z.enum(PORTAL_ACTIONS)).check(z.maxLength(PORTAL_ACTIONS.length))),
    'What your customers may do there; everything by default.',
  ),
  plans: said(
    optional(z.union([z.string(), z.array(reference()).check(z.maxLength(PLANS_MAX))])),
    '`same-product` (default), or the references of the plans to choose from.',
  ),
});

/** Reads the body of PUT /account/portal; what is absent becomes usual again. */
export function portalSettingsInput(given: unknown): PortalSettings {
  const { enabled, actions, plans } = read(portalSettingsBody, given);
  if (typeof plans === 'string' && plans !== 'same-product')
    throw invalid({ field: 'plans', message: 'must be same-product, or a list of plan references' });
  return {
    enabled: enabled ?? USUAL_PORTAL.enabled,
    actions: actions ? PORTAL_ACTIONS.filter((one) => actions.includes(one)) : USUAL_PORTAL.actions,
    plans: typeof plans === 'object' ? [...new Set(plans)] : 'same-product',
  };
}

/** Answer of GET and PUT /account/portal. */
export const portalSettingsAnswer = (portal: PortalSettings): Told<typeof portalSettingsAnswerShape> => ({
  status: 'success',
  data: { ...portal },
});
