import type { ClientRequest, IncomingMessage } from 'node:http';

/** Interim answers (1xx) before the answer: a server that sends nothing else would keep a shared processor busy. */
const INTERIM_ANSWERS_MAX = 1_000;

/** From this many chunks on, a body's chunks must have this many bytes on average: those of a real one have thousands. */
const CHUNKS = { uncheckedMax: 4_096, averageBytesMin: 512 } as const;

/** Ends a call with `error` if its server sends interim answers only. */
export function limitInterimAnswers(call: ClientRequest, error: () => Error): void {
  let interim = 0;
  call.on('information', () => {
    if (++interim > INTERIM_ANSWERS_MAX) call.destroy(error());
  });
}

/**
 * Ends an answer with an error if its body comes in tiny chunks: two megabytes of single bytes take half a gigabyte of memory,
 * and each byte may come with kilobytes that are no body.
 */
export function limitTinyChunks(answer: IncomingMessage): void {
  let [chunks, bytes] = [0, 0];
  answer.on('data', (chunk: Buffer) => {
    chunks += 1;
    bytes += chunk.length;
    if (chunks > CHUNKS.uncheckedMax && bytes < chunks * CHUNKS.averageBytesMin)
      answer.destroy(new Error('a body in tiny chunks'));
  });
}
