import { isOnThisMachine } from '../text/this-machine.ts';
import { invalid } from './read.ts';

/** The address of a sandbox on this machine, which a service there may call: nobody else chooses where our calls go. */
export function sandboxAddress(given: string | undefined, localRun: boolean): string | undefined {
  if (given === undefined) return undefined;
  if (!localRun || !isOnThisMachine(given))
    throw invalid({
      field: 'baseUrl',
      message: 'must be left out: it names a sandbox beside a service on the same machine',
    });
  return given;
}
