import { createServer, type ServerResponse } from 'node:http';
import { listen } from '../../support/world/loopback.ts';

/** A receiver that takes a webhook's connection and gives nothing for it; a way for each path. */
const BEHAVIOURS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/hang': () => undefined,
  '/redirect': (response) => response.writeHead(307, { location: '/redirect' }).end(),
  '/endless': (response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write('x'.repeat(1_000)), 50);
    response.on('close', () => clearInterval(drip));
  },
  '/slow-headers': (response) => {
    const socket = response.socket;
    const drip = setInterval(() => socket?.write('X'), 100);
    response.on('close', () => clearInterval(drip));
  },
};

export interface HostileReceiver {
  readonly host: string;
  /** Does all of it in turn, so that three time-outs never come in a row. */
  readonly url: string;
  /** Begins, or ends, being hostile: before and after, everything is answered at once. */
  attack(isOn: boolean): void;
  stop(): Promise<void>;
}

export async function startHostileReceiver(): Promise<HostileReceiver> {
  let isOn = false;
  let asked = 0;
  const behaviours = Object.values(BEHAVIOURS);
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      if (isOn) behaviours[asked++ % behaviours.length]?.(response);
      else response.end('ok');
    });
  });
  const { host, url, stop } = await listen(server);
  return {
    host,
    url: `${url}/hooks`,
    attack(on) {
      isOn = on;
      if (!on) server.closeAllConnections();
    },
    stop,
  };
}
