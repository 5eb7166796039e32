import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Plugin } from 'esbuild';

/** Errors of which we read more than the name; all others arrive as the client's base exception under their own name. */
const DETAILED_ERRORS = ['ConditionalCheckFailedException', 'TransactionCanceledException'];

/** Modules of the SDK that none of our calls reaches, and what stands in for them. */
const UNREACHED: Readonly<Record<string, string>> = {
  // Loaded for operations with streamed answers only.
  '@smithy/core/event-streams': 'export {};',
  // The client makes one and uses it only if endpoint discovery is switched on.
  '@aws-sdk/endpoint-cache': 'export class EndpointCache {}',
};

/** Hashing in JavaScript, for where Node was built without its own. */
const JS_HASH =
  /[\\/]@smithy[\\/]core[\\/]dist-es[\\/]submodules[\\/]checksum[\\/]\w+[\\/](Md5|Sha256)Js\.js$/;
const SCHEMAS = /[\\/]@aws-sdk[\\/]client-\w+[\\/]dist-es[\\/]schemas[\\/]schemas_0\.js$/;
const MANIFEST = /[\\/]@aws-sdk[\\/]client-\w+[\\/]package\.json$/;

/** Lines and words of such schemas. */
const REGISTRATION = /^n0_registry\.registerError\((\w+)\$, \w+\);$/gm;
const NAME = /^const (_\w+) = ("[^"]*");$/gm;
const NAMED_KEY = /\[(_\w+)\]:/g;

/** A client's schemas without most of its errors, and with plain keys: esbuild drops nothing that has computed ones. */
function pruned(schemas: string): string {
  const names = new Map(Array.from(schemas.matchAll(NAME), ([, name, value]) => [name, value]));
  return schemas
    .replaceAll(REGISTRATION, (line, error: string) => (DETAILED_ERRORS.includes(error) ? line : ''))
    .replaceAll(NAMED_KEY, (key, name: string) => (names.has(name) ? `${names.get(name)}:` : key));
}

/**
 * Takes from the AWS SDK what tree shaking must leave in: every error class of a service is registered at load and so
 * is kept, with its schema. Without the registration the SDK makes its base exception with the same name and message.
 */
export const pruneSdk: Plugin = {
  name: 'prune-sdk',
  setup(build) {
    const unreached = new RegExp(`^(${Object.keys(UNREACHED).join('|')})$`);
    build.onResolve({ filter: unreached }, ({ path }) => ({
      path,
      namespace: 'unreached',
      sideEffects: false,
    }));
    build.onLoad({ filter: /.*/, namespace: 'unreached' }, ({ path }) => ({
      contents: UNREACHED[path] ?? '',
      loader: 'js',
    }));
    build.onLoad({ filter: JS_HASH }, ({ path }) => ({
      contents: `export class ${basename(path, '.js')} {}`,
      loader: 'js',
    }));
    build.onLoad({ filter: SCHEMAS }, async ({ path }) => ({
      contents: pruned(await readFile(path, 'utf8')),
      loader: 'js',
    }));
    build.onLoad({ filter: MANIFEST }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};
