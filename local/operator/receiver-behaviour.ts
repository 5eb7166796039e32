import {
  checkSwitches,
  count,
  delay,
  flag,
  text,
  upTo,
  type Switch,
  type Switches,
} from '../../sandbox/switches.ts';

/** How the inbox behaves on a path, for a number of requests. */
export interface ReceiverBehaviour {
  readonly path: string;
  /** What it answers; 200 unless given. */
  readonly status?: number;
  /** Real milliseconds before the answer. */
  readonly delayMs?: number;
  /** Never answers. */
  readonly hang?: boolean;
  /** Answers 302 to this address. */
  readonly redirectTo?: string;
  /** How long the body of the answer is. */
  readonly bodyBytes?: number;
  /** For so many requests; for all unless given. */
  readonly times?: number;
}

/** The inbox makes such a body in memory. */
const BODY_MAX = 100_000_000;

const status: Switch = {
  takes: 'an HTTP status from 200 to 599',
  fits: (value) => Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599,
};
const path: Switch = {
  takes: 'a path such as /hooks/demo',
  fits: (value) => typeof value === 'string' && /^\/(hooks|chat)\/[^/]+$/.test(value),
};
/** What `POST /behaviour` of the inbox takes. */
export const RECEIVER_SWITCHES = {
  path,
  status,
  delayMs: delay,
  hang: flag,
  redirectTo: text,
  bodyBytes: upTo(BODY_MAX),
  times: count,
} as const satisfies Switches & Record<keyof ReceiverBehaviour, unknown>;

/** How the inbox behaves, by path. Not kept over a restart. */
export class ReceiverBehaviours {
  readonly #byPath = new Map<string, ReceiverBehaviour>();

  /** Takes the place of what was set for the path. Throws `BadControl` where a switch makes no sense. */
  set(given: Readonly<Record<string, unknown>>): ReceiverBehaviour {
    checkBehaviour(given);
    this.#byPath.set(given.path, given);
    return given;
  }

  get all(): ReceiverBehaviour[] {
    return [...this.#byPath.values()];
  }

  /** Resets one path, or all. */
  clear(path?: string): void {
    if (path === undefined) this.#byPath.clear();
    else this.#byPath.delete(path);
  }

  /** The behaviour for a request that has just arrived; counts it. */
  take(at: string): ReceiverBehaviour | undefined {
    const behaviour = this.#byPath.get(at);
    if (!behaviour) return undefined;
    const { times = Infinity } = behaviour;
    if (times <= 1) this.#byPath.delete(at);
    else if (times !== Infinity) this.#byPath.set(at, { ...behaviour, times: times - 1 });
    return times < 1 ? undefined : behaviour;
  }
}

/** Throws `BadControl` where a switch makes no sense. */
function checkBehaviour(
  given: Readonly<Record<string, unknown>>,
): asserts given is Readonly<Record<string, unknown>> & ReceiverBehaviour {
  checkSwitches(RECEIVER_SWITCHES, { ...given, path: given.path });
}
