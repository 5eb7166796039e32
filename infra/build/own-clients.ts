import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Ships clients of ours (`infra/build/aws`) in place of the SDK's: they make the few calls that functions make, where the
 * SDK's can make all, which takes 90 KB of each bundle and most of its start.
 */
export const ownClients = (root: string): Plugin => ({
  name: 'own-clients',
  setup(build) {
    build.onResolve({ filter: /^@aws-sdk\// }, ({ path }) => ({
      path: join(root, 'infra/build/aws', `${path.slice('@aws-sdk/'.length)}.ts`),
    }));
  },
});
