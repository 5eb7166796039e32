import { createServer } from 'node:net';

/** API, control, payment provider, invoicing provider and inbox. */
const CONSECUTIVE = 5;
/** Below the range of ephemeral ports, so that nothing takes a port between its test and its use. */
const SINGLE = { lowest: 10_000, highest: 20_000 };
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** The ports in use among five consecutive ones. */
export async function portsInUse(first: number): Promise<number[]> {
  const ports = Array.from({ length: CONSECUTIVE }, (_, offset) => first + offset);
  const taken = await Promise.all(ports.map(isTaken));
  return ports.filter((_, index) => taken[index]);
}

/** The first of five consecutive free ports. */
export async function fiveFreePorts(): Promise<number> {
  for (;;) {
    const first = LOWEST + Math.floor((Math.random() * (HIGHEST - LOWEST)) / CONSECUTIVE) * CONSECUTIVE;
    if ((await portsInUse(first)).length === 0) return first;
  }
}

/** A free port for what is started a moment later. */
export async function freePort(): Promise<number> {
  const { lowest, highest } = SINGLE;
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (!(await isTaken(port))) return port;
  }
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(true));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(false)));
  });
}
