import type { CoreApp } from '../app.ts';

/** What only reads, and so may begin before it is known whether the request is within its tenant's limit. */
const READING: ReadonlySet<string> = new Set(['get', 'getMany', 'query', 'decrypt', 'link']);
/** The parts of an App that reach outside, and those that give such a part when called. */
const OUTSIDE: ReadonlySet<string> = new Set(['table', 'secrets', 'documents']);
const GIVES_CLIENT: ReadonlySet<string> = new Set(['pay', 'acct', 'rates']);

/**
 * The same App for one request whose limit is still being counted: what it does to the world waits until it is admitted,
 * and is refused with it; what it reads does not wait. `admitted` throws where the request is over the limit.
 */
export function onceAdmitted<App extends CoreApp>(app: App, admitted: () => Promise<void>): App {
  const waiting = <T extends object>(part: T): T =>
    through(part, (name, member) =>
      typeof member !== 'function' || READING.has(name)
        ? member
        : async (...asked: unknown[]) => {
            await admitted();
            const done: unknown = await Reflect.apply(member, part, asked);
            return done;
          },
    );
  return through(app, (name, member) => {
    if (OUTSIDE.has(name) && isPart(member)) return waiting(member);
    if (name === 'queues' && isPart(member))
      return through(member, (_, queue) => (isPart(queue) ? waiting(queue) : queue));
    if (name === 'post') return waiting({ post: member }).post;
    if (!GIVES_CLIENT.has(name) || typeof member !== 'function') return member;
    return (...asked: unknown[]) => {
      const client: unknown = Reflect.apply(member, app, asked);
      return isPart(client) ? waiting(client) : client;
    };
  });
}

function isPart(member: unknown): member is object {
  return typeof member === 'object' && member !== null;
}

/** An object each of whose members is made from the other's when it is asked for. */
function through<T extends object>(inner: T, make: (name: string, member: unknown) => unknown): T {
  return new Proxy(inner, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      return typeof name === 'string' ? make(name, member) : member;
    },
  });
}
