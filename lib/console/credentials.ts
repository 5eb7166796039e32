import { secretHashOf } from '../table/tenants/keys.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';

/** What a link or a cookie of a person holds: whose it is, and 256 random bits. */
export interface PersonToken {
  readonly tenant: string;
  readonly personId: string;
  /** SHA-256 (hex) of the random part, which alone is stored. */
  readonly hash: string;
}

const TOKEN = /^([0-9a-f]{32})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/** A fresh token of a person: its text, which is shown or sent once, and what is stored of it. */
export function newPersonToken(
  app: Pick<CoreApp, 'newSecret'> & OfTenant,
  personId: string,
): { readonly text: string; readonly hash: string } {
  const secret = app.newSecret();
  return { text: `${app.tenantId}.${personId}.${secret}`, hash: secretHashOf(secret) };
}

/** The parts of a token that somebody sent; undefined if it cannot be one. */
export function personTokenIn(text: string | undefined): PersonToken | undefined {
  const [, tenant, personId, secret] = TOKEN.exec(text ?? '') ?? [];
  if (tenant === undefined || personId === undefined || secret === undefined) return undefined;
  return { tenant, personId, hash: secretHashOf(secret) };
}
