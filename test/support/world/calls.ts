/** One call of an object's method. */
export interface Call {
  readonly method: string;
  readonly asked: readonly unknown[];
}

/** The same object, each of whose calls goes through a function that carries it out, or does something else. */
export function eachCall<T extends object>(
  inner: T,
  through: (call: Call, carryOut: () => unknown) => unknown,
): T {
  return new Proxy(inner, {
    get: (target, method) => {
      const value: unknown = Reflect.get(target, method);
      if (typeof value !== 'function' || typeof method !== 'string') return value;
      return (...asked: unknown[]) =>
        through({ method, asked }, () => Reflect.apply(value, target, asked) as unknown);
    },
  });
}

/** The same object, each of whose calls is told of just before it is made. */
export const noting = <T extends object>(inner: T, note: (call: Call) => void): T =>
  eachCall(inner, (call, carryOut) => {
    note(call);
    return carryOut();
  });
