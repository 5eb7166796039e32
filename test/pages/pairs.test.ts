import { describe, expect, it } from 'vitest';
import { pairsIn } from './pairs.ts';

/** What is the same word in both languages. */
const SAME = ['Logo', 'Plan', 'Webhook', 'net', 'plan'];

/** Names, which have no language. */
const NAMES = ['PDF', 'Subscription Billing', 'X-Svc-Event-Id'];

const { pairs, unsaid } = pairsIn();

describe('every sentence that people see', () => {
  it('is said in both languages, and in each as it is in the other', () => {
    const wrong = pairs.filter(
      ({ english, turkish }) => english.trim() === '' || turkish.trim() === '' || english === turkish,
    );
    expect(pairs.length).toBeGreaterThan(1000);
    expect([...new Set(wrong.map(({ english }) => english))].sort()).toEqual(SAME);
  });

  it('names in Turkish what it names in English', () => {
    const wrong = pairs.filter(({ given: [english, turkish] }) => english.join() !== turkish.join());
    expect(wrong).toEqual([]);
  });

  it('is a whole sentence in Turkish where it is one in English', () => {
    const sentences = pairs.filter(({ english }) => english.length > 20 && english.includes(' '));
    expect(
      sentences.filter(({ english, turkish }) => english.endsWith('.') !== turkish.endsWith('.')),
    ).toEqual([]);
  });

  it('is written once its reader’s language is known', () => {
    expect(pairs.filter(({ isTooEarly }) => isTooEarly)).toEqual([]);
  });

  it('stands on no page in one language alone', () => {
    expect([...new Set(unsaid.map(({ text }) => text))].sort()).toEqual(NAMES);
  });
});
