import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BACKGROUND } from '../../lib/background-functions.ts';
import { ROUTES } from '../../functions/routes.ts';
import type { Tools } from './tools.ts';

/** The prefix of source maps in the bucket, which no function may read or write. */
const PREFIX = 'source-maps';

interface Deployed {
  /** The folder with the built bundles and their maps. */
  readonly root: string;
  /** The folder that keeps all maps ever deployed from here. */
  readonly maps: string;
  /** The file with the stage's outputs. */
  readonly outputs: string;
  readonly region: string;
}

/**
 * Archives the source map of each bundle under the hash of its code, locally and in the stage's bucket, so that stack
 * frames of old versions can still be read years later. Returns what went wrong, or undefined.
 */
export function archiveSourceMaps(
  { root, maps, outputs, region }: Deployed,
  tools: Tools,
): string | undefined {
  const kept = keepSourceMaps(join(root, '.build'), maps);
  const bucket = `s3://${bucketIn(outputs)}/${PREFIX}`;
  const status = tools.run(
    'aws',
    ['s3', 'sync', maps, bucket, '--region', region, '--only-show-errors'],
    root,
  );
  if (status !== 0)
    return `The source maps are in ${maps} only. Archive them: aws s3 sync ${maps} ${bucket} --region ${region}`;
  tools.say(`${kept} new source maps are in ${bucket}.`);
  return undefined;
}

/** Returns how many are new on this machine. */
function keepSourceMaps(built: string, maps: string): number {
  const added = [...ROUTES, ...BACKGROUND].filter(({ name }) => {
    const code = readFileSync(join(built, 'functions', name, 'index.mjs'));
    const hash = createHash('sha256').update(code).digest('hex').slice(0, 16);
    const copy = join(maps, name, `${hash}.mjs.map`);
    if (existsSync(copy)) return false;
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(built, 'maps', name, 'index.mjs.map'), copy);
    return true;
  });
  return added.length;
}

function bucketIn(outputs: string): string {
  const stacks = Object.values(
    JSON.parse(readFileSync(outputs, 'utf8')) as Record<string, Record<string, string>>,
  );
  const bucket = stacks.flatMap(({ DocumentsBucket }) => DocumentsBucket ?? [])[0];
  if (bucket === undefined) throw new Error(`${outputs} names no DocumentsBucket`);
  return bucket;
}
