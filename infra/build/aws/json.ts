/** The fields of AWS requests and answers that hold bytes; attributes of ours with the same names hold strings. */
const BYTES = new Set(['B', 'Plaintext', 'CiphertextBlob']);
const MAY_HOLD_BYTES = new RegExp(`"(${[...BYTES].join('|')})"\\s*:\\s*"`);

/**
 * A request as JSON. What these functions send and receive is plain JSON, except for bytes: numbers fit into JavaScript,
 * as DynamoDB's travel as strings, and no time is read.
 */
export const written = (request: object): string => JSON.stringify(request, asBase64);

/** An answer or error that is JSON; null counts as missing. */
export function read(text: string): Record<string, unknown> {
  const reviver = (name: string, value: unknown) =>
    BYTES.has(name) && typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value;
  const answer = JSON.parse(text, MAY_HOLD_BYTES.test(text) ? reviver : undefined) as object;
  return Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null));
}

/** Encodes bytes as base64. */
function asBase64(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
  const given = this[name];
  return given instanceof Uint8Array ? Buffer.from(given).toString('base64') : value;
}
