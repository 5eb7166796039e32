import diagnostics from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { PostOutcome } from '../../../lib/billing/delivery.ts';
import { guardedPost } from '../../../lib/outgoing/post.ts';
import { selfSigned } from '../../behaviour/webhooks/certificate.ts';
import { answer, serverTalkingFirst, tlsServerTalkingFirst } from '../../behaviour/webhooks/servers.ts';
import { Dice } from '../dice.ts';
import { ANSWERS, type RogueAnswer } from './rogue-answers.ts';

/** The seed gives the same answers again, but not the same order of what happens at once on the wire. */
const SEED = Number(process.env.SEED ?? 4);
const CASES = Number(process.env.CASES ?? 1_500);
const AT_ONCE = 12;
const DEADLINE_MS = 150;
/** Interim answers and tiny chunks of a body are only counted, and each may be as long as headers may be. */
const BYTES_MAX = 17 * 1024 * 1024;
const LATE_MS = 1_000;
const BODY = Buffer.from('{"hello":"receiver"}');
const WAYS = Object.keys(ANSWERS);

/** A receiver on raw connections, which treats each POST in the way that its path names. */
class Receiver {
  /** What each POST that was read whole was treated to, by its number. */
  readonly seen = new Map<number, RogueAnswer['says'][]>();
  readonly #elsewhere: string;

  constructor(elsewhere: string) {
    this.#elsewhere = elsewhere;
  }

  readonly serve = (socket: Socket): void => {
    let pending = '';
    let isSpent = false;
    socket.on('data', (chunk: Buffer) => {
      pending += chunk.toString('latin1');
      for (let end = endOfPost(pending); end > 0; end = endOfPost(pending)) {
        const [, number = '', way = ''] = /^POST \/(\d+)\/(\d+) /.exec(pending) ?? [];
        pending = pending.slice(end);
        const { says, talk } = ANSWERS[WAYS[Number(way)]!]!;
        this.seen.set(Number(number), [...(this.seen.get(Number(number)) ?? []), isSpent ? 'none' : says]);
        if (!isSpent) talk(socket, this.#elsewhere);
        isSpent ||= socket.writableEnded || socket.destroyed;
      }
    });
  };
}

/** Where the first whole POST of the bytes read ends; 0 where none has ended. */
const endOfPost = (bytes: string): number => {
  const at = bytes.indexOf(BODY.toString());
  return at < 0 ? 0 : at + BODY.length;
};

/** All connections that are opened until the end of the test, with what was read from them. */
function watchConnections(): readonly Socket[] {
  const sockets: Socket[] = [];
  const opened = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);
  diagnostics.subscribe('net.client.socket', opened);
  onTestFinished(() => void diagnostics.unsubscribe('net.client.socket', opened));
  return sockets;
}

/** A POST that was never read whole has no answer, and one that took too long is excused on a slow machine. */
function wrongWith(told: PostOutcome, seen: readonly RogueAnswer['says'][]): string[] {
  if (seen.length > 1) return [`sent ${seen.length} times`];
  const [says = 'none'] = seen;
  if (told.is === 'failed')
    return says === 'none' || told.why === 'timeout' ? [] : [`${says}, told is ${told.why}`];
  return told.status === says ? [] : [`${says}, told is ${told.status}`];
}

/** Does some work, and says how long after a timer of its deadline it ended (ms). */
async function timed<T>(work: Promise<T>): Promise<{ done: T; lateMs: number }> {
  let dueAt = Infinity;
  const timer = setTimeout(() => (dueAt = performance.now()), DEADLINE_MS);
  const done = await work;
  clearTimeout(timer);
  return { done, lateMs: Math.max(0, performance.now() - dueAt) };
}

test('whatever its receiver does on the wire, a POST is made once, ends in time and is told by the status that was sent', async () => {
  const elsewhere = await serverTalkingFirst((socket) => socket.end(answer(200, 'followed')));
  const receiver = new Receiver(`http://127.0.0.1:${elsewhere.port}/`);
  const identity = selfSigned('localhost');
  const plain = await serverTalkingFirst(receiver.serve);
  const secure = await tlsServerTalkingFirst(identity, receiver.serve);
  for (const { close } of [elsewhere, plain, secure]) onTestFinished(close);
  const bases = [`http://localhost:${plain.port}`, `https://localhost:${secure.port}`];
  const sockets = watchConnections();
  const post = guardedPost({
    allowed: bases.map((base) => new URL(base).host),
    resolve: async () => ['127.0.0.1'],
    deadlineMs: DEADLINE_MS,
    ca: identity.cert,
  });
  const dice = new Dice(SEED);
  const violations: string[] = [];
  let latestMs = 0;
  const toldRight = new Set<string | undefined>();
  let begun = 0;
  const work = async () => {
    while (begun < CASES) {
      const number = begun++;
      const way = number % WAYS.length;
      const url = `${dice.pick(bases)}/${number}/${way}`;
      const { done, lateMs } = await timed(post(url, {}, BODY));
      violations.push(
        ...wrongWith(done, receiver.seen.get(number) ?? []).map((what) => `${url}, ${WAYS[way]}: ${what}`),
      );
      if (done.is === 'answered' || ANSWERS[WAYS[way]!]!.says === 'none') toldRight.add(WAYS[way]);
      latestMs = Math.max(latestMs, lateMs);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const mostRead = Math.max(...sockets.map(({ bytesRead }) => bytesRead));
  console.log(
    `delivery, rogue receivers: seed ${SEED}, ${CASES} cases, ${sockets.length} connections, ${mostRead} bytes read of one at most, ${Math.round(latestMs)} ms late at most, ${violations.length} violations`,
  );
  expect(violations).toEqual([]);
  expect(elsewhere.connections()).toBe(0);
  expect(mostRead).toBeLessThan(BYTES_MAX);
  expect(latestMs).toBeLessThan(LATE_MS);
  expect(sockets.length).toBeLessThan(CASES);
  expect(WAYS.filter((way) => !toldRight.has(way))).toEqual([]);
});
