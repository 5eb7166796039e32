import { flag, listOf, number, oneOf, orElse, orNull, other, part, text, type TypeOf } from '../record.ts';

const LOGO = part({
  /** An unguessable part and the kind of image, such as `hJ8….png`. */
  name: text,
  width: number,
  height: number,
});
/** A tenant's logo in the bucket; a new one has a new name. */
export type Logo = TypeOf<typeof LOGO>;

/** How a tenant's pages look to its customers, and whom they may turn to. */
export const BRAND = part({
  /** Shown in place of the tenant's name. */
  displayName: orNull(text),
  logo: orNull(LOGO),
  /** `#rrggbb`, as given; pages move its lightness until it can be read. */
  accentColor: orNull(text),
  supportEmail: orNull(text),
  supportUrl: orNull(text),
  termsUrl: orNull(text),
  privacyUrl: orNull(text),
  /** The IANA zone of its days and times, as usually spelt; null for Istanbul. */
  timeZone: orNull(text),
});
/** Such a brand. */
export type Brand = TypeOf<typeof BRAND>;

/** The brand of a tenant that has set none. */
export const NO_BRAND: Brand = {
  displayName: null,
  logo: null,
  accentColor: null,
  supportEmail: null,
  supportUrl: null,
  termsUrl: null,
  privacyUrl: null,
  timeZone: null,
};

/** What the portal's customers may do. */
export const PORTAL_ACTIONS = ['card', 'plan', 'cancel', 'invoices'] as const;
/** Something that the portal's customers may do. */
export type PortalAction = (typeof PORTAL_ACTIONS)[number];

/** References, of which there may be none. */
const references = other<'same-product' | readonly string[]>(
  [['a plan']],
  (stored, at, name) => (Array.isArray(stored) ? listOf(text).read(stored, at, name) : undefined),
  (plans) => (typeof plans === 'string' ? plans : [...plans]),
);

/** A tenant's customer portal. */
export const PORTAL_SETTINGS = part({
  enabled: flag,
  actions: listOf(oneOf(PORTAL_ACTIONS)),
  /** The plans that a customer may change to: those of the same product, or these references. */
  plans: orElse(references, 'same-product'),
});
/** Such a portal. */
export type PortalSettings = TypeOf<typeof PORTAL_SETTINGS>;

/** The portal of a tenant that has set nothing. */
export const USUAL_PORTAL: PortalSettings = { enabled: true, actions: PORTAL_ACTIONS, plans: 'same-product' };

/** The parts of the portal that a link can lead to. */
export const PORTAL_FLOWS = ['overview', 'card', 'plan', 'cancel', 'invoices'] as const;
/** A part of the portal that a link can lead to. */
export type PortalFlow = (typeof PORTAL_FLOWS)[number];
