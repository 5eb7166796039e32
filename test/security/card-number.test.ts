import { describe, expect, it } from 'vitest';
import { holdsCardNumber, withoutLongNumbers } from '../../lib/text/card-number.ts';

describe('numbers of cards and persons in texts', () => {
  it.each([
    ['Card 5528790000000008 refused', 'Card [redacted] refused'],
    ['5528 7900 0000 0008', '[redacted]'],
    ['5528-7900-0000-0008.', '[redacted].'],
    ['id 11111111111, limit 1000000000', 'id [redacted], limit 1000000000'],
    ['10051: not enough money on 2026-01-15', '10051: not enough money on 2026-01-15'],
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
    ['5528  7900 0000 0008', false], // not one number
    ['Atatürk Bulvarı 12345, 06420 Ankara', false],
    ['+905350000000', false],
  ])('«%s» passes for a card: %s', (text, holds) => expect(holdsCardNumber(text)).toBe(holds));
});
