import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { answer, drip } from '../../behaviour/webhooks/servers.ts';

/** What a receiver does with one POST that it has read, and what of it reaches the sender. */
export interface RogueAnswer {
  readonly talk: (socket: Socket, elsewhere: string) => void;
  /** The status the sender is to record; `none` where no final answer can be read. */
  readonly says: number | 'none';
}

const KB = 1024;
const BOMB = gzipSync(Buffer.alloc(4 * KB * KB));
const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

const writes = (says: RogueAnswer['says'], text: string): RogueAnswer => ({
  says,
  talk: (socket) => void socket.write(text),
});

const ends = (says: RogueAnswer['says'], text: string): RogueAnswer => ({
  says,
  talk: (socket) => void socket.end(text),
});

/** Writes `begin`, and then `again` for as long as it is taken. */
const pours = (says: RogueAnswer['says'], begin: string, again: string): RogueAnswer => ({
  says,
  talk(socket) {
    const pour = () => {
      while (!socket.destroyed && socket.write(again));
    };
    socket.on('drain', pour);
    socket.write(begin);
    pour();
  },
});

const drips = (says: RogueAnswer['says'], begin: string, again: string): RogueAnswer => ({
  says,
  talk(socket) {
    socket.write(begin);
    drip(socket, '', 10, again);
  },
});

const redirects = (status: number, to: (elsewhere: string) => string): RogueAnswer => ({
  says: status,
  talk: (socket, elsewhere) => void socket.write(answer(status, '', `Location: ${to(elsewhere)}\r\n`)),
});

const limits = (retryAfter: string) => writes(429, answer(429, 'later', `Retry-After: ${retryAfter}\r\n`));

/** Answers with a 2xx, and how each of them is less than well made. */
const ACCEPTING = {
  plainly: writes(200, answer(200, 'ok')),
  'without a body': writes(204, 'HTTP/1.1 204 No Content\r\n\r\n'),
  'with another 2xx': writes(207, answer(207, 'ok')),
  'and closes, as announced': ends(200, answer(200, 'ok', 'Connection: close\r\n')),
  'and closes unannounced': ends(200, answer(200, 'ok')),
  'and closes a moment later': {
    says: 200,
    talk(socket) {
      socket.write(answer(200, 'ok'));
      setTimeout(() => socket.destroy(), 3);
    },
  },
  'after 100 and 103': writes(
    201,
    `HTTP/1.1 100 Continue\r\n\r\n${'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(3)}${answer(201, 'ok')}`,
  ),
  'with a body that is cut off': ends(200, `${OK}Content-Length: 999\r\n\r\nhalf`),
  twice: writes(200, answer(200, 'ok').repeat(2)),
  'with more body than announced': writes(200, `${OK}Content-Length: 2\r\n\r\nok and much more`),
  'with a body without end': pours(200, `${OK}\r\n`, 'x'.repeat(64 * KB)),
  'with tiny chunks that are hardly a body': pours(200, CHUNKED, `1;${'x'.repeat(10 * KB)}\r\nx\r\n`),
  'with trailers without end': pours(200, `${CHUNKED}0\r\n`, `X-Trailer: ${'x'.repeat(KB)}\r\n`),
  'with a body byte by byte': drips(200, `${OK}Content-Length: 9999\r\n\r\n`, 'x'),
  'with a gzip bomb': {
    says: 200,
    talk(socket) {
      socket.write(`${OK}Content-Encoding: gzip\r\nContent-Length: ${BOMB.length}\r\n\r\n`);
      socket.write(BOMB);
    },
  },
} as const satisfies Record<string, RogueAnswer>;

/** Everything else: refusals, redirects and what is no answer at all. */
const REFUSING = {
  'redirects to this machine': redirects(307, (elsewhere) => elsewhere),
  'redirects for good to this machine': redirects(308, (elsewhere) => elsewhere),
  'redirects to the metadata address': redirects(302, () => 'http://169.254.169.254/latest/meta-data/'),
  'redirects to itself': redirects(301, () => '/hook'),
  'does not understand': writes(400, answer(400, 'what?')),
  'has nothing here': writes(404, answer(404, '')),
  'is gone for good': writes(410, answer(410, 'gone')),
  'is limited for a second': limits('1'),
  'is limited until a date': limits('Wed, 21 Oct 2099 07:28:00 GMT'),
  'is limited for ever': limits('99999999999999999999'),
  'is limited until before': limits('-1'),
  fails: writes(500, answer(500, 'sorry')),
  'fails and closes unannounced': ends(503, answer(503, 'busy')),
  'closes without a word': { says: 'none', talk: (socket) => void socket.end() },
  'resets the connection': {
    says: 'none',
    talk: (socket) => void (socket instanceof TLSSocket ? socket.destroy() : socket.resetAndDestroy()),
  },
  'breaks off within the headers': ends('none', `${OK}Content-Le`),
  'sends headers without end': pours('none', OK, `X-Flood: ${'x'.repeat(KB)}\r\n`),
  'sends a status line without end': pours('none', 'HTTP/1.1 200 ', 'x'.repeat(KB)),
  'sends headers byte by byte': drips('none', `${OK}X: `, 'x'),
  'only ever begins to answer': pours('none', '', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)),
  'switches the protocol': writes('none', 'HTTP/1.1 101 No\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'),
  'sends two lengths': writes('none', `${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok`),
  'sends no HTTP': writes('none', '\x00\x01\x02 hello\r\n\r\n'),
  'stays silent': { says: 'none', talk: () => undefined },
} as const satisfies Record<string, RogueAnswer>;

export const ANSWERS: Readonly<Record<string, RogueAnswer>> = { ...ACCEPTING, ...REFUSING };
