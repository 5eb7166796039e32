import { describe, expect, it } from 'vitest';
import { page, type Result } from '../../bench/mutation-report.ts';

const source = 'const a =\n  b || c;\nconst d = "e";\n';
const at = (line: number, from: number, to: number) => ({
  start: { line, column: from },
  end: { line, column: to },
});

const result: Result = {
  files: {
    'lib/wire/a.ts': {
      source,
      mutants: [
        { mutatorName: 'StringLiteral', replacement: '""', status: 'Survived', location: at(3, 11, 14) },
        {
          mutatorName: 'LogicalOperator',
          replacement: 'b && c',
          status: 'NoCoverage',
          location: at(2, 3, 9),
        },
        {
          mutatorName: 'ConditionalExpression',
          replacement: 'true',
          status: 'Killed',
          location: at(2, 3, 9),
        },
        {
          mutatorName: 'ConditionalExpression',
          replacement: 'false',
          status: 'Timeout',
          location: at(2, 3, 9),
        },
        { mutatorName: 'Regex', replacement: '/', status: 'RuntimeError', location: at(2, 3, 9) },
      ],
    },
    'lib/http/b.ts': {
      source: 'x(\n  y,\n)\n',
      mutants: [
        {
          mutatorName: 'BlockStatement',
          replacement: '{}',
          status: 'Survived',
          location: { start: { line: 1, column: 1 }, end: { line: 3, column: 2 } },
        },
      ],
    },
  },
  framework: { version: '1.2.3', dependencies: { vitest: '4.5.6' } },
};

describe('the page about a mutation run', () => {
  const lines = page(result, {
    'lib/wire/a.ts': { 'StringLiteral: "e" → ""': 'only read by people' },
  }).split('\n');

  it('has the score of each folder and of all, in the order of their names', () => {
    const from = lines.findIndex((line) => line.startsWith('| `lib/http`'));
    expect(lines.slice(from, from + 3)).toEqual([
      '| `lib/http` | 0 | 0 | 1 | 0 | 0 | 0.00 |',
      '| `lib/wire` | 1 | 1 | 1 | 1 | 1 | 50.00 |',
      '| all | 1 | 1 | 2 | 1 | 1 | 40.00 |',
    ]);
  });

  it('lists what no test noticed by its line, with its reason', () => {
    expect(lines.filter((line) => line.includes('→'))).toEqual([
      '| `lib/wire/a.ts:2` | `` LogicalOperator: b \\|\\| c → b && c `` | not explained |',
      '| `lib/wire/a.ts:3` | `` StringLiteral: "e" → "" `` | only read by people |',
      '| `lib/http/b.ts:1` | `` BlockStatement: x( y, ) → {} `` | not explained |',
    ]);
  });

  it('names the versions and no date', () => {
    expect(lines).toContain('Made with Stryker 1.2.3, vitest 4.5.6.');
    expect(lines.join('\n')).not.toMatch(/20\d\d-/);
  });
});
