import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { inlined } from '../../openapi/inlined.ts';
import { typesOf, type Description } from './types.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The module of generated types; it is not committed. */
export const GENERATED = join(ROOT, 'client/src/generated.ts');

/** What that module holds, by `openapi.json`. */
export async function generated(): Promise<string> {
  const description = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8')) as Description;
  return format(typesOf(inlined(description)), { ...(await resolveConfig(GENERATED)), filepath: GENERATED });
}

/** Writes the module where it is missing or of another description. */
export async function writeTypes(): Promise<void> {
  const text = await generated();
  if (!existsSync(GENERATED) || readFileSync(GENERATED, 'utf8') !== text) writeFileSync(GENERATED, text);
}
