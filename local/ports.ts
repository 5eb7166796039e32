import { createServer } from 'node:net';

/** API, control, payment provider, invoicing provider and inbox. */
const CONSECUTIVE = 5;
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** The ports in use among five consecutive ones. */
export async function portsInUse(first: number): Promise<number[]> {
  const ports = Array.from({ length: CONSECUTIVE }, (_, offset) => first + offset);
  const taken = await Promise.all(ports.map(isTaken));
  return ports.filter((_, index) => taken[index]);
}

/** The first of five consecutive free ports, from below the range that systems give out by themselves. */
export async function fiveFreePorts(): Promise<number> {
  for (;;) {
    const first = LOWEST + Math.floor((Math.random() * (HIGHEST - LOWEST)) / CONSECUTIVE) * CONSECUTIVE;
    if ((await portsInUse(first)).length === 0) return first;
  }
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(true));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(false)));
  });
}
