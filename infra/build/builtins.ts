import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

/**
 * Resolves every Node builtin, imported statically or dynamically, with or without `node:`, to a stand-in that asks
 * `process.getBuiltinModule` when one of its names is first read. Importing a builtin makes Node build a facade that reads
 * each of its lazy getters and so loads undici (45 ms of init); naming it at load loads it in functions that never use it.
 */
export const builtins: Plugin = {
  name: 'builtins',
  setup(build) {
    build.onResolve({ filter: /^(node:)?[a-z0-9_]+(\/[a-z0-9_]+)*$/ }, ({ path }) =>
      isBuiltin(path)
        ? { path: path.replace(/^(node:)?/, 'node:'), namespace: 'builtin', sideEffects: false }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: standIn(path),
      loader: 'js',
    }));
  },
};

/** Its names live in the prototype, because esbuild copies a CommonJS module's own properties at load. */
function standIn(path: string): string {
  return `module.exports = Object.create(
    new Proxy({}, { get: (_, name) => process.getBuiltinModule(${JSON.stringify(path)})[name] }),
  );`;
}
