import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Parts of the WebAuthn library that only attestations need: none is asked for, so one that is sent is refused by their
 * absence. With them came 200 KB of certificates and their parsers, which take longer to load than all else.
 */
const ATTESTATION =
  /\/(verifications\/.*|validateCertificatePath|convertX509PublicKeyToCOSE|isCertRevoked|getCertificateInfo|metadataService)\.js$/;

/** The library's settings: root certificates, and whether algorithms are known that are not asked for. */
const SETTINGS = /\/settingsService\.js$/;

/** The library's unwrapping of a signature, the only use of its ASN.1 parser that is left; ours reads the same bytes. */
const SIGNATURE = /\/unwrapEC2Signature\.js$/;

/** Ships the WebAuthn library without attestations. */
export function passkeys(root: string): Plugin {
  return {
    name: 'passkeys',
    setup(build) {
      build.onResolve({ filter: /\.js$/ }, ({ path, importer }) => {
        if (!importer.includes('@simplewebauthn/server/')) return undefined;
        if (SIGNATURE.test(path)) return { path: join(root, 'infra/build/ec-signature.ts') };
        if (SETTINGS.test(path)) return { path, namespace: 'passkey-settings', sideEffects: false };
        if (ATTESTATION.test(path)) return { path, namespace: 'attestation', sideEffects: false };
        return undefined;
      });
      build.onLoad({ filter: /.*/, namespace: 'attestation' }, () => ({ contents: ABSENT, loader: 'js' }));
      build.onLoad({ filter: /.*/, namespace: 'passkey-settings' }, () => ({
        contents: NO_SETTINGS,
        loader: 'js',
      }));
    },
  };
}

const NO_SETTINGS =
  'export const SettingsService = { getRootCertificates: () => [], runtimeSupportsPQC: () => false };';

/** Its exports may be held, and throw when used. */
const ABSENT = `const refuse = () => { throw new Error('attestations are not read'); };
  const held = new Proxy(function () {}, { apply: refuse, construct: refuse, get: () => refuse });
  module.exports = Object.create(new Proxy({}, { get: () => held }));`;
