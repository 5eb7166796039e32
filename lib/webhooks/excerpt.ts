import { WEBHOOK } from '../limits.ts';

/** The part of an answer that is stored and shown: at most 1 KB of UTF-8, cut between characters. */
export function excerptOf(text: string): string {
  const bytes = Buffer.from(text);
  let end: number = WEBHOOK.answerBytesStored;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end).toString();
}
