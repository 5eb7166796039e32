import { Client, type OwnSettings } from './client.ts';
import { command } from './command.ts';

/** The key service. */
export class KMSClient extends Client {
  constructor(...own: OwnSettings) {
    super({ name: 'kms', target: 'TrentService', type: 'application/x-amz-json-1.1', errors: {} }, ...own);
  }
}

/** Encrypts a text. */
export const EncryptCommand = /* @__PURE__ */ command('Encrypt');
/** Decrypts what was encrypted. */
export const DecryptCommand = /* @__PURE__ */ command('Decrypt');
