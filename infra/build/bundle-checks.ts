import type { Metafile } from 'esbuild';

/** Modules that must not be shipped, by path. */
const UNWANTED = [
  { what: 'undici', in: /\/undici\// },
  {
    what: 'the credential chain',
    in: /credential-provider-(ini|sso|process|http|web-identity|login|imds|node)\//,
  },
  { what: 'zod locales', in: /\/zod\/.*\/locales\/(?!en\.)/ },
  { what: 'the whole of zod', in: /\/zod\/v4\/classic\// },
] as const;

/** The largest bundle that starts fast enough; bytes, minified. */
export const BUNDLE_BYTES_MAX = 245 * 1024;

/** What is wrong with a bundle, from esbuild's metafile; empty if it may be shipped. */
export function violations(output: Metafile['outputs'][string]): string[] {
  const sources = Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) =>
    bytesInOutput > 0 ? [path] : [],
  );
  const unwanted = UNWANTED.flatMap((kind) =>
    sources.filter((path) => kind.in.test(path)).map((path) => `ships ${kind.what}: ${path}`),
  );
  const external = output.imports.map(({ path }) => `leaves an import to the runtime: ${path}`);
  const heavy = output.bytes > BUNDLE_BYTES_MAX ? [`is ${output.bytes} bytes`] : [];
  return [...unwanted, ...external, ...heavy];
}
