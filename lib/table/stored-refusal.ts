import { Refusal, REFUSAL_CODES } from '../refusal.ts';
import type { Fields } from './fields.ts';
import { withoutNulls } from './item.ts';
import type { Attribute } from './table.ts';

/** What is stored of a refusal that was not for its input, so that those who wait for its request get the same one. */
export function storedRefusal({ code, message, more }: Refusal): Record<string, Attribute> {
  const { providerErrorCode, retryAfterSeconds, extra } = more;
  return withoutNulls({ code, message, providerErrorCode, retryAfterSeconds, extra });
}

/** Parses a stored refusal. Throws Unreadable. */
export function refusalFrom(of: Fields): Refusal {
  const retryAfterSeconds = of.numberOrNull('retryAfterSeconds');
  const clientReferenceId = of.part('extra')?.textOrNull('clientReferenceId');
  return new Refusal(of.oneOf('code', REFUSAL_CODES), {
    message: of.text('message'),
    providerErrorCode: of.textOrNull('providerErrorCode') ?? undefined,
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
    ...(clientReferenceId && { extra: { clientReferenceId } }),
  });
}
