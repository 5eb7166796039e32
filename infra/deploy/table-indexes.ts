import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deployedTemplate } from './deployed.ts';
import type { Tools } from './tools.ts';

/** The context value that withholds table indexes from a synthesis, comma-separated. */
export const WITHHELD = 'withheldIndexes';

interface Template {
  readonly Resources?: Readonly<
    Record<
      string,
      {
        readonly Type: string;
        readonly Properties?: { readonly GlobalSecondaryIndexes?: readonly { readonly IndexName: string }[] };
      }
    >
  >;
}

interface Place {
  /** The name of the state stack. */
  readonly state: string;
  readonly region: string;
  /** The folder of the synthesised assembly. */
  readonly assembly: string;
}

/**
 * DynamoDB creates or deletes one index per table update. Returns which new indexes to withhold from each update before
 * the last, which has all; empty if one update is enough. Throws if the deployed template cannot be read, or if indexes
 * would have to be deleted in the same update.
 */
export function withheldInTurn({ state, region, assembly }: Place, tools: Tools): string[][] {
  const wanted = indexesIn(readFileSync(join(assembly, `${state}.template.json`), 'utf8'));
  const template = deployedTemplate(state, region, tools);
  if (template === undefined) return []; // a new table can have all of them at once
  const deployed = indexesIn(template);
  if (wanted.length === 0 || deployed.length === 0) return []; // an adopted table, or one given up
  const added = wanted.filter((name) => !deployed.includes(name));
  const removed = deployed.filter((name) => !wanted.includes(name));
  if (removed.length > 1 || (removed.length === 1 && added.length > 0))
    throw new Error(
      `an update of the table takes away one index and makes none beside it: deploy without ${removed[0]} first, and everything else after`,
    );
  return added.slice(1).map((_, at) => added.slice(at + 1));
}

/** The names of the table's indexes in a template's text; empty if it has no table. */
function indexesIn(text: string): string[] {
  const { Resources = {} } = JSON.parse(text) as Template;
  const table = Object.values(Resources).find(({ Type }) => Type === 'AWS::DynamoDB::GlobalTable');
  return (table?.Properties?.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName);
}
