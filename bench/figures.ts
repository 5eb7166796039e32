import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { billing } from '../infra/billing.ts';
import { stageNamed } from '../infra/stages.ts';
import { BLOCKS, withBlock } from './figures/blocks.ts';
import { figuresOf, type Counted } from './figures/stage.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** Synthesises `prod`, counts what its templates have, and writes it into the pages that say so. */
async function main(): Promise<void> {
  const [bundle, outdir] = ['bundle-', 'assembly-'].map((prefix) => mkdtempSync(join(tmpdir(), prefix))) as [
    string,
    string,
  ];
  // What is in a function changes no figure.
  writeFileSync(join(bundle, 'index.mjs'), 'export const handler = () => undefined;\n');
  const code = { folderOf: () => bundle, metafile: { inputs: {}, outputs: {} } };
  const { stacks } = billing([stageNamed('prod')], code, {
    outdir,
    builtinCloudFormationValidation: false,
  }).synth();
  const figures = figuresOf(
    new Map(
      stacks.map(({ stackName, template }) => [stackName.split('-').at(-1) ?? '', template as Counted]),
    ),
  );
  console.log(JSON.stringify(figures, undefined, 2));
  for (const [page, textOf] of Object.entries(BLOCKS)) {
    const path = join(ROOT, page);
    const written = withBlock(readFileSync(path, 'utf8'), textOf(figures));
    writeFileSync(path, await format(written, { ...(await resolveConfig(path)), filepath: path }));
  }
}

await main();
