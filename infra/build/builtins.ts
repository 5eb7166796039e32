import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

/**
 * Resolves every Node builtin, imported statically or dynamically, with or without `node:`, to the result of
 * `process.getBuiltinModule`. Importing a builtin makes Node build a facade that reads each of its lazy getters and so
 * loads undici (45 ms of init). The stand-in is CommonJS on purpose: esbuild then reads names where they are used, so
 * that lazy getters stay untouched.
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
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
      loader: 'js',
    }));
  },
};
