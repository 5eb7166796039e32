/** The fields of AWS requests and answers that hold bytes; attributes of ours with the same names hold strings. */
const BYTES = new Set(['B', 'Plaintext', 'CiphertextBlob']);
const MAY_HOLD_BYTES = new RegExp(`"(${[...BYTES].join('|')})"\\s*:\\s*"`);

/**
 * Replaces the SDK's codec, which interprets a schema of each shape and is 15 KB larger. What these functions send and
 * receive is plain JSON, except for bytes: numbers fit into JavaScript, as DynamoDB's travel as strings, and no time is
 * read.
 */
export class JsonCodec {
  /** The codec needs no client settings. */
  readonly setSerdeContext = () => undefined;

  /** Serialises one request. */
  createSerializer() {
    let text = '';
    return {
      setSerdeContext: this.setSerdeContext,
      write: (_schema: unknown, request: unknown) => {
        text = JSON.stringify(request, asBase64);
      },
      flush: () => text,
    };
  }

  /** Parses answers and errors, as a whole. */
  createDeserializer() {
    return {
      setSerdeContext: this.setSerdeContext,
      read: async (_schema: unknown, answer: Uint8Array) => parsed(Buffer.from(answer).toString()),
      readObject: (_schema: unknown, part: unknown) => part,
    };
  }
}

/** Encodes bytes as base64. */
function asBase64(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
  const given = this[name];
  return given instanceof Uint8Array ? Buffer.from(given).toString('base64') : value;
}

function parsed(text: string): object {
  const reviver = (name: string, value: unknown) =>
    BYTES.has(name) && typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value;
  const answer = JSON.parse(text, MAY_HOLD_BYTES.test(text) ? reviver : undefined) as object;
  return Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null));
}
