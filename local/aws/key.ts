import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** An error in KMS's format. */
export class KeyError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

type Context = Readonly<Record<string, string>> | undefined;

/** A local KMS: AES-256-GCM with the encryption context as authenticated data. */
export class LocalKey {
  readonly arn: string;
  readonly #names: ReadonlySet<string>;
  readonly #material: Buffer;

  /** Aliases are accepted too. The key material is stored in the data folder, if there is one. */
  constructor(id: string, arn: string, aliases: readonly string[], dataFolder: string | undefined) {
    this.arn = arn;
    this.#names = new Set([id, arn, ...aliases]);
    this.#material = materialIn(dataFolder);
  }

  isCalled(name: string): boolean {
    return this.#names.has(name);
  }

  /** Answers a request of the key service's JSON protocol. Throws KeyError. */
  answer(action: string, body: Record<string, unknown>): Record<string, unknown> {
    const context = body.EncryptionContext as Context;
    const name = body.KeyId ?? (action === 'Decrypt' ? this.arn : undefined);
    if (typeof name !== 'string' || !this.isCalled(name))
      throw new KeyError('NotFoundException', `there is no key ${String(name)}`);
    switch (action) {
      case 'Encrypt':
        return { KeyId: this.arn, CiphertextBlob: this.#seal(String(body.Plaintext), context) };
      case 'Decrypt':
        return { KeyId: this.arn, Plaintext: this.#open(String(body.CiphertextBlob), context) };
      case 'GenerateDataKey': {
        const bytes = body.KeySpec === 'AES_128' ? 16 : Number(body.NumberOfBytes ?? 32);
        const plaintext = randomBytes(bytes).toString('base64');
        return { KeyId: this.arn, Plaintext: plaintext, CiphertextBlob: this.#seal(plaintext, context) };
      }
      default:
        throw new KeyError('UnsupportedOperationException', `the local key service does not do ${action}`);
    }
  }

  #seal(plaintext: string, context: Context): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#material, nonce);
    cipher.setAAD(contextBytes(context));
    const sealed = Buffer.concat([cipher.update(Buffer.from(plaintext, 'base64')), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  }

  #open(ciphertext: string, context: Context): string {
    const bytes = Buffer.from(ciphertext, 'base64');
    try {
      const opener = createDecipheriv('aes-256-gcm', this.#material, bytes.subarray(0, NONCE_BYTES));
      opener.setAAD(contextBytes(context));
      opener.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const rest = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([opener.update(rest), opener.final()]).toString('base64');
    } catch {
      throw new KeyError(
        'InvalidCiphertextException',
        'the ciphertext or its encryption context does not fit',
      );
    }
  }
}

function contextBytes(context: Context): Buffer {
  return Buffer.from(JSON.stringify(Object.entries(context ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))));
}

function materialIn(folder: string | undefined): Buffer {
  if (folder === undefined) return randomBytes(32);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'key.bin');
  if (!existsSync(file)) {
    writeFileSync(`${file}.next`, randomBytes(32), { mode: 0o600 }); // atomic: never half a key
    renameSync(`${file}.next`, file);
  }
  return readFileSync(file);
}
