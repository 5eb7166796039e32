import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { readAnswer } from '../../../lib/outgoing/post.ts';
import { excerptOf } from '../../../lib/webhooks/excerpt.ts';

test('an answer of up to 1 KB is stored whole, of a longer one 1 KB', () => {
  for (const length of [0, 1024, 1025])
    expect(excerptOf('a'.repeat(length))).toHaveLength(Math.min(length, 1024));
});

test.each(['é', '€', '🙂'])('the stored part never ends inside a character (%s)', (character) => {
  for (let before = 1015; before <= 1026; before++) {
    const text = 'a'.repeat(before) + character.repeat(20);
    const part = excerptOf(text);
    expect(Buffer.byteLength(part)).toBeLessThanOrEqual(1024);
    expect(Buffer.byteLength(part)).toBeGreaterThan(1020);
    expect(text.startsWith(part)).toBe(true);
  }
});

/** An answer whose body comes in these parts and then does not end. */
function answering(...parts: string[]): IncomingMessage {
  const answer = new IncomingMessage(new Socket());
  for (const part of parts) answer.push(part);
  return answer;
}

const KB = 1024;
const PATIENCE = { timeout: 10_000 };

test('an answer is read up to 16 KB, and then the connection is closed', PATIENCE, async () => {
  const answer = answering('a'.repeat(10 * KB), 'b'.repeat(10 * KB), 'c');
  expect(await readAnswer(answer)).toBe('a'.repeat(10 * KB) + 'b'.repeat(6 * KB));
  expect(answer.destroyed).toBe(true);
});

test('reading continues while one byte of 16 KB is missing', PATIENCE, async () => {
  const answer = answering('a'.repeat(16 * KB - 1));
  const read = readAnswer(answer);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(answer.destroyed).toBe(false);
  answer.push(null);
  expect(await read).toHaveLength(16 * KB - 1);
});

test('an answer in tiny pieces, each of which may come with kilobytes that are no body, is read up to a thousand of them', async () => {
  const answer = answering();
  const read = readAnswer(answer);
  await new Promise((resolve) => setTimeout(resolve, 10));
  for (let nth = 0; nth < 2 * KB; nth++) answer.push('x');
  answer.push(null);
  expect(await read).toBe('x'.repeat(KB));
});
