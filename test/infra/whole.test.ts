import { describe, expect, it } from 'vitest';
import { CHAPTERS } from '../../infra/functions/chapters.ts';
import { stageNamed } from '../../infra/stages.ts';
import type { StageSettings } from '../../infra/settings.ts';
import { FULL_STAGE, synthesised } from './synthesised.ts';
import { around, AROUND, describedAs } from './whole/around.ts';
import { changesOf, oneOfEachForm } from './whole/changes.ts';
import { compare, written } from './whole/comparison.ts';
import { namedOutputs, stateOutputs } from './whole/outputs.ts';
import { idsOf } from './whole/parts.ts';
import { resolved, wholeStage } from './whole/whole.ts';

const DEV = stageNamed('dev');

/** Stages that differ in every setting. */
const STAGES: Readonly<Record<string, StageSettings>> = {
  'production, with everything': FULL_STAGE,
  'an experiment, with as little as possible': DEV,
  'paused, with adopted state and a domain': {
    ...DEV,
    region: 'eu-west-1',
    domain: {
      name: 'billing.example.org',
      certificateArn: 'arn:aws:acm:eu-west-1:111111111111:certificate/1',
    },
    alarmAddress: 'https://pages.example.org/billing',
    logLevel: 'warn',
    paused: true,
    adopt: {
      tableName: 'restored',
      bucketName: 'restored-documents',
      keyArn: 'arn:aws:kms:eu-west-1:111111111111:key/mrk-1',
    },
  },
};

describe.each(Object.entries(STAGES))('a stage: %s', (_, settings) => {
  const synthesis = synthesised(settings);
  const stacks = resolved(synthesis.stacks, settings);
  const whole = wholeStage(settings, stacks);

  it('consists of these stacks', () => {
    expect([...stacks.keys()].toSorted()).toEqual([...whole.keys()].toSorted());
  });

  it.each([...whole])(
    'has in %s what its settings and its rows ask for, and nothing else',
    (name, wanted) => {
      expect(compare(stacks.get(name)!, wanted)).toEqual({ unexpected: [], missing: [] });
    },
  );

  it.each([...stacks])(
    'asks for nothing when %s is deployed, but for an account that is prepared',
    (name, stack) => {
      expect(around(stack)).toEqual({ Description: describedAs(name), ...AROUND });
    },
  );

  it('is deployed from its state to its alarms, in its region, and in production retains what cannot be recreated', () => {
    const { region, production } = settings;
    const functions = CHAPTERS.map(
      (chapter) => [chapter, { region, isProtected: false, after: ['State'] }] as const,
    );
    const isProtected = production;
    expect(synthesis.deployment).toEqual({
      State: { region, isProtected, after: [] },
      ...Object.fromEntries(functions),
      Api: { region, isProtected: false, after: [...CHAPTERS, 'State'].toSorted() },
      ...(settings.firewall && { Firewall: { region: 'us-east-1', isProtected, after: ['Api'] } }),
      Operations: { region, isProtected: false, after: ['State'] },
    });
  });

  it('outputs what operators look for', () => {
    const ids = idsOf(stacks.get('State')!);
    const place = { settings, state: ids, own: ids };
    expect(namedOutputs(stacks.get('State')!)).toEqual(stateOutputs(place));
    for (const [name, stack] of stacks)
      if (name !== 'State')
        expect(Object.keys(namedOutputs(stack)), name).toEqual(name === 'Firewall' ? ['FirewallTarget'] : []);
  });
});

describe('a stage', () => {
  it('differs after every single change of one of its resources', () => {
    const stacks = [...resolved(synthesised().stacks, FULL_STAGE).values()];
    // A dashboard is one long text, of which each piece is compared like any other.
    const all = stacks.flatMap(({ Resources }) => Object.values(Resources));
    const forms = oneOfEachForm(all.filter(({ Type }) => !Type.endsWith('::Dashboard')));
    const changes = forms.flatMap((right) => changesOf(right).map((change) => ({ ...change, right })));
    const unnoticed = changes.filter(({ changed, right }) => written(changed) === written(right));
    console.log(`template: seed none, ${changes.length} cases, ${unnoticed.length} unnoticed`);
    expect(changes.length).toBeGreaterThan(2_000);
    expect(unnoticed.map(({ right, where }) => `${right.Type} ${where}`)).toEqual([]);
  });
});
