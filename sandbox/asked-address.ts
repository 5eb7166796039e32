import type { IncomingMessage } from 'node:http';

/** Where nothing is served. */
const NOWHERE = '/-';

/** The address that a request asks for, below `base`. What is no address, such as `//`, asks for nothing that there is. */
export function askedAddress({ url = '/' }: Pick<IncomingMessage, 'url'>, base = 'http://local'): URL {
  return new URL(URL.canParse(url, base) ? url : NOWHERE, base);
}
