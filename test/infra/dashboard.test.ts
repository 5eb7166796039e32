import { describe, expect, it } from 'vitest';
import { stageNamed } from '../../infra/stages.ts';
import { FULL_STAGE, resources, synthesised } from './synthesised.ts';
import type { Synthesised } from './synthesised.ts';

const DEV = stageNamed('dev');

/** The searches in a stage's dashboard: the metric, and what stands behind it. */
function searchesOf({ stacks }: Synthesised): { metric: string; term: string }[] {
  const [[, dashboard] = []] = resources(stacks.get('Operations')!, 'AWS::CloudWatch::Dashboard');
  const body = JSON.stringify(dashboard!.Properties.DashboardBody).replaceAll(/\\+"/g, '"');
  const form = /SEARCH\('\{AWS\/Lambda,FunctionName\} MetricName="(\w+)" ([^']+)', '\w+'\)/g;
  return [...body.matchAll(form)].map(([, metric = '', term = '']) => ({ metric, term }));
}

/** The functions of a stage, by such names as CloudFormation generates. */
function functionsOf(stage: string, { stacks }: Synthesised): string[] {
  return [...stacks].flatMap(([chapter, stack]) =>
    resources(stack, 'AWS::Lambda::Function').map(([id]) =>
      [`Billing-${stage}-${chapter}`.slice(0, 24), id.slice(0, 24), 'aB3dE5fG7hI9'].join('-'),
    ),
  );
}

/**
 * Whether CloudWatch's search finds a name, by its documentation: a term in quotation marks is the whole name; any other
 * one is cut into tokens, at capitals, digits and punctuation, and so is the name, where they have to follow one another.
 */
function finds(term: string, name: string): boolean {
  const quoted = /^"(.*)"$/.exec(term)?.[1];
  if (quoted !== undefined) return quoted === name;
  return ` ${tokensOf(name)} `.includes(` ${tokensOf(term)} `);
}

const tokensOf = (text: string) =>
  Array.from(text.matchAll(/[A-Z]*[a-z]+|[A-Z]+|\d+/g), ([token]) => token.toLowerCase()).join(' ');

describe('the dashboard', () => {
  it('searches as AWS documents it', () => {
    expect(tokensOf('Project2-trial333')).toBe('project 2 trial 333');
    expect(finds('"CustomCount1"', 'CustomCount1')).toBe(true);
    expect(finds('"Custom"', 'CustomCount1')).toBe(false);
    expect(finds('network-errors', 'Network-Errors-2')).toBe(true);
    expect(finds('errors-network', 'Network-Errors-2')).toBe(false);
  });

  it.each([FULL_STAGE, DEV, { ...DEV, stage: 'experiments2026a' }])(
    'finds every function of its stage $stage by name, and none of another stage',
    (settings) => {
      const synthesis = synthesised(settings);
      const searches = searchesOf(synthesis);
      expect(searches.map(({ metric }) => metric)).toEqual(['Errors', 'Duration']);
      const own = functionsOf(settings.stage, synthesis);
      const others = [DEV.stage, 'prod', 'prodwest'].filter((stage) => stage !== settings.stage);
      const theirs = others.flatMap((stage) => functionsOf(stage, synthesis));
      expect(own.length).toBeGreaterThan(40);
      for (const { term } of searches) {
        expect(own.filter((name) => !finds(term, name))).toEqual([]);
        expect(theirs.filter((name) => finds(term, name))).toEqual([]);
      }
    },
  );
});
