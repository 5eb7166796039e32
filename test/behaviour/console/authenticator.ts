import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { passkeyAnswerIn, type PasskeyAnswer } from '../../../lib/console/passkeys.ts';

/** What a browser was asked for, as far as an authenticator reads it. */
export interface Asked {
  readonly challenge: string;
  readonly origin: string;
  readonly host: string;
}

/** How an answer may be wrong. */
export interface Slip {
  readonly type?: string;
  readonly isUnverified?: boolean;
  readonly counter?: number;
  readonly fmt?: string;
}

const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** An authenticator in software: one passkey, made as browsers and devices make it, without any library of ours. */
export class Authenticator {
  readonly id = b64(randomBytes(16));
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private counter = 0;
  private userHandle = '';

  /** The answer to a registration. */
  register(asked: Asked, userHandle: string, slip: Slip = {}): PasskeyAnswer {
    this.userHandle = userHandle;
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', slip.fmt ?? 'none'],
        ['attStmt', new Map()],
        ['authData', this.authenticatorData(asked, slip, this.attested())],
      ]),
    );
    return credential(this.id, {
      clientDataJSON: b64(clientData(asked, slip.type ?? 'webauthn.create')),
      attestationObject: b64(attestation),
      transports: ['internal', 'hybrid'],
    });
  }

  /** The answer to a sign-in. */
  answer(asked: Asked, slip: Slip = {}): PasskeyAnswer {
    this.counter++;
    const data = clientData(asked, slip.type ?? 'webauthn.get');
    const authenticatorData = this.authenticatorData(asked, slip);
    const signed = Buffer.concat([authenticatorData, sha256(data)]);
    return credential(this.id, {
      clientDataJSON: b64(data),
      authenticatorData: b64(authenticatorData),
      signature: b64(sign('sha256', signed, this.keys.privateKey)),
      userHandle: this.userHandle,
    });
  }

  private authenticatorData({ host }: Asked, slip: Slip, attested: Buffer = Buffer.alloc(0)): Buffer {
    const flags = 0x01 | (slip.isUnverified ? 0 : 0x04) | (attested.length > 0 ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(slip.counter ?? this.counter);
    return Buffer.concat([sha256(host), Buffer.from([flags]), counter, attested]);
  }

  private attested(): Buffer {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    return Buffer.concat([Buffer.alloc(16), length, id, coseKey(this.keys.publicKey)]);
  }
}

/** A credential as a browser turns it into JSON, read as the console reads it. */
function credential(id: string, response: object): PasskeyAnswer {
  const whole = { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  const read = passkeyAnswerIn(JSON.stringify(whole));
  if (!read) throw new Error('the console cannot read what a browser sends');
  return read;
}

function clientData({ challenge, origin }: Asked, type: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]),
  );
}

/** The little of CBOR that authenticators write. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map)
    return Buffer.concat([
      head(5, value.size),
      ...[...(value as Map<unknown, unknown>)].flatMap(([name, inner]) => [cbor(name), cbor(inner)]),
    ]);
  const bytes = value as Buffer;
  return Buffer.concat([head(2, bytes.length), bytes]);
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count]);
  if (count < 256) return Buffer.from([(major << 5) | 24, count]);
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
}
