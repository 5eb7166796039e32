import type { IncomingMessage } from 'node:http';
import { WEBHOOK } from '../limits.ts';

/** A body in smaller pieces than this many make of 16 KB is cut: each may come with as much again that is no body. */
const PIECES_MAX = 1_024;

/**
 * The beginning of an answer's body, at most 16 KB, without decompression. However the body ends (complete, too long,
 * reset, deadline), what has arrived is the result, because the status is known.
 */
export function readAnswer(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    const finish = () => {
      const [first] = chunks;
      const all = chunks.length === 1 && first ? first : Buffer.concat(chunks);
      resolve(all.toString('utf8', 0, WEBHOOK.answerBytesRead));
    };
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= WEBHOOK.answerBytesRead || chunks.length >= PIECES_MAX) answer.destroy();
    });
    answer.on('error', finish);
    answer.on('close', finish);
  });
}
