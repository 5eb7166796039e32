import type { ClientRequest, IncomingMessage } from 'node:http';

/** Interim answers (1xx) before the answer: a server that sends nothing else would keep a shared processor busy. */
const INTERIM_ANSWERS_MAX = 1_000;

/** From this many pieces on, a body's pieces must have this many bytes on average: those of a real one have thousands. */
const CRUMBS = { pieces: 4_096, bytes: 512 } as const;

/** Ends a call with `error` if its server sends interim answers only. */
export function limitInterimAnswers(call: ClientRequest, error: () => Error): void {
  let interim = 0;
  call.on('information', () => {
    if (++interim > INTERIM_ANSWERS_MAX) call.destroy(error());
  });
}

/**
 * Ends an answer with an error if its body comes in crumbs: two megabytes of single bytes take half a gigabyte of memory,
 * and each byte may come with kilobytes that are no body.
 */
export function limitCrumbs(answer: IncomingMessage): void {
  let [pieces, bytes] = [0, 0];
  answer.on('data', (piece: Buffer) => {
    pieces += 1;
    bytes += piece.length;
    if (pieces > CRUMBS.pieces && bytes < pieces * CRUMBS.bytes)
      answer.destroy(new Error('a body in crumbs'));
  });
}
