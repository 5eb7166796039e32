import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The one stack of what `cdk synth` left in a folder. */
export function stackIn(folder: string): string {
  const file = join(folder, 'manifest.json');
  if (!existsSync(file)) throw new Error(`${folder} holds no synthesised stack`);
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { artifacts: Record<string, { type: string }> };
  const stacks = Object.entries(manifest.artifacts).filter(
    ([, { type }]) => type === 'aws:cloudformation:stack',
  );
  const [first] = stacks;
  if (stacks.length !== 1 || !first)
    throw new Error(`the local cloud runs one stack, and ${folder} has ${stacks.length}`);
  return first[0];
}
