import { describe, expect, it } from 'vitest';
import { checkAdoptedTable } from '../../infra/deploy/adopted-table.ts';
import { deploy } from '../../infra/deploy/deploy.ts';
import { stageNamed } from '../../infra/stages.ts';
import { tools } from './deploy-tools.ts';
import type { Answer } from './deploy-tools.ts';
import { resources, synthesised } from './synthesised.ts';

/** The indexes that the table of a new stage has. */
const [made] = resources(synthesised().template, 'AWS::DynamoDB::GlobalTable').map(
  ([, { Properties }]) => Properties.GlobalSecondaryIndexes as { IndexName: string }[],
);
const all = made!.map(({ IndexName }) => IndexName);

const check = (answer: Partial<Answer>) => () =>
  checkAdoptedTable('billing-restored', 'eu-west-1', tools(answer));

describe('a table that a stage adopts', () => {
  it('is accepted with the indexes of a new one, also where it has others too', () => {
    expect(check({ stdout: JSON.stringify(all) })).not.toThrow();
    expect(check({ stdout: JSON.stringify(['somebody', ...all]) })).not.toThrow();
  });

  it.each(all)('is refused without an active index %s, by its name', (missing) => {
    const others = all.filter((name) => name !== missing);
    expect(check({ stdout: JSON.stringify(others) })).toThrow(
      `the adopted table billing-restored has no active index ${missing}: `,
    );
  });

  it('is refused where it has no index at all', () => {
    for (const stdout of ['null', '[]', ''])
      expect(check({ stdout })).toThrow(`has no active index ${all.join(', ')}: `);
  });

  it('is refused where it cannot be read, with the reason', () => {
    const unknown = { status: 254, stderr: 'Requested resource not found\n' };
    expect(check(unknown)).toThrow(
      'the adopted table billing-restored cannot be read: Requested resource not found',
    );
  });

  it('is read in the region of the stage', () => {
    const machine = tools({ stdout: JSON.stringify(all) });
    checkAdoptedTable('billing-restored', 'eu-west-1', machine);
    expect(machine.ran).toEqual([
      expect.stringContaining('describe-table --table-name billing-restored --region eu-west-1'),
    ]);
  });

  it('is looked at before anything is synthesised or deployed', () => {
    const machine = tools({ stdout: '[]' });
    const settings = { ...stageNamed('dev'), adopt: { tableName: 'billing-restored' } };
    expect(deploy(['--stage', 'dev'], machine, () => settings)).toBe(2);
    expect(machine.ran).toHaveLength(1);
    expect(machine.said.join()).toContain('the adopted table billing-restored has no active index');
  });
});
