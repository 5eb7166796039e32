import { shareInterval, weightedInterval, weightedShare, type Count } from './interval.ts';
import { chapterOf, nameOf, type ReportedFile, type ReportedMutant, type Result } from './results.ts';

/** Why a mutant may survive: file, then the mutant as the page prints it, then the reason. */
export type Reasons = Record<string, Record<string, string>>;

const COLUMNS = ['Killed', 'Timeout', 'Survived', 'NoCoverage'] as const;
const HEADINGS = [
  'chapter',
  'mutants',
  'tried',
  'killed',
  'timed out',
  'survived',
  'in no test',
  'at load',
  'score',
  '95 %',
  'now',
];

const isNoticed = (status: string) => status === 'Killed' || status === 'Timeout';
const isTried = ({ status }: ReportedMutant) => COLUMNS.some((column) => column === status);
const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
const code = (text: string) => `\`\` ${text.replaceAll('|', '\\|')} \`\``;
const percent = (share: number) => (share * 100).toFixed(1);

function countOf(mutants: readonly ReportedMutant[], by = ({ status }: ReportedMutant) => status): Count {
  const tried = mutants.filter(isTried);
  return {
    all: mutants.length,
    drawn: tried.length,
    found: tried.filter((mutant) => isNoticed(by(mutant))).length,
  };
}

function cellsOf(mutants: readonly ReportedMutant[]): number[] {
  const columns = COLUMNS.map((column) => mutants.filter(({ status }) => status === column).length);
  const atLoad = mutants.filter(({ status }) => status === 'Pending').length;
  return [mutants.length, mutants.filter(isTried).length, ...columns, atLoad];
}

const nowOf = ({ status, since }: ReportedMutant) => since ?? status;

/** The score of every chapter, and of all together with each chapter weighing as much as it has mutants. */
function scoreRows(chapters: readonly (readonly [string, ReportedMutant[]])[]): string[] {
  const each = chapters.map(([chapter, mutants]) => {
    const [count, now] = [countOf(mutants), countOf(mutants, nowOf)];
    const interval = shareInterval(count).map(percent).join(' to ');
    const scores = [percent(count.found / count.drawn), interval, percent(now.found / now.drawn)];
    return row([`\`${chapter}\``, ...cellsOf(mutants), ...scores]);
  });
  const counts = chapters.map(([, mutants]) => countOf(mutants));
  const since = chapters.map(([, mutants]) => countOf(mutants, nowOf));
  const scores = [
    percent(weightedShare(counts)),
    weightedInterval(counts).map(percent).join(' to '),
    percent(weightedShare(since)),
  ];
  return [...each, row(['all', ...cellsOf(chapters.flatMap(([, mutants]) => mutants)), ...scores])];
}

function survivorRows([file, { source, mutants }]: [string, ReportedFile], known: Reasons): string[] {
  return mutants
    .filter((mutant) => isTried(mutant) && !isNoticed(mutant.status))
    .sort((a, b) => a.location.start.line - b.location.start.line)
    .map((mutant) => {
      const name = nameOf(source, mutant);
      const fate = isNoticed(nowOf(mutant)) ? 'A test notices it now.' : known[file]?.[name];
      return row([`\`${file}:${mutant.location.start.line}\``, code(name), fate ?? 'not explained']);
    });
}

const filesIn = (results: readonly Result[]) => results.flatMap(({ files }) => Object.entries(files));

function chaptersIn(results: readonly Result[]): [string, ReportedMutant[]][] {
  return Object.entries(Object.groupBy(filesIn(results), ([file]) => chapterOf(file)))
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([chapter, within = []]) => [chapter, within.flatMap(([, { mutants }]) => mutants)]);
}

