import { describe, expect, it } from 'vitest';
import { fieldsOf, jsonFields, Unreadable } from '../../lib/table/fields.ts';
import { progressFrom } from '../../lib/table/document-progress.ts';

const of = fieldsOf({ name: 'Ada', age: 36, words: ['a', 'b'], none: null, part: { at: 5 }, done: true });

describe('What is kept', () => {
  it('is read as what it must be', () => {
    expect([of.text('name'), of.number('age'), of.oneOf('name', ['Bob', 'Ada'])]).toEqual(['Ada', 36, 'Ada']);
    expect([of.texts('words'), of.part('part')?.number('at'), of.flag('done')]).toEqual([
      ['a', 'b'],
      5,
      true,
    ]);
  });

  it.each(['none', 'missing'])('is null where it is %s and may be', (attribute) => {
    expect([of.textOrNull(attribute), of.numberOrNull(attribute), of.texts(attribute)]).toEqual([
      null,
      null,
      null,
    ]);
    expect([of.part(attribute), of.flag(attribute)]).toEqual([null, null]);
  });

  it.each([
    ['text', () => of.text('age')],
    ['text that is null', () => of.text('none')],
    ['number', () => of.number('name')],
    ['number that is missing', () => of.number('missing')],
    ['optional text', () => of.textOrNull('words')],
    ['optional number', () => of.numberOrNull('name')],
    ['word', () => of.oneOf('name', ['Bob'])],
    ['list of texts', () => of.texts('part')],
    ['part', () => of.part('words')],
    ['JSON', () => jsonFields('secret', '{"secret":')],
    ['JSON of a record', () => jsonFields('secret', '["secret"]')],
  ])('is refused where it is no %s, without a word of what it holds', (_, read) => {
    expect(read).toThrow(Unreadable);
    expect(read).not.toThrow(/Ada|36|"secret"/);
  });
});

describe('How far a document has come', () => {
  it.each([
    { revision: 0 },
    {
      revision: 9,
      issueDate: '2026-01-16',
      contactId: '1',
      asked: { what: 'payment', at: 5 },
      invoiceId: '2',
      job: { id: '3', at: 6 },
      document: { id: '4', number: 'X1', state: 'issued' },
      payment: { is: 'refused', message: 'no' },
      fileKept: true,
      failed: ['why'],
    },
    { revision: 2, document: { id: '4', state: 'inWork' }, payment: { is: 'recorded' } },
  ])('is read as it was kept: %j', (progress) => {
    expect(progressFrom(JSON.stringify(progress))).toEqual(progress);
  });

  it.each(['{}', '{"revision":1,"asked":{"what":"all","at":1}}', '{"revision":1,"document":{"id":"4"}}'])(
    'is refused where it is nonsense: %s',
    (text) => {
      expect(() => progressFrom(text)).toThrow(Unreadable);
    },
  );
});
