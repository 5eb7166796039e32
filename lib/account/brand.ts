import { NO_BRAND, type Brand, type Logo, type PortalSettings } from '../billing/brand.ts';
import type { BrowserAddress } from '../billing/browser-address.ts';
import { LOGO } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import type { CoreApp, StoresLogos, OfTenant } from '../runtime/app.ts';
import { key } from '../table/schema.ts';
import { plansOf } from '../table/subscribers/plans.ts';
import { tryWrite } from '../table/table.ts';
import { TENANT, type Tenant } from '../table/tenants/tenant.ts';
import { readTenant } from '../table/tenants/tenants.ts';
import { IMAGE_TYPES, imageOf, type Image } from './image.ts';

/** What to change of a brand: what is absent stays, null takes away; a logo is an image's bytes. */
export type BrandChange = BrandTexts & { readonly logo?: Uint8Array | null };

/** What of a brand is no image; its addresses have been judged. */
export type BrandTexts = Partial<Omit<Brand, 'logo' | Linked> & Record<Linked, BrowserAddress | null>>;
type Linked = 'supportUrl' | 'termsUrl' | 'privacyUrl';

/**
 * Changes a tenant's brand; a logo is stored before it is named. Throws `invalid_request` for what is no image, or
 * `not_found`.
 */
export async function changeBrand(
  app: CoreApp & StoresLogos & OfTenant,
  { logo: image, ...texts }: BrandChange,
): Promise<Brand> {
  const given = image && checkedImage(image);
  const stored = image && given ? await storeLogo(app, image, given) : undefined;
  const logo = image === null ? null : stored;
  return saveBrand(app, { ...texts, ...(logo !== undefined && { logo }) });
}

/** Changes what of a tenant's brand is no image. Throws `not_found`. */
export const changeBrandTexts = (app: CoreApp & OfTenant, texts: BrandTexts): Promise<Brand> =>
  saveBrand(app, texts);

async function saveBrand(app: CoreApp & OfTenant, change: Partial<Brand>): Promise<Brand> {
  const { brand } = await readTenant(app);
  const changed: Brand = { ...(brand ?? NO_BRAND), ...change };
  await saveSetting(app, { brand: changed });
  return changed;
}

/** Sets a tenant's customer portal, whole. Throws `invalid_request` for a plan that the tenant does not have, or `not_found`. */
export async function setPortal(app: CoreApp & OfTenant, portal: PortalSettings): Promise<PortalSettings> {
  if (portal.plans !== 'same-product') await refuseUnknown(app, portal.plans);
  await saveSetting(app, { portal });
  return portal;
}

async function refuseUnknown(app: CoreApp & OfTenant, references: readonly string[]): Promise<void> {
  const known = new Set((await plansOf(app, { consistent: true })).map(({ reference }) => reference));
  const message = 'is no plan of yours; GET /plans/list has their references';
  const details = references.flatMap((one, at) =>
    known.has(one) ? [] : [{ field: `plans.${at}`, message }],
  );
  const [first] = details;
  if (first) throw new Refusal('invalid_request', { message: `${first.field}: ${message}`, details });
}

async function saveSetting(
  app: CoreApp & OfTenant,
  settings: Partial<Pick<Tenant, 'brand' | 'portal'>>,
): Promise<void> {
  const change = {
    update: key.tenant(app.tenantId),
    ...TENANT.change(settings),
    if: [{ present: true }],
  } as const;
  if (!(await tryWrite(() => app.table.apply(change)))) throw new Refusal('not_found');
}

function checkedImage(bytes: Uint8Array): Image {
  const image = imageOf(bytes);
  if (!image) throw invalidImage('must be a PNG, a JPEG or a WebP');
  if (bytes.length > LOGO.bytesMax) throw invalidImage(`must be at most ${LOGO.bytesMax / 1024} KB`);
  const { width, height } = image;
  if (Math.min(width, height) < 1 || Math.max(width, height) > LOGO.pixelsMax)
    throw invalidImage(`must be at most ${LOGO.pixelsMax} pixels wide and high`);
  return image;
}

const invalidImage = (message: string) =>
  new Refusal('invalid_request', { message: `logo: ${message}`, details: [{ field: 'logo', message }] });

async function storeLogo(
  app: CoreApp & StoresLogos,
  bytes: Uint8Array,
  { kind, width, height }: Image,
): Promise<Logo> {
  const name = `${app.newNonce()}.${kind}`;
  await app.documents.putLogo(name, bytes, IMAGE_TYPES[kind]);
  return { name, width, height };
}
