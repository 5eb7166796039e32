/** A tenant's logo in the bucket; a new one has a new name. */
export interface Logo {
  /** An unguessable part and the kind of image, such as `hJ8….png`. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/** How a tenant's pages look to its customers, and whom they may turn to. */
export interface Brand {
  /** Shown in place of the tenant's name. */
  readonly displayName: string | null;
  readonly logo: Logo | null;
  /** `#rrggbb`, as given; pages move its lightness until it can be read. */
  readonly accentColor: string | null;
  readonly supportEmail: string | null;
  readonly supportUrl: string | null;
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  /** The IANA zone of its days and times, as usually spelt; null for Istanbul. */
  readonly timeZone: string | null;
}

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

/** A tenant's customer portal. */
export interface PortalSettings {
  readonly enabled: boolean;
  readonly actions: readonly PortalAction[];
  /** The plans that a customer may change to: those of the same product, or these references. */
  readonly plans: 'same-product' | readonly string[];
}

/** The portal of a tenant that has set nothing. */
export const USUAL_PORTAL: PortalSettings = { enabled: true, actions: PORTAL_ACTIONS, plans: 'same-product' };

/** The parts of the portal that a link can lead to. */
export const PORTAL_FLOWS = ['overview', 'card', 'plan', 'cancel', 'invoices'] as const;
/** A part of the portal that a link can lead to. */
export type PortalFlow = (typeof PORTAL_FLOWS)[number];
