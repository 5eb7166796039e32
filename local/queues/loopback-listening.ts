import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Node announces here each server that is about to listen, with the options that it goes by. */
const LISTENING = 'tracing:net.server.listen:asyncStart';
const LOOPBACK = '127.0.0.1';

interface Announced {
  readonly options: { host?: string };
}

/** Starts what would listen on all of the machine's addresses, as the queue engine does whatever its options say, on loopback. */
export async function onLoopback<T>(start: () => Promise<T>): Promise<T> {
  const narrow = (announced: unknown) => {
    (announced as Announced).options.host = LOOPBACK;
  };
  subscribe(LISTENING, narrow);
  try {
    return await start();
  } finally {
    unsubscribe(LISTENING, narrow);
  }
}
