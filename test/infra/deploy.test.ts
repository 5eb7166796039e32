import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { archiveSourceMaps } from '../../infra/deploy/source-maps.ts';
import { withheldInTurn, WITHHELD } from '../../infra/deploy/table-indexes.ts';
import type { Tools } from '../../infra/deploy/tools.ts';
import { DUE_INDEX } from '../../lib/table/due.ts';
import { BACKGROUND } from '../../lib/background-functions.ts';
import { ROUTES } from '../../lib/routes.ts';
import { FULL_STAGE, resources, synthesised } from './synthesised.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'deploy-'));

/** Programs that do nothing, and what was asked of them. */
function tools(answers: Partial<ReturnType<Tools['read']>> = {}, status = 0) {
  const said: string[] = [];
  const ran: string[] = [];
  const made: Tools = {
    run: (program, args) => (ran.push([program, ...args].join(' ')), status),
    read: (program, args) => {
      ran.push([program, ...args].join(' '));
      return { status: 0, stdout: '', stderr: '', ...answers };
    },
    say: (line) => said.push(line),
    complain: (line) => said.push(line),
  };
  return { ...made, said, ran };
}

const tableWith = (...names: string[]) =>
  JSON.stringify({
    Resources: {
      Table: {
        Type: 'AWS::DynamoDB::GlobalTable',
        Properties: { GlobalSecondaryIndexes: names.map((IndexName) => ({ IndexName })) },
      },
    },
  });

/** What is withheld in turn when a table with some indexes becomes one with others. */
function inTurn(deployed: Partial<ReturnType<Tools['read']>>, ...wanted: string[]): string[][] {
  const assembly = folder();
  writeFileSync(join(assembly, 'State.template.json'), tableWith(...wanted));
  return withheldInTurn({ state: 'State', region: 'eu-central-1', assembly }, tools(deployed));
}

describe('indexes of the table', () => {
  it('are made in one update where one is new, and all at once in a new stack', () => {
    expect(inTurn({ stdout: tableWith('a', 'b') }, 'a', 'b', 'c')).toEqual([]);
    const none = { status: 255, stderr: 'Stack with id State does not exist' };
    expect(inTurn(none, 'a', 'b', 'c')).toEqual([]);
  });

  it('are made one update after the other where several are new', () => {
    expect(inTurn({ stdout: tableWith('a') }, 'a', 'b', 'c', 'd')).toEqual([['c', 'd'], ['d']]);
  });

  it('are not deployed blindly: where nobody knows what is there, or one would be taken away beside another', () => {
    expect(() => inTurn({ status: 255, stderr: 'Unable to locate credentials' }, 'a')).toThrow(
      'what is deployed of State cannot be read: Unable to locate credentials',
    );
    expect(() => inTurn({ stdout: tableWith('a', 'b') }, 'a', 'c')).toThrow('deploy without b first');
    expect(() => inTurn({ stdout: tableWith('a', 'b', 'c') }, 'a')).toThrow('deploy without b first');
    expect(inTurn({ stdout: tableWith('a', 'b') }, 'a')).toEqual([]);
  });

  it('are nobody’s matter where the table is adopted, or was until now', () => {
    expect(inTurn({ stdout: tableWith('a', 'b') })).toEqual([]);
    expect(inTurn({ stdout: tableWith() }, 'a', 'b', 'c')).toEqual([]);
  });

  it('are asked for where the stage stands', () => {
    const assembly = folder();
    writeFileSync(join(assembly, 'State.template.json'), tableWith('a'));
    const machine = tools({ stdout: tableWith('a') });
    withheldInTurn({ state: 'State', region: 'eu-west-1', assembly }, machine);
    expect(machine.ran[0]).toContain('get-template --stack-name State --region eu-west-1');
  });

  it('can be withheld from a synthesis, which leaves the others and all grants as they are', () => {
    const names = (withheld: string) => {
      const { template } = synthesised(FULL_STAGE, {
        builtinCloudFormationValidation: false,
        context: { [WITHHELD]: withheld },
      });
      const [table] = resources(template, 'AWS::DynamoDB::GlobalTable');
      const { GlobalSecondaryIndexes } = table![1].Properties as {
        GlobalSecondaryIndexes: { IndexName: string }[];
      };
      return GlobalSecondaryIndexes.map(({ IndexName }) => IndexName);
    };
    const all = names('');
    expect(names('feed,eventsByState')).toEqual(all.filter((name) => !/^(feed|eventsByState)$/.test(name)));
    expect(all).toContain(DUE_INDEX);
  });
});

describe('source maps of what was deployed', () => {
  const names = [...ROUTES, ...BACKGROUND].map(({ name }) => name);

  /** A folder in which every function was built. */
  function built(code: string) {
    const root = folder();
    for (const name of names) {
      for (const [kind, file] of [
        ['functions', 'index.mjs'],
        ['maps', 'index.mjs.map'],
      ] as const) {
        mkdirSync(join(root, '.build', kind, name), { recursive: true });
        writeFileSync(join(root, '.build', kind, name, file), code);
      }
    }
    const outputs = join(root, 'prod.json');
    writeFileSync(outputs, JSON.stringify({ 'Billing-prod-State': { DocumentsBucket: 'the-bucket' } }));
    return { root, outputs, maps: join(root, '.deploy/maps'), region: 'eu-central-1' };
  }

  it('are kept under the hash of the code, each once, and all sent to the bucket of the stage', () => {
    const [of, machine] = [built('first'), tools()];
    expect(archiveSourceMaps(of, machine)).toBeUndefined();
    expect(archiveSourceMaps(of, machine)).toBeUndefined();
    expect(readdirSync(join(of.maps, names[0]!))).toEqual(['a7937b64b8caa58f.mjs.map']);
    expect(machine.ran[0]).toBe(
      `aws s3 sync ${of.maps} s3://the-bucket/source-maps --region eu-central-1 --only-show-errors`,
    );
    expect(machine.said).toEqual([
      `${names.length} new source maps are in s3://the-bucket/source-maps.`,
      '0 new source maps are in s3://the-bucket/source-maps.',
    ]);
  });

  it('stay on the machine where the bucket takes none, with what to run', () => {
    const of = built('first');
    expect(archiveSourceMaps(of, tools({}, 1))).toBe(
      `The source maps are in ${of.maps} only. Archive them: aws s3 sync ${of.maps} s3://the-bucket/source-maps --region eu-central-1`,
    );
  });

  it('are not sent anywhere where the outputs of the stage name no bucket', () => {
    const of = built('first');
    writeFileSync(of.outputs, JSON.stringify({ 'Billing-prod-State': {} }));
    expect(() => archiveSourceMaps(of, tools())).toThrow(`${of.outputs} names no DocumentsBucket`);
  });
});
