import * as http from 'node:http';
import * as https from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction, Socket } from 'node:net';
import type { Post, PostOutcome } from '../app.ts';
import { WEBHOOK } from '../limits.ts';
import { readAnswer } from './response-body.ts';
import { Forbidden, findTarget } from './ssrf-guard.ts';
import type { Resolve, Target } from './ssrf-guard.ts';
import { resolveName } from './dns.ts';

const HEADER_BYTES_MAX = 16 * 1024;
/** Idle connections are given up sooner than receivers usually do it (5 s), so that no POST meets a closing one. */
const IDLE_MS = 4_000;
const AGENT = { keepAlive: true, timeout: IDLE_MS, autoSelectFamily: true } as const;

/** How a guarded POST is made; all but `allowed` is for tests. */
export interface PostOptions {
  /** `host:port` pairs on loopback that may be called, also by plain http; empty when deployed. */
  readonly allowed: readonly string[];
  readonly resolve?: Resolve;
  /** Where a POST names none; over everything: look-up, connect, TLS, request, answer. */
  readonly deadlineMs?: number;
  /** Authorities to trust instead of the usual ones, PEM. */
  readonly ca?: string;
}

type Response = Pick<Extract<PostOutcome, { is: 'answered' }>, 'status' | 'body'>;

/**
 * POSTs to tenants' addresses behind the guard: once, no redirects, connections kept alive. Only checked addresses are
 * connected to, and the peer is checked again. Nothing is sent twice, not even on
 * a connection that turns out dead.
 */
export function guardedPost(options: PostOptions): Post {
  const { allowed, resolve = resolveName, deadlineMs: usualMs = WEBHOOK.deadlineMs, ca } = options;
  const plain = new http.Agent(AGENT);
  const secure = new https.Agent({ ...AGENT, ca });
  return async (url, headers, body, deadlineMs = usualMs) => {
    const began = performance.now();
    const tookMs = () => Math.round(performance.now() - began);
    const deadline = new Deadline(deadlineMs);
    try {
      const target = await until(deadline, findTarget(url, allowed, resolve));
      const agent = target.url.protocol === 'http:' ? plain : secure;
      const { status, body: answer } = await exchange(target, { agent, headers, body, deadline });
      return { is: 'answered', status, body: answer, tookMs: tookMs() };
    } catch (error) {
      const why = deadline.isOver ? 'timeout' : reasonOf(error);
      return { is: 'failed', why, tookMs: tookMs() };
    } finally {
      deadline.clear();
    }
  };
}

/** Ends what is under way when its time is over. An AbortController would cost a tenth of a delivery's processor time. */
class Deadline {
  isOver = false;
  readonly #timer: NodeJS.Timeout;
  #stop: () => void = () => undefined;

  constructor(ms: number) {
    this.#timer = setTimeout(() => {
      this.isOver = true;
      this.#stop();
    }, ms);
  }

  /** What stops the work that is now under way; what was under way before has ended. */
  stopsWith(stop: () => void): void {
    this.#stop = stop;
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}

interface Exchange {
  readonly agent: http.Agent;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly deadline: Deadline;
}

function exchange(target: Target, { agent, headers, body, deadline }: Exchange): Promise<Response> {
  const { url, host } = target;
  const { request } = url.protocol === 'http:' ? http : https;
  return new Promise((resolve, reject) => {
    const call = request({
      agent,
      headers,
      method: 'POST',
      host,
      port: url.port || null,
      path: url.pathname + url.search,
      lookup: pinned(target.addresses),
      servername: isIP(host) === 0 ? host : '',
      maxHeaderSize: HEADER_BYTES_MAX,
    });
    deadline.stopsWith(() => call.destroy());
    call.on('socket', (socket) => checkPeer(call, socket, target));
    call.on('response', (answer) => resolve(responseOf(answer))); // from now on errors only end the body
    call.on('error', reject);
    call.on('close', reject); // neither an answer nor an error: the protocol was to be switched
    call.end(body.toString('latin1'), 'latin1'); // the same bytes, but as a string they leave in one write with the headers
  });
}

async function responseOf(answer: http.IncomingMessage): Promise<Response> {
  const body = await readAnswer(answer);
  return { status: answer.statusCode ?? 0, body };
}

/** The pinned look-up leaves no other peer; should there ever be one, nothing is sent to it. */
function checkPeer(call: http.ClientRequest, socket: Socket, { permits }: Target): void {
  const check = () => {
    if (!permits(socket.remoteAddress ?? '')) call.destroy(new Forbidden('the peer is not permitted'));
  };
  if (socket.connecting) socket.once('connect', check);
  else check();
}

/** A look-up that knows only the checked addresses: what a name server says between check and connect is never asked. */
function pinned(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, _options, done) => done(null, all); // agents that choose the family ask for all
}

function until<T>(deadline: Deadline, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    deadline.stopsWith(() => reject(new Error('the deadline is over')));
    work.then(resolve, reject);
  });
}

/** Words for the tenant: the guard's own, or the system's code such as ECONNREFUSED; never an address. */
function reasonOf(error: unknown): string {
  if (error instanceof Forbidden) return `forbidden: ${error.message}`;
  if (error instanceof Error && 'code' in error) return String(error.code);
  return 'connection closed';
}
