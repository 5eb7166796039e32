import type { TestCard } from './shapes.ts';

/** With any future month and year and any CVC. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '5528790000000008', outcome: 'paid' },
  { number: '4131111111111117', outcome: 'paid, but refused at every renewal (10051)' },
  { number: '4111111111111129', outcome: 'insufficient funds (10051)' },
  { number: '4129111111111111', outcome: 'not honoured (10005)' },
  { number: '4125111111111115', outcome: 'expired card (10054)' },
  { number: '4124111111111116', outcome: 'wrong CVC (10084)' },
  { number: '4126111111111114', outcome: 'stolen card (10043)' },
  { number: '5400010000000004', outcome: 'paid, also in dollars and euros' },
  { number: '5890040000000016', outcome: 'debit card, refused (10217)' },
];
