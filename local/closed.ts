import type { Server } from 'node:http';

/** Closes a server and every connection to it. */
export function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
