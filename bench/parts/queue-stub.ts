import { Worker } from 'node:worker_threads';

/** A queue that takes every message at once and forgets it. */
const QUEUE = `
  const { createHash } = require('node:crypto');
  const { createServer } = require('node:http');
  const { parentPort } = require('node:worker_threads');
  const md5 = (text) => createHash('md5').update(text).digest('hex');
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { Entries } = JSON.parse(Buffer.concat(chunks).toString());
      const Successful = Entries.map(({ Id, MessageBody }) => ({
        ...{ Id, MessageId: Id, MD5OfMessageBody: md5(MessageBody) },
      }));
      response.setHeader('content-type', 'application/x-amz-json-1.0');
      response.end(JSON.stringify({ Successful, Failed: [] }));
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

/** Starts a queue in a thread of its own, so that what it takes is not counted as ours. */
export async function startQueue(): Promise<{ url: string; stop(): Promise<number> }> {
  const worker = new Worker(QUEUE, { eval: true });
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  return { url: `http://127.0.0.1:${port}`, stop: () => worker.terminate() };
}
