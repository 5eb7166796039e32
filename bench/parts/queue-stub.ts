import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Batch {
  readonly Entries: readonly { readonly Id: string; readonly MessageBody: string }[];
}

/** A queue that takes every message at once and forgets it. */
export async function startQueue(): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { Entries } = JSON.parse(Buffer.concat(chunks).toString()) as Batch;
      const Successful = Entries.map(({ Id, MessageBody }) => ({
        ...{ Id, MessageId: Id, MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') },
      }));
      response.setHeader('content-type', 'application/x-amz-json-1.0');
      response.end(JSON.stringify({ Successful, Failed: [] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
