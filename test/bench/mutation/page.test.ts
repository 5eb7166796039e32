import { describe, expect, it } from 'vitest';
import { page } from '../../../bench/mutation/page.ts';
import type { ReportedMutant, Result } from '../../../bench/mutation/results.ts';

const source = 'const a =\n  b || c;\nconst d = "e";\n';
const at = (line: number, from: number, to: number) => ({
  start: { line, column: from },
  end: { line, column: to },
});

const changed = (
  mutatorName: string,
  replacement: string,
  status: string,
  location = at(2, 3, 9),
): ReportedMutant => ({ mutatorName, replacement, status, location });

const result: Result = {
  files: {
    'lib/wire/a.ts': {
      source,
      mutants: [
        changed('StringLiteral', '""', 'Survived', at(3, 11, 14)),
        changed('LogicalOperator', 'b && c', 'NoCoverage'),
        changed('ConditionalExpression', 'true', 'Killed'),
        changed('ConditionalExpression', 'false', 'Timeout'),
        changed('Regex', '/', 'Ignored'),
        changed('Regex', '//', 'Pending'),
      ],
    },
    'lib/commit.ts': {
      source: 'x(\n  y,\n)\n',
      mutants: [
        {
          ...changed('BlockStatement', '{}', 'Survived'),
          location: { start: { line: 1, column: 1 }, end: { line: 3, column: 2 } },
          since: 'Killed',
        },
        changed('BooleanLiteral', 'true', 'Killed'),
      ],
    },
  },
  framework: { version: '1.2.3', dependencies: { vitest: '4.5.6' } },
  seed: 'seven',
  date: '2026-11-22',
};

describe('the page about mutation testing', () => {
  const known = { 'lib/wire/a.ts': { 'StringLiteral: "e" → ""': 'only read by people' } };
  const lines = page([result], known, ['lib/commit.ts', 'lib/http', 'lib/wire']).split('\n');

  it('has the score of each chapter as drawn and as it is now, with the interval of what was drawn', () => {
    expect(lines.filter((line) => /^\| `lib\/[a-z]+(\.ts)?` \|/.test(line))).toEqual([
      '| `lib/commit.ts` | 2 | 2 | 1 | 0 | 1 | 0 | 0 | 50.0 | 50.0 to 50.0 | 100.0 |',
      '| `lib/wire` | 6 | 4 | 1 | 1 | 1 | 1 | 1 | 50.0 | 23.7 to 76.3 | 50.0 |',
    ]);
  });

  it('lets each chapter weigh as much as it has mutants', () => {
    expect(lines.find((line) => line.startsWith('| all'))).toMatch(
      /^\| all \| 8 \| 6 \| 2 \| 1 \| 2 \| 1 \| 1 \| 50\.0 \| .* \| 62\.5 \|$/,
    );
  });

  it('lists what no test noticed by its line, with its reason or what became of it', () => {
    expect(lines.filter((line) => line.includes('→'))).toEqual([
      '| `lib/wire/a.ts:2` | `` LogicalOperator: b \\|\\| c → b && c `` | not explained |',
      '| `lib/wire/a.ts:3` | `` StringLiteral: "e" → "" `` | only read by people |',
      '| `lib/commit.ts:1` | `` BlockStatement: x( y, ) → {} `` | A test notices it now. |',
    ]);
  });

  it('names the chapters without a figure, and gives no score where a run was stopped', () => {
    expect(lines).toContain('Without a figure: `lib/http`.');
    const stopped = page([{ ...result, stopped: true }], known, []).split('\n');
    expect(stopped.filter((line) => line.startsWith('| `lib/'))).toEqual([
      '| `lib/commit.ts` | 2 | 2 | 1 | 50.0 |',
      '| `lib/wire` | 6 | 5 | 2 | 40.0 |',
    ]);
  });

  it('names the day, the seed and the versions', () => {
    expect(lines).toContain(
      'Made on 2026-11-22, drawn with the seed seven, with Stryker 1.2.3, vitest 4.5.6.',
    );
  });
});
