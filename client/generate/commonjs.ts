import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';

/*
 * After the build: the same modules and types once more for projects that `require` them.
 */

const dist = join(import.meta.dirname, '..', 'dist');
/** Names the package's own modules by an ending; declarations name the sources. */
const named = (code: string, ending: 'js' | 'cjs') =>
  code.replaceAll(/(["'])(\.\/[\w-]+)\.[jt]s\1/g, `$1$2.${ending}$1`);

for (const file of readdirSync(dist)) {
  const code = readFileSync(join(dist, file), 'utf8');
  if (file.endsWith('.d.ts')) {
    writeFileSync(join(dist, file), named(code, 'js'));
    writeFileSync(join(dist, file.replace(/\.d\.ts$/, '.d.cts')), named(code, 'cjs'));
  } else if (file.endsWith('.js')) {
    const commonjs = transformSync(code, { format: 'cjs', platform: 'node', target: 'node18' }).code;
    writeFileSync(join(dist, file.replace(/\.js$/, '.cjs')), named(commonjs, 'cjs'));
  }
}