/** What a stopped run had found: a bound, and no score. */
function leastOf(stopped: readonly Result[]): string {
  const rows = chaptersIn(stopped).map(([chapter, mutants]) => {
    const drawn = mutants.filter(({ status }) => status !== 'Ignored');
    const noticed = drawn.filter(({ status }) => isNoticed(status)).length;
    return row([`\`${chapter}\``, mutants.length, drawn.length, noticed, percent(noticed / drawn.length)]);
  });
  if (rows.length === 0) return '';
  return `

Stopped before every test had been asked about what was left, so that these are lower bounds and no scores:

${[row(['chapter', 'mutants', 'drawn', 'noticed by then', 'at least']), row(['---', '--:', '--:', '--:', '--:']), ...rows].join('\n')}`;
}

/** Which of the chapters nobody has tried. */
function withoutFigure(results: readonly Result[], chapters: readonly string[]): string {
  const tried = new Set(filesIn(results).map(([file]) => chapterOf(file)));
  const left = chapters.filter((chapter) => !tried.has(chapter));
  return left.length === 0 ? '' : `\n\nWithout a figure: ${left.map((one) => `\`${one}\``).join(', ')}.`;
}

/**
 * The page about what was last found of each of the chapters: its score, and every mutant that no test noticed. A chapter
 * whose run was stopped has a bound only, and one that was never tried is named.
 */
export function page(found: readonly Result[], known: Reasons, all: readonly string[]): string {
  const results = found.filter(({ stopped }) => !stopped);
  const chapters = chaptersIn(results);
  const survivors = filesIn(results).flatMap((file) => survivorRows(file, known));
  return `# Mutation testing

A change is made to the code, and the tests are run: a mutant. It is noticed (\`killed\`, or \`timed out\` where the code no longer comes to an end), or it survives. The score is the share that is noticed.

\`npm run test:mutation:sample -- --seed ${seedsOf(results)[0] ?? '7'} --each 60\` writes this page. It draws at most that many mutants of every chapter by the seed, among all that Stryker makes, and tries them; the same seed draws the same ones. Chapters may be named behind it, \`lib/billing\`, and \`--again\` tries the survivors of the last time once more (\`--help\` names the rest). Each test is run, and again with every mutant that it reaches and that no other has noticed yet, in the same process; a mutant counts as noticed only if the test that failed passes once more without it. Mutants that take effect when a module is loaded, and survivors that a test which cannot be repeated might have noticed, are tried in a process of their own. \`npm run test:mutation\` has Stryker try every one, of all chapters or of \`--mutate lib/commit.ts\`, and wants the machine for itself for many hours.

${madeBy(results)}

${[row(HEADINGS), row(HEADINGS.map((_, at) => (at === 0 ? '---' : '--:'))), ...scoreRows(chapters)].join('\n')}

At load: drawn, but not tried, since they take effect when a module is loaded, or but once in a process (\`--quick\`). Score: of those that were tried, as they were drawn, before any test was written for what survived; its 95 % interval is Wilson's, narrowed by how much of the chapter was drawn. All: weighted by the number of mutants. Now: with the tests written since.${leastOf(found.filter(({ stopped }) => stopped))}${withoutFigure(found, all)}

## What no test noticed

${[row(['where', 'change', 'what became of it']), row(['---', '---', '---']), ...survivors].join('\n')}
`;
}

const seedsOf = (results: readonly Result[]) => [...new Set(results.flatMap(({ seed }) => seed ?? []))];

function madeBy(results: readonly Result[]): string {
  const dates = [...new Set(results.flatMap(({ date }) => date ?? []))].toSorted();
  const seeds = seedsOf(results);
  const versions = results.flatMap(({ framework: { version, dependencies } }) => [
    `Stryker ${version}`,
    ...Object.entries(dependencies).map((pair) => pair.join(' ')),
  ]);
  const when = dates.length > 0 ? `Made on ${dates.join(', ')}` : 'Made';
  const drawn = seeds.length > 0 ? `, drawn with the seed ${seeds.join(', ')}` : '';
  return `${when}${drawn}, with ${[...new Set(versions)].join(', ')}.`;
}
