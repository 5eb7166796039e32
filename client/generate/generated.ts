import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { inlined } from '../../openapi/inlined.ts';
import { typesOf, type Description } from './types.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The module of generated types. */
export const GENERATED = join(ROOT, 'client/src/generated.ts');

/** What that module must hold, by the committed description. */
export async function generated(): Promise<string> {
  const description = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8')) as Description;
  return format(typesOf(inlined(description)), { ...(await resolveConfig(GENERATED)), filepath: GENERATED });
}
