import { connect } from 'node:net';

/** The first line of the answer to a GET of anything, which need not be an address; `closed` where there is no answer. */
export function statusLine(port: number, target: string): Promise<string> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`),
    );
    socket.once('data', (chunk) => done(chunk.toString().split('\r\n')[0] ?? ''));
    socket.once('error', (error) => done(error.message)).once('close', () => done('closed'));
  });
}
