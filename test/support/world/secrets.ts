import type { Secrets } from '../../../lib/runtime/app.ts';
import { Redacted } from '../../../lib/text/redacted.ts';

/** Secrets that open only for the tenant and purpose they were sealed for, as the key service's do. */
export function testSecrets(): Secrets {
  return {
    encrypt: async (tenant, purpose, text) =>
      Buffer.from(JSON.stringify([tenant, purpose, text])).toString('base64'),
    decrypt: async (tenant, purpose, sealed) => {
      const [forTenant, forPurpose, text] = JSON.parse(Buffer.from(sealed, 'base64').toString()) as string[];
      if (forTenant !== tenant || forPurpose !== purpose || text === undefined)
        throw new Error('the context does not fit');
      return new Redacted(text);
    },
  };
}
