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

/** The largest bundle that starts fast enough; bytes, minified. The console's two hold every screen and every act. */
export const BUNDLE_BYTES_MAX = { endpoint: 245 * 1024, console: 400 * 1024 } as const;

/** The largest bundle of a function, by its name or the path of its file. */
export const bytesMaxOf = (name: string): number =>
  BUNDLE_BYTES_MAX[/(^|\/)console\//.test(name) ? 'console' : 'endpoint'];

/** What is wrong with a bundle of this path, from esbuild's metafile; empty if it may be shipped. */
export function violations(path: string, output: Metafile['outputs'][string]): string[] {
  const sources = Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) =>
    bytesInOutput > 0 ? [path] : [],
  );
  const unwanted = UNWANTED.flatMap((kind) =>
    sources.filter((path) => kind.in.test(path)).map((path) => `ships ${kind.what}: ${path}`),
  );
  const external = output.imports.map(({ path }) => `leaves an import to the runtime: ${path}`);
  const heavy = output.bytes > bytesMaxOf(path) ? [`is ${output.bytes} bytes`] : [];
  return [...unwanted, ...external, ...heavy];
}
