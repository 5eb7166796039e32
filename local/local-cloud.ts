import type { MovableClock } from '../sandbox/clock.ts';
import { startCloud, type Cloud } from './cloud.ts';
import { fiveFreePorts, portsInUse } from './ports.ts';
import type { DemoTenant } from './demo-tenant.ts';
import { synthesise } from './template/synthesise.ts';

/** How a local cloud is started; everything has a default. */
export interface LocalCloudOptions {
  /** The first of five consecutive ports, or any that are free. */
  readonly ports?: number | 'free';
  /** Keeps everything in this folder; in memory unless given. */
  readonly data?: string | undefined;
  /** `host:port` pairs on this machine that tenants' URLs may name besides the inbox. */
  readonly allow?: readonly string[];
  /** Makes the tenants; none unless given. */
  readonly seed?: (cloud: Cloud) => Promise<DemoTenant[]>;
  /** A stack that is synthesised already; this repository's own unless given. */
  readonly assembly?: string;
  readonly progress?: (line: string) => void;
  /** Where a refused permission is reported; standard error unless given. */
  readonly complain?: (line: string) => void;
}

/** What `stack.json` says. */
export interface Stack {
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly payUrl: string;
  readonly acctUrl: string;
  readonly inboxUrl: string;
  readonly mailUrl: string;
  readonly senderDomain: string | null;
  readonly docsUrl: string;
  readonly dynamodbEndpoint: string;
  readonly tableName: string;
  readonly bucketUrl: string | null;
  readonly ratesUrl: string;
  readonly awsUrl: string;
  readonly keyId: string;
  readonly queueUrls: Readonly<Record<string, string>>;
  readonly loopbackAllowed: readonly string[];
  readonly tenants: readonly DemoTenant[];
}

/** A running local cloud. */
export interface LocalCloud {
  readonly stack: Stack;
  readonly clock: MovableClock;
  readonly cloud: Cloud;
  /** Calls the control port. Throws with its own words where it refuses. */
  control<T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<T>;
  stop(): Promise<void>;
}

/** Some of the requested ports are in use. */
export class PortsInUse extends Error {}

/** Starts a local cloud in this process: synthesis, emulators, functions, sandboxes, tenants. */
export async function startLocalCloud(options: LocalCloudOptions = {}): Promise<LocalCloud> {
  const { ports = 'free', data, allow = [], seed, progress = () => undefined, complain } = options;
  const port = ports === 'free' ? await fiveFreePorts() : ports;
  const taken = await portsInUse(port);
  if (taken.length > 0) throw new PortsInUse(`port ${taken.join(', ')} in use`);
  const assembly = options.assembly ?? (await synthesise(progress));
  const cloud = await startCloud({
    port,
    assembly,
    dataFolder: data,
    allow,
    progress,
    ...(complain && { complain }),
  });
  try {
    if (seed) progress('seeding the demo tenants');
    const tenants = seed ? await seed(cloud) : [];
    return { stack: stackOf(cloud, tenants), clock: cloud.clock, cloud, control, stop: () => cloud.stop() };
  } catch (error) {
    await cloud.stop();
    throw error;
  }

  async function control<T>(method: string, path: string, body?: object): Promise<T> {
    const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await fetch(cloud.controlUrl + path, { method, ...sent });
    const result = (await answer.json()) as T & { error?: string };
    if (!answer.ok) throw new Error(result.error ?? `${method} ${path} answered ${answer.status}`);
    return result;
  }
}

function stackOf(cloud: Cloud, tenants: readonly DemoTenant[]): Stack {
  const {
    baseUrl,
    controlUrl,
    payUrl,
    acctUrl,
    inboxUrl,
    mailUrl,
    senderDomain,
    bucketUrl,
    ratesUrl,
    dynamodbEndpoint,
    tableName,
  } = cloud;
  const { awsUrl, keyId, queueUrls, loopbackAllowed } = cloud;
  return {
    baseUrl,
    controlUrl,
    payUrl,
    acctUrl,
    inboxUrl,
    mailUrl,
    senderDomain,
    docsUrl: `${baseUrl}/docs`,
    dynamodbEndpoint,
    tableName,
    bucketUrl,
    ratesUrl,
    awsUrl,
    keyId,
    queueUrls,
    loopbackAllowed,
    tenants,
  };
}
