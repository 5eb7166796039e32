import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';
import type { Secrets } from './app.ts';
import { BoundedMap } from './instance.ts';
import { SECRETS_CACHE_MS } from '../limits.ts';
import { Redacted } from '../text/redacted.ts';

/**
 * Secrets encrypted with one KMS key. The encryption context names tenant and purpose, so a ciphertext moved to another
 * tenant or purpose cannot be decrypted. Decrypted values are cached for five minutes. `end` ends a call that begins now.
 */
export function kmsSecrets(
  kms: KMSClient,
  keyId: string,
  { now, end }: { readonly now: () => number; readonly end: () => AbortSignal },
): Secrets {
  const decrypted = new BoundedMap<{ value: Redacted<string>; until: number }>();
  return {
    async encrypt(tenant, purpose, text) {
      const { CiphertextBlob } = await kms.send(
        new EncryptCommand({
          KeyId: keyId,
          Plaintext: Buffer.from(text),
          EncryptionContext: { tenant, purpose },
        }),
        { abortSignal: end() },
      );
      if (!CiphertextBlob) throw new Error('the key service returned no ciphertext');
      return Buffer.from(CiphertextBlob).toString('base64');
    },
    async decrypt(tenant, purpose, ciphertext) {
      const name = `${tenant} ${purpose} ${ciphertext}`;
      const known = decrypted.get(name);
      if (known && known.until > now()) return known.value;
      const { Plaintext } = await kms.send(
        new DecryptCommand({
          KeyId: keyId,
          CiphertextBlob: Buffer.from(ciphertext, 'base64'),
          EncryptionContext: { tenant, purpose },
        }),
        { abortSignal: end() },
      );
      if (!Plaintext) throw new Error('the key service returned no plaintext');
      const value = new Redacted(Buffer.from(Plaintext).toString());
      decrypted.set(name, { value, until: now() + SECRETS_CACHE_MS });
      return value;
    },
  };
}
