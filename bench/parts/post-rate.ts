import { Agent, request } from 'node:http';
import { Worker } from 'node:worker_threads';
import { sign } from '../../lib/webhooks/destination.ts';
import { guardedPost } from '../../lib/outgoing/post.ts';
import { Redacted } from '../../lib/text/redacted.ts';
import { against, median, type Result } from '../result.ts';

const AT_ONCE = 32;
const POSTS = 1_000;
/** Until the compiler has done with both. */
const WARM_UP_ROUNDS = 5;
const ROUNDS = 61;

/** A receiver in a thread of its own that answers 200 to everything. */
const RECEIVER = `
  const { createServer } = require('node:http');
  const { parentPort } = require('node:worker_threads');
  const server = createServer((request, response) => request.resume().on('end', () => response.end('ok')));
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

/** B7: signed webhooks a second by the guarded POST, against node:http with kept connections in the same run. */
export async function postRate(): Promise<Result[]> {
  const receiver = new Worker(RECEIVER, { eval: true });
  try {
    const port = await new Promise<number>((resolve) => receiver.once('message', resolve));
    const url = `http://127.0.0.1:${port}/hook`;
    const post = guardedPost({ allowed: [`127.0.0.1:${port}`] });
    const secret = new Redacted(`whsec_${'k'.repeat(43)}`);
    const body = Buffer.from(JSON.stringify({ notificationType: 'DID_RENEW', data: 'x'.repeat(1_000) }));
    const ours = async () => {
      const headers = { 'content-type': 'application/json', 'x-svc-signature': sign(body, secret) };
      const outcome = await post(url, headers, body);
      if (outcome.is !== 'answered') throw new Error(`a POST failed: ${outcome.why}`);
    };
    const agent = new Agent({ keepAlive: true });
    const plain = () =>
      new Promise<void>((resolve, reject) => {
        const headers = { 'content-type': 'application/json', 'content-length': body.length };
        const asked = request(url, { method: 'POST', agent, headers }, (answer) => {
          answer.resume().once('end', resolve);
        });
        asked.once('error', reject).end(body);
      });
    const rounds = { rate: [] as number[], share: [] as number[], ofProcessor: [] as number[] };
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      const [mine, theirs] = [await paceOf(ours), await paceOf(plain)];
      if (round < 0) continue;
      rounds.rate.push(1_000 / mine.ms);
      rounds.share.push(theirs.ms / mine.ms);
      rounds.ofProcessor.push(theirs.processorMs / mine.processorMs);
    }
    agent.destroy();
    const rate = median(rounds.rate).toFixed(0);
    const ofProcessor = median(rounds.ofProcessor).toFixed(2);
    const what = `sign + POST, ${rate} a second, × node:http in the same round (${ofProcessor} by processor time)`;
    return [against('B7', what, median(rounds.share), { least: 0.75 })];
  } finally {
    await receiver.terminate();
  }
}

/** What one call takes: ms that pass, and ms of the sending thread's processor time. */
async function paceOf(call: () => Promise<void>): Promise<{ ms: number; processorMs: number }> {
  const [began, processor] = [performance.now(), process.threadCpuUsage()];
  let left = POSTS;
  const work = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const { user, system } = process.threadCpuUsage(processor);
  return { ms: (performance.now() - began) / POSTS, processorMs: (user + system) / 1_000 / POSTS };
}
