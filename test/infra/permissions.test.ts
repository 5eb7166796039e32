import { describe, expect, it } from 'vitest';
import { SECRET_PURPOSES } from '../../lib/routes.ts';
import { allowed, allowedOf, many, ROWS } from './roles.ts';
import type { Statement } from './roles.ts';
import { referred, resources, synthesised } from './synthesised.ts';

const { template } = synthesised();
const [table] = resources(template, 'AWS::DynamoDB::GlobalTable').map(([id]) => id);
const READ = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
const WRITE = [
  'dynamodb:ConditionCheckItem',
  'dynamodb:DeleteItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
];

const isIndex = (resource: unknown) => JSON.stringify(resource).includes('/index/');

function purposesOf(name: string, action: string): string[] {
  const statements = allowedOf(template, name, 'kms').filter(({ Action }) => many(Action).includes(action));
  return statements.flatMap(({ Condition }) => {
    const { StringEquals } = Condition as { StringEquals: Record<string, string | string[]> };
    return many(StringEquals['kms:EncryptionContext:purpose'] ?? []);
  });
}

describe('permissions', () => {
  it('name every action in full, and a resource of the stack', () => {
    let seen = 0;
    for (const { name } of ROWS) {
      for (const { Action, Resource } of allowed(template, name)) {
        for (const action of many(Action)) expect(action, name).toMatch(/^[a-z0-9]+:[A-Za-z]+$/);
        expect(many(Resource), name).not.toContain('*');
        seen++;
      }
    }
    expect(seen).toBeGreaterThan(2 * ROWS.length);
  });

  it('hold no wildcard action anywhere in the template, but to refuse', () => {
    const documents = Object.values(template.Resources).flatMap(({ Properties = {} }) =>
      [Properties.PolicyDocument, Properties.KeyPolicy].filter((document) => document !== undefined),
    );
    const statements = documents.flatMap((document) => (document as { Statement: Statement[] }).Statement);
    const granted = statements
      .filter(({ Effect }) => Effect === 'Allow')
      .flatMap(({ Action }) => many(Action));
    expect(granted.length).toBeGreaterThan(100);
    expect(granted.filter((action) => action.includes('*'))).toEqual([]);
  });

  it('let each function read or write the table as its row says, and nobody scan', () => {
    for (const row of ROWS) {
      const onTable = allowedOf(template, row.name, 'dynamodb').filter(({ Resource }) => !isIndex(Resource));
      const granted = { none: [], read: READ, checkouts: READ, write: [...READ, ...WRITE] }[row.table];
      expect(onTable.flatMap(({ Action }) => many(Action)).toSorted(), row.name).toEqual(granted.toSorted());
      expect(
        onTable.map(({ Resource }) => referred(Resource)),
        row.name,
      ).toEqual(row.table === 'none' ? [] : [table]);
    }
  });

  it('let only the sweep ask what is due', () => {
    const asking = ROWS.flatMap(({ name }) =>
      allowed(template, name)
        .filter(({ Resource }) => isIndex(Resource))
        .map(({ Action, Resource }) => ({
          name,
          Action,
          due: JSON.stringify(Resource).endsWith('/index/due"]]}'),
        })),
    );
    expect(asking).toEqual([{ name: 'sweep/run', Action: 'dynamodb:Query', due: true }]);
  });

  it('let a function send to the queues of its row only', () => {
    for (const { name, sends } of ROWS) {
      const sending = allowedOf(template, name, 'sqs').filter(({ Action }) =>
        many(Action).includes('sqs:SendMessage'),
      );
      const targets = sending.flatMap(({ Resource }) => many(Resource)).map(referred);
      const queues = resources(template, 'AWS::SQS::Queue').map(([id]) => id);
      const wanted = sends.map((queue) =>
        queues.find((id) => id.startsWith(`Queues${queue.replace('-', '')}Queue`)),
      );
      expect(targets.toSorted(), name).toEqual(wanted.toSorted());
    }
  });

  it('let a function open secrets of its own purposes only', () => {
    for (const { name, decrypts } of ROWS)
      expect(purposesOf(name, 'kms:Decrypt').toSorted(), name).toEqual([...decrypts]);
    expect(new Set(ROWS.flatMap(({ decrypts }) => decrypts))).toEqual(new Set(SECRET_PURPOSES));
  });

  it('let a function encrypt secrets of its own purposes only', () => {
    for (const { name, encrypts } of ROWS)
      expect(purposesOf(name, 'kms:Encrypt').toSorted(), name).toEqual([...encrypts]);
    expect(new Set(ROWS.flatMap(({ encrypts }) => encrypts))).toEqual(new Set(['acct', 'webhook']));
  });
});
