import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../clock.ts';
import { askedAddress } from '../asked-address.ts';
import { refuseForeign } from '../refuse-foreign.ts';
import { KEEP_RESTING_CONNECTIONS } from '../resting-connections.ts';
import { Rates } from '../rates/rates.ts';
import { Behaviour } from './behaviour.ts';
import type { Behave } from './behaviour.ts';
import { Store } from './store.ts';
import { addCompany, addInboxes } from './company.ts';
import type { CompanyOptions, Inbox } from './company.ts';
import type { AcctCompany } from './records.ts';
import { behave, invoices, steer } from './control.ts';
import type { InvoiceReport } from './control.ts';
import { Refused } from './http.ts';
import type { Answer, ApiRequest } from './http.ts';
import { servePdf } from './pdf.ts';
import { provide } from './provider.ts';
import type { Fate, World } from './provider.ts';
import { Rate } from './rate.ts';

const START: Answer = {
  status: 200,
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body: Buffer.from(
    `The invoicing provider's sandbox. Its API is below /oauth and /v4, what steers it below /sandbox, such as
/sandbox/invoices; the central bank's bulletins are below /kurlar, the newest one at /kurlar/today.xml.
`,
  ),
};

/** The invoicing provider on this machine. */
export interface AcctSandbox {
  readonly url: string;
  /** Where the central bank's bulletins are: `today.xml`, `202601/30012026.xml`. */
  readonly ratesUrl: string;
  readonly port: number;
  /** Adds a company, or answers the one of that number. */
  addCompany(options?: CompanyOptions): AcctCompany;
  companies(): readonly AcctCompany[];
  /** Registers a taxpayer with a company's provider, who must get e-invoices from then on. */
  register(companyId: string, taxNumber: string, inboxes?: readonly Inbox[]): void;
  /** Every sales invoice with its documents, oldest first. */
  invoices(): readonly InvoiceReport[];
  behave(rule: Behave): void;
  resetBehaviour(): void;
  /** Answers a call as if it had come over the network. */
  answer(call: AcctCall): AcctOutcome;
  /** Ends it, and every connection with it. */
  stop(): Promise<void>;
}

/** A call of the sandbox, read in full; header names in lower case. */
export type AcctCall = Omit<ApiRequest, 'path'>;

/** What is sent in answer to a call; `silence` for nothing, `lost` for an answer on whose way the connection breaks. */
export type AcctOutcome =
  | {
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Buffer | string;
    }
  | 'silence'
  | 'lost';

const mostBytes = 1024 * 1024;

/**
 * Starts the invoicing provider with the central bank's rates; rejects if the port is taken. All time is the clock's.
 * With a file, changes are on disk before the answer is sent, and a restart resumes from there; behaviour and rate
 * limits start fresh. PDF files are served on the same port under the machine's other name (`localhost` or
 * `127.0.0.1`).
 */
export async function startAcctSandbox(options: {
  port?: number;
  host?: string;
  clock: Clock;
  dataFile?: string;
}): Promise<AcctSandbox> {
  const store = new Store(options.dataFile);
  const now = (): number => options.clock.now();
  const world: World = { store, behaviour: new Behaviour(), rate: new Rate(), rates: new Rates(now), now };
  const server = createServer(
    KEEP_RESTING_CONNECTIONS,
    refuseForeign((request, response) => {
      void read(request)
        .then((call) => outcomeOf(world, call))
        .catch((error: unknown) => {
          process.emitWarning(error instanceof Error ? error : String(error));
          return written({ status: 500, body: { error: 'The sandbox failed.' } });
        })
        .then((outcome) => send(response, outcome));
    }),
  );
  const host = options.host ?? '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      store.close();
      reject(error);
    });
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://${host}:${port}`,
    ratesUrl: `http://${host}:${port}/kurlar`,
    port,
    addCompany: (company) => store.together(() => addCompany(store, now(), company)),
    companies: () => store.companies.all(),
    register: (companyId, taxNumber, inboxes) =>
      store.together(() => addInboxes(store, now(), companyId, taxNumber, inboxes)),
    invoices: () => invoices(world),
    behave: (rule) => behave(world, rule),
    resetBehaviour: () => world.behaviour.reset(),
    answer: (call) => outcomeOf(world, call),
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      store.close();
    },
  };
}

function outcomeOf(world: World, call: AcctCall): AcctOutcome {
  const fate = fateOf(world, call);
  if (fate.is === 'answer') return written(fate.answer);
  return fate.is;
}

function fateOf(world: World, call: AcctCall): Fate {
  const request = { ...call, path: call.url.pathname.split('/').filter(Boolean).map(unescaped) };
  try {
    if (request.path.length === 0) return { is: 'answer', answer: START };
    if (request.path[0] === 'sandbox') return { is: 'answer', answer: steer(world, request) };
    if (request.path[0] === 'kurlar')
      return { is: 'answer', answer: bulletinAt(world, request.path.slice(1).join('/')) };
    if (request.path[0] === 'files')
      return { is: 'answer', answer: servePdf(world.store, request, world.now()) };
    return provide(world, request, fileOrigin(request.url));
  } catch (error) {
    if (error instanceof Refused) return { is: 'answer', answer: error.answer };
    throw error;
  }
}

function bulletinAt({ rates }: World, path: string): Answer {
  const { status, type, body } = rates.answer(path);
  return { status, headers: { 'Content-Type': type }, body: Buffer.from(body) };
}

async function read(incoming: IncomingMessage): Promise<AcctCall> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= mostBytes) chunks.push(chunk);
  }
  const url = askedAddress(incoming, `http://${incoming.headers.host ?? 'localhost'}`);
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
  return { method: incoming.method ?? 'GET', url, headers, body: Buffer.concat(chunks) };
}

function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Another host than the one that was called, and the same machine. */
function fileOrigin(url: URL): string {
  return `http://${url.hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:${url.port}`;
}

function written({ status, headers = {}, body }: Answer): Exclude<AcctOutcome, string> {
  if (body === undefined) return { status, headers, body: '' };
  const type = { 'Content-Type': 'application/vnd.api+json; charset=utf-8' };
  return {
    status,
    headers: { ...type, ...headers },
    body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
  };
}

function send(response: ServerResponse, outcome: AcctOutcome): void {
  if (outcome === 'silence') return;
  if (outcome === 'lost') response.socket?.destroy();
  else response.writeHead(outcome.status, outcome.headers).end(outcome.body);
}
