import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withheldInTurn, WITHHELD } from '../../infra/deploy/table-indexes.ts';
import { BEFORE_FIRST_ROUND, updatesOf } from '../../infra/deploy/updates.ts';
import { ROUNDS_ABSENT } from '../../infra/watch/alarm-catalogue.ts';
import { DUE_INDEX } from '../../lib/table/work/due.ts';
import { tools } from './deploy-tools.ts';
import type { Answer } from './deploy-tools.ts';
import { FULL_STAGE, resources, synthesised } from './synthesised.ts';
import type { Synthesised } from './synthesised.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'deploy-'));

const tableWith = (...names: string[]) =>
  JSON.stringify({
    Resources: {
      Table: {
        Type: 'AWS::DynamoDB::GlobalTable',
        Properties: { GlobalSecondaryIndexes: names.map((IndexName) => ({ IndexName })) },
      },
    },
  });

/** A stage as it is, and with everything withheld that a first update may go without. */
const [whole, withheld] = [{}, { [WITHHELD]: 'feed,eventsByState', [BEFORE_FIRST_ROUND]: 'true' }].map(
  (context) => synthesised(FULL_STAGE, { builtinCloudFormationValidation: false, context }),
) as [Synthesised, Synthesised];

/** What is withheld in turn when a table with some indexes becomes one with others. */
function inTurn(deployed: Partial<Answer>, ...wanted: string[]): string[][] {
  const assembly = folder();
  writeFileSync(join(assembly, 'State.template.json'), tableWith(...wanted));
  return withheldInTurn({ state: 'State', region: 'eu-central-1', assembly }, tools(deployed));
}

describe('indexes of the table', () => {
  it('are created in one update where one is new, and all at once in a new stack', () => {
    expect(inTurn({ stdout: tableWith('a', 'b') }, 'a', 'b', 'c')).toEqual([]);
    const none = { status: 255, stderr: 'Stack with id State does not exist' };
    expect(inTurn(none, 'a', 'b', 'c')).toEqual([]);
  });

  it('are created one update at a time where several are new', () => {
    expect(inTurn({ stdout: tableWith('a') }, 'a', 'b', 'c', 'd')).toEqual([['c', 'd'], ['d']]);
  });

  it('are not deployed where the deployed state is unknown, or one would be removed together with another change', () => {
    expect(() => inTurn({ status: 255, stderr: 'Unable to locate credentials' }, 'a')).toThrow(
      'what is deployed of State cannot be read: Unable to locate credentials',
    );
    expect(() => inTurn({ stdout: tableWith('a', 'b') }, 'a', 'c')).toThrow('deploy without b first');
    expect(() => inTurn({ stdout: tableWith('a', 'b', 'c') }, 'a')).toThrow('deploy without b first');
    expect(inTurn({ stdout: tableWith('a', 'b') }, 'a')).toEqual([]);
  });

  it('are not managed where the table is adopted, or was until now', () => {
    expect(inTurn({ stdout: tableWith('a', 'b') })).toEqual([]);
    expect(inTurn({ stdout: tableWith() }, 'a', 'b', 'c')).toEqual([]);
  });

  it('are read from the region of the stage', () => {
    const assembly = folder();
    writeFileSync(join(assembly, 'State.template.json'), tableWith('a'));
    const machine = tools({ stdout: tableWith('a') });
    withheldInTurn({ state: 'State', region: 'eu-west-1', assembly }, machine);
    for (const command of ['describe-stacks', 'get-template'])
      expect(machine.ran.join('\n')).toContain(`${command} --stack-name State --region eu-west-1`);
  });

  it('can be withheld from a synthesis, which leaves the others and all grants unchanged', () => {
    const names = ({ template }: Synthesised) => {
      const [table] = resources(template, 'AWS::DynamoDB::GlobalTable');
      const { GlobalSecondaryIndexes } = table![1].Properties as {
        GlobalSecondaryIndexes: { IndexName: string }[];
      };
      return GlobalSecondaryIndexes.map(({ IndexName }) => IndexName);
    };
    const all = names(whole);
    expect(names(withheld)).toEqual(all.filter((name) => !/^(feed|eventsByState)$/.test(name)));
    expect(all).toContain(DUE_INDEX);
  });
});

describe('a stage', () => {
  const absent = { status: 254, stderr: 'Stack with id Billing-prod-Background does not exist' };
  const outputs = '.deploy/prod.json';

  /** The runs of `cdk deploy` where this is deployed already. */
  function updates(deployed: (stack: string, command: string) => Partial<Answer>): string[] {
    const root = folder();
    mkdirSync(join(root, 'cdk.out'));
    writeFileSync(join(root, 'cdk.out/Billing-prod-State.template.json'), tableWith('a', 'b', 'c'));
    const read = (_: string, args: readonly string[]) => ({
      ...{ status: 0, stdout: '{}', stderr: '' },
      ...deployed(args[args.indexOf('--stack-name') + 1]!, args[1]!),
    });
    const of = { stage: 'prod', region: 'eu-central-1', root, outputs };
    return updatesOf(of, { ...tools(), read }).map(({ options }) => options.join(' '));
  }

  it('is deployed in one run', () => {
    expect(updates(() => ({}))).toEqual([`--all --concurrency 10 --outputs-file ${outputs}`]);
  });

  it('gets the alarms about missing runs last on the first deployment, since nothing has run before', () => {
    expect(updates(() => absent)).toEqual([
      `--all --concurrency 10 --outputs-file ${outputs} --context ${BEFORE_FIRST_ROUND}=true`,
      'Billing-prod-Background --exclusively',
    ]);
  });

  it('gets its indexes one by one before everything else, and the alarms where the first deployment was interrupted', () => {
    expect(updates((stack) => (stack.endsWith('State') ? { stdout: tableWith('a') } : absent))).toEqual([
      `Billing-prod-State --exclusively --context ${WITHHELD}=c`,
      `--all --concurrency 10 --outputs-file ${outputs} --context ${BEFORE_FIRST_ROUND}=true`,
      'Billing-prod-Background --exclusively',
    ]);
  });

  it('is deployed for the first time again where its creation failed, but not where an update was rolled back', () => {
    const inState = (status: string) =>
      updates((_, command) => (command === 'describe-stacks' ? { stdout: `${status}\n` } : {}));
    const first = updates(() => absent);
    expect(inState('ROLLBACK_COMPLETE')).toEqual(first);
    expect(inState('ROLLBACK_FAILED')).toEqual(first);
    expect(inState('REVIEW_IN_PROGRESS')).toEqual(first); // a change set was made, and never carried out
    expect(inState('UPDATE_ROLLBACK_COMPLETE')).toEqual(updates(() => ({})));
  });

  it('is not deployed where the deployed state is unknown', () => {
    const denied = { status: 255, stderr: 'Unable to locate credentials' };
    expect(() => updates((stack) => (stack.endsWith('State') ? {} : denied))).toThrow(
      'what is deployed of Billing-prod-Background cannot be read: Unable to locate credentials',
    );
  });

  it('lacks nothing but those alarms before its first run', () => {
    const names = ({ template }: Synthesised) =>
      resources(template, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => String(Properties.AlarmName));
    const missing = Object.values(ROUNDS_ABSENT).map(({ id }) => `Billing-${FULL_STAGE.stage}-${id}`);
    expect(names(whole)).toEqual(expect.arrayContaining(missing));
    expect(names(withheld)).toEqual(names(whole).filter((name) => !missing.includes(name)));
  });
});
