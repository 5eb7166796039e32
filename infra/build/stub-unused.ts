import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import type { Footprint, QueueName, SecretPurpose } from '../../lib/footprint.ts';

/** The parts of a function's row that decide what is shipped. */
export interface Use {
  readonly table: Footprint['table'];
  readonly lists: Footprint['lists'];
  readonly sends: readonly QueueName[];
  readonly decrypts: readonly SecretPurpose[];
  readonly encrypts: readonly SecretPurpose[];
  readonly documents: Footprint['documents'];
  readonly refunds: boolean;
  readonly restoreNotes: boolean;
  readonly mails: boolean;
}

/** Modules that `lib/runtime/live.ts` offers to every function, and the rows that can use them. */
const OFFERED: readonly { readonly module: string; readonly usedBy: (use: Use) => boolean }[] = [
  { module: '@aws-sdk/client-dynamodb', usedBy: ({ table }) => table !== 'none' },
  { module: '@aws-sdk/lib-dynamodb', usedBy: ({ table }) => table !== 'none' },
  { module: '@aws-sdk/client-sqs', usedBy: ({ sends }) => sends.length > 0 },
  {
    module: '@aws-sdk/client-kms',
    usedBy: ({ decrypts, encrypts }) => decrypts.length + encrypts.length > 0,
  },
  {
    module: 'lib/pay/iyzico/iyzico.ts',
    usedBy: ({ decrypts, encrypts }) => decrypts.includes('pay') || encrypts.includes('pay'),
  },
  // Who goes through a whole account goes through all live subscribers too.
  { module: 'lib/pay/iyzico/list-subscriptions.ts', usedBy: ({ lists }) => lists === 'account' },
  { module: 'lib/pay/iyzico/refunds.ts', usedBy: ({ refunds }) => refunds },
  { module: 'lib/pay/iyzico/notifications.ts', usedBy: ({ decrypts }) => decrypts.includes('pay') },
  { module: 'lib/messages/ses.ts', usedBy: ({ mails }) => mails },
  { module: 'lib/outgoing/post.ts', usedBy: ({ decrypts }) => decrypts.includes('webhook') },
  {
    module: 'lib/documents/s3.ts',
    usedBy: ({ documents, restoreNotes }) => documents !== 'none' || restoreNotes,
  },
  { module: 'lib/rates/tcmb.ts', usedBy: ({ decrypts }) => decrypts.includes('acct') },
  { module: 'lib/acct/parasut/parasut.ts', usedBy: ({ decrypts }) => decrypts.includes('acct') },
];

/** The modules that a function cannot use. */
export function unusedBy(use: Use): string[] {
  return OFFERED.filter(({ usedBy }) => !usedBy(use)).map(({ module }) => module);
}

/** What every stub is made by, so that a function ships its text once. */
const ABSENT = 'stub-unused/absent';

/** Replaces the modules by stubs; using one of their exports throws an error that says so. */
export function stubUnused(modules: readonly string[], root: string): Plugin {
  const files = new Map(modules.map((module) => [join(root, module), module]));
  return {
    name: 'stub-unused',
    setup(build) {
      build.onResolve({ filter: /^(\.|@aws-sdk\/)/ }, ({ path, resolveDir }) => {
        const module = path.startsWith('.') ? files.get(join(resolveDir, path)) : path;
        if (module === undefined || !modules.includes(module)) return undefined;
        return { path: module, namespace: 'stubbed', sideEffects: false };
      });
      build.onResolve({ filter: new RegExp(`^${ABSENT}$`) }, ({ path }) => ({ path, namespace: 'stub' }));
      build.onLoad({ filter: /.*/, namespace: 'stubbed' }, ({ path }) => ({
        contents: `module.exports = require('${ABSENT}')(${JSON.stringify(path)});`,
        loader: 'js',
      }));
      build.onLoad({ filter: /.*/, namespace: 'stub' }, () => ({ contents: MAKE_ABSENT, loader: 'js' }));
    },
  };
}

/**
 * Makes a stub: its exports may be held, as `lib/runtime/live.ts` does, and throw when used. They live in the prototype,
 * because esbuild copies a CommonJS module's own properties early.
 */
const MAKE_ABSENT = `module.exports = (module) => {
  const refuse = () => {
    throw new Error(module + ' is not shipped with this function, as its row does not let it be used');
  };
  const held = new Proxy(function () {}, { apply: refuse, construct: refuse, get: refuse });
  return Object.create(new Proxy({}, { get: () => held }));
};`;
