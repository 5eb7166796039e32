import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsCardNumber, holdsNumber, withoutLongNumbers } from '../../../lib/text/card-number.ts';

/** Whether any window of groups is a card's: the plain rule, which looks at each. */
function anyWindowIsCards(groups: readonly string[]): boolean {
  const windows = groups.flatMap((_, from) =>
    groups.slice(from).map((__, to) => groups.slice(from, from + to + 1)),
  );
  return windows.some((window) => {
    const lengths = window.map(({ length }) => length);
    const isEven = lengths.slice(0, -1).every((length) => length === lengths[0]);
    const isWhole = window.length === groups.length;
    if (!isWhole && !isEven && !['4,6,5', '4,6,4'].includes(lengths.join())) return false;
    return /^\d{12,19}$/.test(window.join('')) && holdsCardNumber(window.join(''));
  });
}

describe('numbers of cards and persons in texts', () => {
  it.each([
    ['Card 5528790000000008 refused', 'Card [redacted] refused'],
    ['5528 7900 0000 0008', '[redacted]'],
    ['5528-7900-0000-0008.', '[redacted].'],
    ['id 11111111111, limit 1000000000', 'id [redacted], limit 1000000000'],
    ['10051: not enough money on 2026-01-15', '10051: not enough money on 2026-01-15'],
    ['5528.7900.0000.0008!', '[redacted]!'],
    ['٥٥٢٨٧٩٠٠٠٠٠٠٠٠٠٨ ﬁ', '[redacted] fi'],
    ['ﬁ', 'ﬁ'],
    ['', ''],
  ])('are struck out of «%s»', (text, left) => expect(withoutLongNumbers(text)).toBe(left));

  it.each([
    ['5528790000000008', true],
    ['Ayşe 5528 7900 0000 0008 Yılmaz', true],
    ['4222222222222', true], // 13 digits
    ['6304000000000000000', true], // 19 digits
    ['378282246310005', true], // 15 digits
    ['9792030394440796', true], // Troy
    ['5528790000000009', false], // wrong check digit
    ['ada+1795709000008@example.com', false], // a time in ms, with a right check digit
    ['order 20261126161508', false], // a date and time, with a right check digit
    ['79927398713', false], // a right check digit, and too short for a card
    ['00000000000000000000', false], // 20 digits
    ['5528  7900 0000 0008', true], // two spaces
    ['5528\u00a07900\u00a00000\u00a00008', true], // spaces that do not break
    ['5528.7900.0000.0008', true],
    ['5.5.2.8.7.9.0.0.0.0.0.0.0.0.0.8', true],
    ['5528 – 7900 – 0000 – 0008', true], // three characters between
    ['5528 --- 7900 --- 0000 --- 0008', false], // five
    ['５５２８７９００００００００００８'.slice(0, -2) + '０８', false], // a digit more than a card's
    ['５５２８７９０００００００００８', true], // full width
    ['٥٥٢٨٧٩٠٠٠٠٠٠٠٠٠٨', true], // Arabic digits
    ['𝟱𝟱𝟮𝟴𝟳𝟵𝟬𝟬𝟬𝟬𝟬𝟬𝟬𝟬𝟬𝟴', true], // mathematical
    ['⑤⑤②⑧ 7900 0000 0008', true], // circled
    ['5528\u200b7900\u200b0000\u200b0008', true], // with spaces that nobody sees
    ['https://shop.example/?n=5528%207900%200000%200008', true], // percent-encoded
    ['https://shop.example/?n=%2535%2535287900%252000000008', true], // twice
    ['3 5528 7900 0000 0008 12/30', true], // in a run of more digits
    ['5528a7900b0000c0008', false], // letters between: something else
    ['Atatürk Bulvarı 12345, 06420 Ankara', false],
    ['+905350000000', false],
    ['2a36210d-5d77-4617-8500-34613907275b', false], // a random UUID, with a right check digit in its digits
    ['https://shop.example/9b331223-6340-4049-8350-D59E5B9FEC2F/done', false],
    ['98b62507330941589d6ec6b39b58c4fb', false], // without its dashes
    ['5528790000000008-2a36210d-5d77-4617-8500-34613907275b', true], // a card before it
    ['2a36210d-5d77-4617-8500-34613907275b 5528 7900 0000 0008', true],
    ['x2a36210d-5d77-4617-8500-34613907275b', true], // one digit too many for a UUID
  ])('«%s» passes for a card: %s', (text, holds) => expect(holdsCardNumber(text)).toBe(holds));

  it.each([
    ['order-1234.5678.9012', true],
    ['order-12 34 56 78 90 12 34', true],
    ['order-1234x5678x9012', false],
    ['order-123456789013', false],
  ])('«%s» holds the number 123456789012: %s', (text, holds) =>
    expect(holdsNumber(text, '123456789012')).toBe(holds),
  );

  it('are found in no identifier that a program made up', () => {
    const madeUp = fc.oneof(fc.uuid(), fc.stringMatching(/^[0-9a]{32}$/), fc.stringMatching(/^[0-9a]{64}$/));
    fc.assert(
      fc.property(madeUp, (id) => [id, `sub_${id}`, id.toUpperCase()].every((one) => !holdsCardNumber(one))),
      { numRuns: 20_000 },
    );
  });

  it('are found in a run of groups by the rule that looks at each window of it', () => {
    const pieces = fc.oneof(
      { weight: 5, arbitrary: fc.stringMatching(/^[0-9]{1,6}$/) },
      { weight: 2, arbitrary: fc.constantFrom('5528 7900 0000 0008', '3782 822463 10005', '4222222222222') },
      { weight: 1, arbitrary: fc.constantFrom('552879', '0000', '5 5 2 8 7 9 0 0', '0 0 0 0 0 0 0 8') },
    );
    let held = 0;
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
        const text = parts.join('-');
        const expected = anyWindowIsCards(text.split(/[ -]/));
        if (expected) held += 1;
        expect(holdsCardNumber(text)).toBe(expected);
      }),
      { numRuns: 3000 },
    );
    expect(held).toBeGreaterThan(500);
  });

  it.each(['1-', '4-', '12 3456 ', '٥.', '5528 7900 0000 0009 ', '0', 'a', '%31'])(
    'are looked for in a long text of «%s» in a time that grows as the text does',
    (piece) => {
      const text = piece.repeat(Math.ceil(60_000 / piece.length));
      const startedAt = performance.now();
      expect(holdsCardNumber(text)).toBe(false);
      expect(performance.now() - startedAt).toBeLessThan(2000);
    },
  );

  it('are found in any text where one expression would find them', () => {
    const pieces = fc.constantFrom('12', '345678', '٥٥', '𝟱', ' ', '-', 'a', 'ş', '😀', '\u0301', '9');
    const eleven = /\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){10,}/gu;
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 24 }), (parts) => {
        const text = parts.join('').normalize('NFKC');
        expect(withoutLongNumbers(text)).toBe(text.replaceAll(eleven, '[redacted]'));
      }),
      { numRuns: 2000 },
    );
  });
});
