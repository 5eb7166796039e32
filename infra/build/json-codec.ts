/** What a request or an answer of AWS holds bytes under; its attributes are told from names of ours by being texts. */
const BYTES = new Set(['B', 'Plaintext', 'CiphertextBlob']);
const MAY_HOLD_BYTES = new RegExp(`"(${[...BYTES].join('|')})"\\s*:\\s*"`);

/**
 * How requests and answers of AWS travel, in place of the SDK's codec: that walks a description of each shape and is
 * 15 KB larger. What these functions send and read is JSON as it stands, bytes aside; no number in it is too large for
 * JavaScript, since DynamoDB's travel as texts, and no time is read.
 */
export class JsonCodec {
  /** The codec needs no settings of its client. */
  readonly setSerdeContext = () => undefined;

  /** What the protocol writes one request with, and takes it from. */
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

  /** What the protocol reads answers and errors with; their parts are read with the whole. */
  createDeserializer() {
    return {
      setSerdeContext: this.setSerdeContext,
      read: async (_schema: unknown, answer: Uint8Array) => parsed(Buffer.from(answer).toString()),
      readObject: (_schema: unknown, part: unknown) => part,
    };
  }
}

/** A text for bytes, whatever else they would be written as. */
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
