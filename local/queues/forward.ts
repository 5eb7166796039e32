import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';

/** A complete HTTP answer. */
export interface Outcome {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Hop-by-hop headers. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'expect']);

const agent = new Agent({ keepAlive: true });

/**
 * Forwards an AWS call to an emulator and reads its answer. All calls go to the root path: the action is in a header.
 * The call is carried out even if the caller goes away.
 */
export function forward(request: IncomingMessage, body: Buffer, to: string): Promise<Outcome> {
  const headers = { ...messageHeaders(request), 'content-length': String(body.length) };
  return new Promise((resolve, reject) => {
    const onward = httpRequest(to, { agent, method: request.method ?? 'POST', headers }, (answer) => {
      bodyOf(answer).then(
        (bytes) =>
          resolve({ status: answer.statusCode ?? 502, headers: messageHeaders(answer), body: bytes }),
        reject,
      );
    });
    onward.on('error', reject);
    onward.end(body);
  });
}

/** The whole body of a request or an answer. */
export async function bodyOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Sends an answer with its length. */
export function send(response: ServerResponse, { status, headers, body }: Outcome): void {
  response.writeHead(status, { ...headers, 'content-length': String(body.length) }).end(body);
}

function messageHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !OF_CONNECTION.has(name))
      .map(([name, value]) => [name, String(value)]),
  );
}
