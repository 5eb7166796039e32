import { Refusal, REFUSAL_CODES, type RefusalCode } from '../../refusal.ts';
import type { Fields } from '../fields.ts';
import { withoutNulls } from '../item.ts';
import type { Attribute } from '../table.ts';

/** What is stored of a refusal that was not for its input, so that those who wait for its request get the same one. */
export function storedRefusal({ code, message, more }: Refusal): Record<string, Attribute> {
  const { providerErrorCode, retryAfterSeconds, extra } = more;
  return withoutNulls({ code, message, providerErrorCode, retryAfterSeconds, extra });
}

/** The refusal that is stored with a request; an unknown code counts as none. Throws Unreadable. */
export function refusalIn(of: Fields): { readonly refusal?: Refusal } {
  const stored = of.part('refusal');
  const code = REFUSAL_CODES.find((known) => known === stored?.text('code'));
  return stored && code ? { refusal: refusalFrom(code, stored) } : {};
}

function refusalFrom(code: RefusalCode, of: Fields): Refusal {
  const retryAfterSeconds = of.numberOrNull('retryAfterSeconds');
  const clientReferenceId = of.part('extra')?.textOrNull('clientReferenceId');
  return new Refusal(code, {
    message: of.text('message'),
    providerErrorCode: of.textOrNull('providerErrorCode') ?? undefined,
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
    ...(clientReferenceId && { extra: { clientReferenceId } }),
  });
}
