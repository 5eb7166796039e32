import { describe, expect, it } from 'vitest';
import { Unreadable } from '../../../lib/record.ts';
import { fieldsOf, jsonFields } from '../../../lib/table/fields.ts';

const of = fieldsOf({
  name: 'Ada',
  age: 36,
  words: ['a', 'b'],
  none: null,
  part: { at: 5 },
  done: true,
  open: false,
  bytes: new Uint8Array(1),
});

describe('A stored field', () => {
  it('is read with its type', () => {
    expect([of.text('name'), of.number('age'), of.oneOf('name', ['Bob', 'Ada'])]).toEqual(['Ada', 36, 'Ada']);
    expect([of.texts('words'), of.part('part')?.number('at')]).toEqual([['a', 'b'], 5]);
    expect([of.flag('done'), of.flag('open'), of.isSet('done'), of.isSet('open')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect([of.oneOfOrNull('name', ['Ada']), of.requiredPart('part').number('at')]).toEqual(['Ada', 5]);
  });

  it.each(['none', 'missing'])('is null where it is %s and optional', (attribute) => {
    expect([of.textOrNull(attribute), of.numberOrNull(attribute), of.texts(attribute)]).toEqual([
      null,
      null,
      null,
    ]);
    expect([of.part(attribute), of.oneOfOrNull(attribute, ['Ada'])]).toEqual([null, null]);
    expect(of.isSet(attribute)).toBe(false);
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
    ['optional word', () => of.oneOfOrNull('name', ['Bob'])],
    ['flag', () => of.flag('name')],
    ['flag that is missing', () => of.flag('missing')],
    ['part', () => of.part('words')],
    ['part, but bytes', () => of.part('bytes')],
    ['part that is missing', () => of.requiredPart('missing')],
    ['JSON', () => jsonFields('secret', '{"secret":')],
    ['JSON of a record', () => jsonFields('secret', '["secret"]')],
  ])('is refused where it does not read as %s, without exposing its value', (_, read) => {
    expect(read).toThrow(Unreadable);
    expect(read).not.toThrow(/Ada|36|"secret"/);
  });
});
