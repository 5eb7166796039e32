/** The bytes of one half of a signature, by the COSE number of its curve: P-256 and P-384. */
const HALF: Readonly<Record<number, number>> = { 1: 32, 2: 48 };

/**
 * The two halves of an ECDSA signature, each as long as its curve's order, out of the ASN.1 (DER) in which authenticators
 * send them: `30 length 02 length r 02 length s`. Throws for anything else.
 */
export function unwrapEC2Signature(signature: Uint8Array, curve: number): Uint8Array {
  const half = HALF[curve];
  if (half === undefined) throw new Error(`no signature of curve ${curve} is read`);
  const [sequence, length = NaN] = signature;
  if (sequence !== 0x30 || length !== signature.length - 2 || length > 127) throw malformed();
  const halves = new Uint8Array(2 * half);
  const end = readInteger(signature, 2, halves.subarray(0, half));
  if (readInteger(signature, end, halves.subarray(half)) !== signature.length) throw malformed();
  return halves;
}

/** Writes the integer that begins at `at` right-aligned into `into`; returns where the next element begins. */
function readInteger(der: Uint8Array, at: number, into: Uint8Array): number {
  const [tag, length = NaN] = der.subarray(at, at + 2);
  const bytes = der.subarray(at + 2, at + 2 + length);
  if (tag !== 0x02 || !(length > 0) || bytes.length !== length) throw malformed();
  const isNegative = (bytes[0] ?? 0) > 127;
  const isPadded = bytes[0] === 0 && length > 1;
  if (isNegative || (isPadded && (bytes[1] ?? 0) < 128)) throw malformed();
  const digits = isPadded ? bytes.subarray(1) : bytes;
  if (digits.length > into.length) throw malformed();
  into.set(digits, into.length - digits.length);
  return at + 2 + length;
}

const malformed = () => new Error('the signature is no DER sequence of two integers');
