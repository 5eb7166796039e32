import { listOf, number, oneOf, optional, other, part, text } from '../record.ts';
import { Refusal, REFUSAL_CODES } from '../refusal.ts';

const REFUSED = part({
  code: oneOf(REFUSAL_CODES),
  message: text,
  providerErrorCode: optional(text),
  retryAfterSeconds: optional(number),
  allow: listOf(text),
  details: listOf(part({ field: text, message: text })),
  extra: listOf(part({ name: text, value: text })),
});

/** A refusal as it is stored, whole, so that those who wait for its request, and who repeat it, get the same one. */
export const refusal = other<Refusal>(
  [new Refusal('already_ended', { message: 'It is over.' })],
  (stored, at, name) => {
    const read = REFUSED.read(stored, at, name);
    if (!read) return undefined;
    const { code, allow, details, extra, ...more } = read;
    return new Refusal(code, {
      ...more,
      ...(allow.length > 0 && { allow }),
      ...(details.length > 0 && { details }),
      ...(extra.length > 0 && { extra: Object.fromEntries(extra.map((one) => [one.name, one.value])) }),
    });
  },
  ({ code, message, more: { extra = {}, allow = [], details = [], ...more } }, at, name) => {
    const members = Object.entries(extra).map(([member, value]) => ({ name: member, value }));
    return REFUSED.write({ ...more, code, message, allow, details, extra: members }, at, name);
  },
);
