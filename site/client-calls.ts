import { billing } from '../client/src/billing.ts';
import { OPERATIONS } from '../client/src/generated.ts';
import { LOCAL_WAYS, WAYS } from '../client/src/names.ts';
import type { InTypeScript } from './reference.ts';

const client = billing({ baseUrl: 'https://billing.example', apiKey: 'key', apiSecret: 'secret' });

/** The methods of the client by what they call: each is named for its operation, `subscribersGet` for `subscribers.get`. */
const METHODS: ReadonlyMap<string, string> = new Map(
  Object.entries(client).flatMap(([part, calls]): [string, string][] =>
    typeof calls === 'function'
      ? [[part, `client.${part}`]]
      : Object.keys(calls).map((call) => [
          `${part}${call.charAt(0).toUpperCase()}${call.slice(1)}`,
          `client.${part}.${call}`,
        ]),
  ),
);

/** The call of an operation with the client, as it is written in TypeScript. */
export const callInTypeScript: InTypeScript = (operationId, input) => {
  const method = METHODS.get(operationId);
  if (method === undefined || !(operationId in OPERATIONS)) return undefined;
  const local = waysOf(LOCAL_WAYS, operationId);
  const isLocal = local.some((way) => Object.values(way).every((member) => member in input));
  const names = [...waysOf(WAYS, operationId), ...local].flatMap(Object.entries);
  const given = Object.entries(input).map(([member, value]) => [
    names.find(([, wire]) => wire === member)?.[0] ?? member,
    value,
  ]);
  const own = isLocal ? `${method}InOurRecordsOnly` : method;
  return `await ${own}(${given.length === 0 ? '' : literal(Object.fromEntries(given))});`;
};

const waysOf = (all: object, operationId: string): readonly Readonly<Record<string, string>>[] =>
  (Object.entries(all).find(([name]) => name === operationId)?.[1] as
    readonly Readonly<Record<string, string>>[] | undefined) ?? [];

/** A value as TypeScript: names without quotes where they need none, text in single ones. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replaceAll(/"((?:[^"\\]|\\.)*)"/g, (text, inside: string) =>
      /['\\]/.test(inside) ? text : `'${inside}'`,
    );
}
