import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');

it('a package may run a script while it is installed only where package.json allows it by name', () => {
  expect(read('.npmrc').split('\n')).toContain('strict-allow-scripts=true');
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { readonly hasInstallScript?: boolean }>;
  };
  const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> };
  const wanting = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = wanting.map(([place]) => place.split('node_modules/').at(-1)!);
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(names)].sort());
});
