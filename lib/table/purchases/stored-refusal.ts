import { Refusal, REFUSAL_CODES, type RefusalCode } from '../../refusal.ts';
import type { Fields } from '../fields.ts';
import { withoutNulls } from '../item.ts';
import type { Attribute } from '../table.ts';

/** A refusal as it is stored, whole, so that those who wait for its request, and who repeat it, get the same one. */
export function storedRefusal({ code, message, more }: Refusal): Record<string, Attribute> {
  const { message: _, allow = [], details = [], extra = {}, ...rest } = more;
  const members = Object.entries(extra).map(([name, value]) => ({ name, value }));
  const problems = details.map(({ field, message: why }) => ({ field, message: why }));
  return withoutNulls({ code, message, ...rest, allow: [...allow], details: problems, extra: members });
}

/** The refusal that is stored with a request; an unknown code counts as none. Throws Unreadable. */
export function refusalIn(of: Fields): { readonly refusal?: Refusal } {
  const stored = of.part('refusal');
  const code = REFUSAL_CODES.find((known) => known === stored?.text('code'));
  return stored && code ? { refusal: refusalFrom(code, stored) } : {};
}

function refusalFrom(code: RefusalCode, of: Fields): Refusal {
  const providerErrorCode = of.textOrNull('providerErrorCode');
  const retryAfterSeconds = of.numberOrNull('retryAfterSeconds');
  const allow = of.texts('allow') ?? [];
  const details = of
    .parts('details')
    .map((one) => ({ field: one.text('field'), message: one.text('message') }));
  const extra = of.parts('extra').map((one) => [one.text('name'), one.text('value')] as const);
  return new Refusal(code, {
    message: of.text('message'),
    ...(providerErrorCode !== null && { providerErrorCode }),
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
    ...(allow.length > 0 && { allow }),
    ...(details.length > 0 && { details }),
    ...(extra.length > 0 && { extra: Object.fromEntries(extra) }),
  });
}
