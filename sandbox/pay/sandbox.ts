import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../clock.ts';
import { Behaviours } from './behaviour.ts';
import { Calls } from './calls.ts';
import { addMerchant, changeMerchant, merchantOf, type MerchantOptions } from './merchants.ts';
import { deliver } from './notifications.ts';
import { chargeDue, expireDue, retryDue } from './orders.ts';
import type { Job } from './records.ts';
import { refundDeferred } from './refunds.ts';
import { Schedule } from './schedule.ts';
import type { Outcome } from './api.ts';
import type { Call } from './http.ts';
import { answerCall, payServer } from './server.ts';
import { Store } from './store.ts';
import type { Fetch, World } from './world.ts';

/** How a sandbox payment provider is started. */
export interface PaySandboxOptions {
  /** 0, and so any free port, unless given. */
  readonly port?: number;
  readonly host?: string;
  readonly clock: Clock;
  /** Keeps everything in this file and goes on from it; in memory only where absent. */
  readonly dataFile?: string;
  /** Where browsers and merchants reach the sandbox, if not at its own address. */
  readonly apiBaseUrl?: string;
  /** What carries notifications to merchants; the network unless given. */
  readonly fetch?: Fetch;
}

/** What a merchant signs its calls with. */
export interface PayCredentials {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly merchantId: string;
}

/** A payment provider on this machine. */
export interface PaySandbox {
  readonly url: string;
  addMerchant(options?: MerchantOptions): PayCredentials;
  /** Where an account's notifications go, null for nowhere, and whether they are signed. */
  setNotifications(apiKey: string, options: { url?: string | null; signed?: boolean }): void;
  /** Answers a call as if it had come over the network. */
  answer(call: Call): Promise<Outcome>;
  /** Stops it; scheduled work is cancelled, and resumed by a sandbox started from the same file. */
  stop(): Promise<void>;
}

/** Starts a payment provider that speaks the real one's contract. Rejects where the port is taken. */
export async function startPaySandbox(options: PaySandboxOptions): Promise<PaySandbox> {
  const store = new Store(options.dataFile);
  const stopping = new AbortController();
  const schedule = new Schedule(options.clock, store, (job) => perform(world, job, stopping.signal));
  const world: World = {
    clock: options.clock,
    store,
    behaviour: new Behaviours(),
    calls: new Calls(options.clock),
    url: () => options.apiBaseUrl ?? url,
    later: (job) => schedule.add(job),
    fetch: options.fetch ?? fetch,
  };
  const server = payServer(world);
  const host = options.host ?? '127.0.0.1';
  server.listen(options.port ?? 0, host);
  await once(server, 'listening').catch((error: unknown) => {
    store.close();
    throw error;
  });
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  schedule.resume();

  return {
    url,
    addMerchant: (options = {}) => {
      const { apiKey, secretKey, merchantId } = addMerchant(world, options);
      return { apiKey, secretKey, merchantId };
    },
    setNotifications: (apiKey, options) => {
      const merchant = merchantOf(world, apiKey);
      if (!merchant) throw new Error('There is no merchant with this API key.');
      changeMerchant(world, merchant, { notificationUrl: options.url, signed: options.signed });
    },
    answer: (call) => answerCall(world, call),
    stop: async () => {
      schedule.stop();
      stopping.abort();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      store.close();
    },
  };
}

function perform(world: World, job: Job, signal: AbortSignal): (() => void) | Promise<() => void> {
  const order = job.orderReferenceCode ?? '';
  switch (job.kind) {
    case 'charge':
      return () => chargeDue(world, job.subject, order);
    case 'retry':
      return () => retryDue(world, job.subject, order);
    case 'expire':
      return () => expireDue(world, job.subject);
    case 'refund':
      return () => refundDeferred(world, job.subject);
    case 'notify':
      return deliver(world, job.subject, signal);
  }
}
