import { tableOf } from './result.ts';
import { costOfSweeping, costs, linesOf, LOAD, PEAK_PER_SECOND } from './scale/load.ts';
import { measureRenewal } from './scale/measure.ts';
import type { Units } from './scale/measure.ts';
import { reached } from './scale/reached.ts';
import { sweepRates } from './scale/sweep-rate.ts';

/**
 * Measures one renewal on a local cloud and prints what a million of them a day ask of AWS, what they cost, and what the
 * load needs beside what is reached. Fails where that is too little.
 */
async function main(): Promise<void> {
  const measured = { ...(await measureRenewal()), sweepRates: await sweepRates() };
  const { renewal, document } = measured;
  table(
    ['units of one', 'renewal', 'document'],
    [
      row('table, read units', renewal, document, ({ tableReads }) => tableReads),
      row('table, write units', renewal, document, ({ tableWrites }) => tableWrites),
      row('hottest partition, write units', renewal, document, ({ hottestWrites }) => hottestWrites),
      row('queue requests', renewal, document, ({ queueRequests }) => queueRequests),
      row('key requests', renewal, document, ({ keyRequests }) => keyRequests),
      row('bucket requests', renewal, document, ({ bucketRequests }) => bucketRequests),
      ...[...new Set([renewal, document].flatMap(({ invocations }) => Object.keys(invocations)))].map(
        (name) => row(`calls of ${name}`, renewal, document, ({ invocations }) => invocations[name] ?? 0),
      ),
    ],
  );
  const a = `${LOAD.renewalsPerDay.toLocaleString('en')} renewals a day, ${PEAK_PER_SECOND.toFixed(1)} a second`;
  table(
    [a, 'at the peak', 'default limit', 'share', 'what to ask for'],
    linesOf(renewal, document).map(({ what, atPeak, limit, ask }) => [
      ...[what, atPeak.toFixed(1), limit.toLocaleString('en')],
      ...[`${((100 * atPeak) / limit).toFixed(1)} %`, ask],
    ]),
  );
  const [ofRenewals, ofDocuments] = [costs(renewal), costs(document)];
  const dollars = { ...ofRenewals, sweeping: costOfSweeping() };
  table(
    ['US dollars a month', 'renewals', 'documents'],
    [
      ...Object.entries(dollars).map(([what, each]) => [
        what,
        each.toFixed(0),
        (ofDocuments[what] ?? 0).toFixed(0),
      ]),
      ['together', sum(dollars).toFixed(0), sum(ofDocuments).toFixed(0)],
    ],
  );
  const results = reached(measured);
  console.log(tableOf(results));
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
}

function row(what: string, renewal: Units, document: Units, of: (units: Units) => number): string[] {
  return [what, of(renewal).toFixed(2), of(document).toFixed(2)];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  console.log(`${lines.join('\n')}\n`);
}

function sum(dollars: Readonly<Record<string, number>>): number {
  return Object.values(dollars).reduce((total, each) => total + each, 0);
}

await main();
