import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';

/** Values that occur nowhere else. The card number passes the provider's check. */
export const CARD = {
  cardHolderName: 'Kanarya Zxqvholder',
  cardNumber: '5412090783640974',
  expireMonth: '07',
  expireYear: '2093',
  cvc: '0739',
};
export const IDENTITY_NUMBER = '90417263584';
export const SECRETS = { webhook: 'whsec_kanarya_zxqv_5150', apiSecret: 'svcs_kanarya_zxqv_6160' };

/** What must not be found, by name. Card data and the national id not even encoded or hashed. */
export function canaries(more: Readonly<Record<string, string>>): (text: string) => string[] {
  const plain = Object.entries({ ...SECRETS, ...more, cardHolderName: CARD.cardHolderName });
  const encoded = Object.entries({ cardNumber: CARD.cardNumber, identityNumber: IDENTITY_NUMBER }).flatMap(
    ([name, value]) => formsOf(value).map((form) => [name, form] as const),
  );
  const words = [
    ...plain,
    ...plain.map(([name, value]) => [name, encodeURIComponent(value)] as const),
    ...encoded,
  ];
  const short = [
    ['cvc', CARD.cvc],
    ['expireYear', CARD.expireYear],
  ].map(([name, value]) => [name!, new RegExp(`(?<![\\w.-])${value!}(?![\\w.-])`)] as const);
  return (text) => [
    ...words.filter(([, word]) => text.includes(word)).map(([name]) => name),
    ...short.filter(([, pattern]) => pattern.test(text)).map(([name]) => name),
  ];
}

/** A value as it is, in groups, backwards, hex, base64 wherever it may begin, and hashed. */
function formsOf(value: string): string[] {
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.from('x'.repeat(shift) + value)
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  );
  const hashes = (['md5', 'sha1', 'sha256'] as const).flatMap((kind) =>
    (['hex', 'base64'] as const).map((form) => createHash(kind).update(value).digest(form)),
  );
  const grouped = value.replaceAll(/(.{4})(?=.)/g, '$1 ');
  return [value, grouped, Buffer.from(value).toString('hex'), ...base64, ...hashes];
}

/** The texts in a value that was written as JSON, among them what bytes say, also deflated ones. */
export function textsIn(json: string): string[] {
  const bytes: string[] = [];
  JSON.parse(json, (_name, value: unknown) => {
    if (isBytes(value)) bytes.push(...readings(Uint8Array.from(Object.values(value))));
    return value;
  });
  return [json, ...bytes];
}

function isBytes(value: unknown): value is Record<string, number> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return entries.length > 0 && entries.every(([name, one]) => /^\d+$/.test(name) && typeof one === 'number');
}

function readings(bytes: Uint8Array): string[] {
  const plain = Buffer.from(bytes).toString();
  try {
    return [plain, inflateRawSync(bytes).toString()];
  } catch {
    return [plain];
  }
}
