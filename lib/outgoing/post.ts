import * as http from 'node:http';
import * as https from 'node:https';
import type { IncomingMessage } from 'node:http';
import { WEBHOOK } from '../limits.ts';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { PostOutcome } from '../billing/delivery.ts';
import { limitInterimAnswers } from './answer-floods.ts';
import type { Post } from '../runtime/app.ts';
import { Forbidden, findTarget, type Resolve, type Target } from './guard.ts';
import { userAgentOf } from './user-agent.ts';
import { resolveName } from './dns.ts';

/** A body in smaller pieces than this many make of 16 KB is cut: each may come with as much again that is no body. */
const PIECES_MAX = 1_024;

/**
 * The beginning of an answer's body, at most 16 KB, without decompression. However the body ends (complete, too long,
 * reset, deadline), what has arrived is the result, because the status is known.
 */
export function readAnswer(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    const finish = () => {
      const [first] = chunks;
      const all = chunks.length === 1 && first ? first : Buffer.concat(chunks);
      resolve(all.toString('utf8', 0, WEBHOOK.answerBytesRead));
    };
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= WEBHOOK.answerBytesRead || chunks.length >= PIECES_MAX) answer.destroy();
    });
    answer.on('error', finish);
    answer.on('close', finish);
  });
}

const HEADER_BYTES_MAX = 16 * 1024;
/** Shorter than the usual keep-alive of receivers (5 s), so that no POST meets a closing connection. */
const IDLE_MS = 4_000;
const AGENT = { keepAlive: true, timeout: IDLE_MS, autoSelectFamily: true } as const;

/** How guarded POSTs are made; all but `allowed` and `userAgent` is for tests. */
export interface PostOptions {
  /** `host:port` pairs on loopback that may be called, also over plain http; empty when deployed. */
  readonly allowed: readonly string[];
  /** How they name the service. */
  readonly userAgent?: string;
  readonly resolve?: Resolve;
  /** The default deadline over everything: look-up, connect, TLS, request, answer. */
  readonly deadlineMs?: number;
  /** Certificate authorities to trust instead of the default ones, PEM. */
  readonly ca?: string;
}

type Response = Pick<Extract<PostOutcome, { is: 'answered' }>, 'status' | 'body'>;

/**
 * POSTs to tenants' addresses behind the SSRF guard: once, without redirects, over kept-alive connections. Connects to
 * checked addresses only, and checks the peer again. Nothing is sent twice, not even on a dead connection.
 */
export function guardedPost(options: PostOptions): Post {
  const { userAgent = userAgentOf() } = options;
  const { allowed, resolve = resolveName, deadlineMs: defaultDeadlineMs = WEBHOOK.deadlineMs, ca } = options;
  const plain = new http.Agent(AGENT);
  const secure = new https.Agent({ ...AGENT, ca });
  return async (url, headers, body, deadlineMs = defaultDeadlineMs, overdue) => {
    const began = performance.now();
    const tookMs = () => Math.round(performance.now() - began);
    const deadline = new Deadline(deadlineMs);
    const timer = overdue && setTimeout(overdue.tell, overdue.afterMs);
    try {
      const target = await until(deadline, findTarget(url, allowed, resolve));
      const agent = target.url.protocol === 'http:' ? plain : secure;
      const { status, body: answer } = await postOnce(target, {
        agent,
        headers: { 'User-Agent': userAgent, ...headers },
        body,
        deadline,
      });
      return { is: 'answered', status, body: answer, tookMs: tookMs() };
    } catch (error) {
      const why = deadline.isOver ? 'timeout' : reasonOf(error);
      return { is: 'failed', why, tookMs: tookMs() };
    } finally {
      deadline.clear();
      clearTimeout(timer);
    }
  };
}

/** Aborts the current work at its deadline. An AbortController would cost a tenth of a delivery's CPU time. */
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

  /** Sets how to stop the work that begins now; the work before it has ended. */
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

function postOnce(target: Target, { agent, headers, body, deadline }: Exchange): Promise<Response> {
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
    limitInterimAnswers(call, () => new Forbidden('too many interim answers'));
    call.on('response', (answer) => resolve(responseOf(answer))); // later errors only end the body
    call.on('error', reject);
    call.on('close', reject); // neither answer nor error: a protocol switch
    call.end(body.toString('latin1'), 'latin1'); // as a string the same bytes go out in one write with the headers
  });
}

async function responseOf(answer: http.IncomingMessage): Promise<Response> {
  const body = await readAnswer(answer);
  return { status: answer.statusCode ?? 0, body };
}

/** The pinned look-up permits no other peer; if one should appear, nothing is sent to it. */
function checkPeer(call: http.ClientRequest, socket: Socket, { permits }: Target): void {
  const check = () => {
    if (!permits(socket.remoteAddress ?? '')) call.destroy(new Forbidden('the peer is not permitted'));
  };
  if (socket.connecting) socket.once('connect', check);
  else check();
}

/** A look-up that returns the checked addresses only, so that a DNS answer cannot change between check and connect. */
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

/** The reason for the tenant: the guard's own words, or a system code such as ECONNREFUSED; never an address. */
function reasonOf(error: unknown): string {
  if (error instanceof Forbidden) return `forbidden: ${error.message}`;
  if (error instanceof Error && 'code' in error) return String(error.code);
  return 'connection closed';
}
