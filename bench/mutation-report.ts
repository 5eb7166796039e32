import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { z } from 'zod';

const position = z.object({ line: z.number(), column: z.number() });
const mutant = z.object({
  mutatorName: z.string(),
  replacement: z.string().default(''),
  status: z.string(),
  location: z.object({ start: position, end: position }),
});
const result = z.object({
  files: z.record(z.string(), z.object({ source: z.string(), mutants: z.array(mutant) })),
  framework: z.object({ version: z.string(), dependencies: z.record(z.string(), z.string()) }),
});
const reasons = z.record(z.string(), z.record(z.string(), z.string()));

/** What Stryker writes, as far as it is reported. */
export type Result = z.infer<typeof result>;
/** Why a mutant may survive: file, then the mutant as the report prints it, then the reason. */
export type Reasons = z.infer<typeof reasons>;
type Mutant = z.infer<typeof mutant>;

const COLUMNS = ['Killed', 'Timeout', 'Survived', 'NoCoverage'] as const;
const HEADINGS = ['folder', 'killed', 'timed out', 'survived', 'in no test', 'not counted', 'score'];
const LONGEST = 120;

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
const code = (text: string) => `\`\` ${text.replaceAll('|', '\\|')} \`\``;

function scoreRow(name: string, mutants: readonly Mutant[]): string {
  const counts = COLUMNS.map((status) => mutants.filter((mutant) => mutant.status === status).length);
  const [killed = 0, timedOut = 0] = counts;
  const counted = counts.reduce((sum, count) => sum + count, 0);
  const score = counted === 0 ? '' : (((killed + timedOut) / counted) * 100).toFixed(2);
  return row([name, ...counts, mutants.length - counted, score]);
}

const mutantsOf = (files: [string, Result['files'][string]][]) => files.flatMap(([, { mutants }]) => mutants);

function textAt(source: string, { start, end }: Mutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join('\n');
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

/** A mutant in one line without its line number, so that it keeps its name when code moves. */
function nameOf(source: string, { mutatorName, location, replacement }: Mutant): string {
  return `${mutatorName}: ${short(textAt(source, location))} → ${short(replacement)}`;
}

/** The page about a mutation run: the score of each folder, and every mutant that no test noticed. */
export function page({ files, framework }: Result, known: Reasons): string {
  const folders = Object.groupBy(Object.entries(files), ([file]) => file.slice(0, file.lastIndexOf('/')));
  const scores = Object.entries(folders)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([folder, within = []]) => scoreRow(`\`${folder}\``, mutantsOf(within)));
  const survivors = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .sort((a, b) => a.location.start.line - b.location.start.line)
      .map((mutant) => {
        const name = nameOf(source, mutant);
        const { line } = mutant.location.start;
        return row([`\`${file}:${line}\``, code(name), known[file]?.[name] ?? 'not explained']);
      }),
  );
  const all = mutantsOf(Object.entries(files));
  const { version, dependencies } = framework;
  const versions = [`Stryker ${version}`, ...Object.entries(dependencies).map((pair) => pair.join(' '))];
  return `# Mutation testing

\`npm run test:mutation\` writes this page. Score: killed and timed out among all that are counted.

${[row(HEADINGS), row(HEADINGS.map((_, at) => (at === 0 ? '---' : '--:'))), ...scores, scoreRow('all', all)].join('\n')}

Made with ${versions.join(', ')}.

## What no test noticed

${[row(['where', 'change', 'reason']), row(['---', '---', '---']), ...survivors].join('\n')}
`;
}

if (import.meta.main) {
  const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
  const known = existsSync('docs/mutation-survivors.json') ? read('docs/mutation-survivors.json') : {};
  const text = page(result.parse(read('reports/mutation/mutation.json')), reasons.parse(known));
  const target = 'docs/mutation.md';
  writeFileSync(target, await format(text, { ...(await resolveConfig(target)), filepath: target }));
}
