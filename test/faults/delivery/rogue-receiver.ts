import { createServer, type Socket } from 'node:net';
import { createSecureContext, createServer as createTlsServer } from 'node:tls';
import { selfSigned } from '../../webhooks/certificate.ts';
import { answer } from '../../webhooks/servers.ts';
import { listen } from '../../world/loopback.ts';
import { Dice } from './dice.ts';
import { ANSWERS, drawAnswer, type RogueAnswer } from './rogue-answers.ts';

/** One whole POST as the receiver read it, and how it treated it. */
export interface RoguePost {
  readonly at: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly way: string;
  readonly says: RogueAnswer['says'];
}

/** The statuses of connections that are answered before anything was asked; no whole POST is known to belong to them. */
export const UNASKED: readonly number[] = [299, 599];

/** How likely a receiver treats a connection or a POST in which way. */
export interface Nature {
  readonly seed: number;
  /** The share of its answers that are a 2xx. */
  readonly accepting: number;
  /** The share of connections that are not even listened to. */
  readonly deaf: number;
  /** Whether it is plain and good to every POST. */
  readonly good: boolean;
}

/** A tenant's receiver on raw connections. What an event's n-th POST meets follows from the seed alone. */
export class RogueReceiver {
  readonly history: RoguePost[] = [];
  readonly #nature: Nature;
  readonly #now: () => number;
  readonly #elsewhere: string;
  readonly #sockets = new Set<Socket>();
  readonly #door: Dice;
  #stop: () => Promise<void> = async () => undefined;
  port = 0;

  constructor(nature: Nature, now: () => number, elsewhere: string) {
    this.#nature = nature;
    this.#now = now;
    this.#elsewhere = elsewhere;
    this.#door = new Dice(nature.seed);
  }

  async openPlain(): Promise<void> {
    await this.#listen(createServer((socket) => this.#takeIn(socket)));
  }

  /** Over TLS under a name; the certificate of a deaf connection is somebody else's. Answers the one to trust. */
  async openTls(name: string): Promise<string> {
    const [own, other] = [selfSigned(name), selfSigned('other.example')];
    const contexts = [own, other].map((identity) => createSecureContext(identity));
    const isDeaf = () => this.#door.chance(this.#nature.deaf);
    const server = createTlsServer({
      ...own,
      SNICallback: (_name, done) => done(null, contexts[isDeaf() ? 1 : 0]),
    });
    server.on('tlsClientError', () => undefined);
    server.on('connection', (socket: Socket) => this.#keep(socket));
    server.on('secureConnection', (socket: Socket) => this.#serve(socket));
    await this.#listen(server);
    return own.cert;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await this.#stop();
  }

  async #listen(server: ReturnType<typeof createServer>): Promise<void> {
    const { port, stop } = await listen(server);
    this.port = port;
    this.#stop = stop;
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  }

  #takeIn(socket: Socket): void {
    this.#keep(socket);
    if (!this.#door.chance(this.#nature.deaf)) return this.#serve(socket);
    const [accepts = 0, refuses = 0] = UNASKED;
    this.#door.pick([
      () => socket.destroy(),
      () => socket.resetAndDestroy(),
      () => socket.end(answer(accepts, 'whatever it is')),
      () => socket.end(answer(refuses, 'whatever it is')),
    ])();
  }

  #serve(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    let pending = Buffer.alloc(0);
    let isSpent = false;
    socket.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      for (let whole = requestIn(pending); whole; whole = requestIn(pending)) {
        pending = pending.subarray(whole.bytes);
        const way = isSpent ? 'comes over a connection that had ended' : this.#wayOf(whole);
        const { says, talk } = ANSWERS[way] ?? { says: 'none', talk: () => undefined };
        this.history.push({ at: this.#now(), headers: whole.headers, body: whole.body, way, says });
        talk(socket, this.#elsewhere);
        isSpent ||= socket.writableEnded || socket.destroyed;
      }
    });
  }

  #wayOf({ headers, body }: Request): string {
    if (this.#nature.good) return 'plainly';
    const { attempt } = JSON.parse(body) as { attempt: number };
    const dice = new Dice(hashOf(`${this.#nature.seed} ${headers['x-svc-event-id'] ?? ''} ${attempt}`));
    return drawAnswer(dice, this.#nature.accepting);
  }
}

interface Request {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly bytes: number;
}

/** The first whole request among some bytes. */
function requestIn(bytes: Buffer): Request | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [, ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const whole = end + 4 + Number(headers['content-length']);
  if (bytes.length < whole) return undefined;
  return { headers, body: bytes.toString('utf8', end + 4, whole), bytes: whole };
}

function hashOf(text: string): number {
  return Buffer.from(text).reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5);
}
