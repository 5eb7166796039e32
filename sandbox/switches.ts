/** An invalid control call; its message says in one line what is valid. */
export class BadControl extends Error {
  readonly httpStatus: number;

  constructor(message: string, httpStatus = 400) {
    super(message);
    this.httpStatus = httpStatus;
  }
}

/** The values that a switch accepts, in words and as a check. */
export interface Switch {
  readonly takes: string;
  fits(value: unknown): boolean;
}

/** The switches of a sandbox by name. */
export type Switches = Readonly<Record<string, Switch>>;

function isWhole(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** A switch that takes a number of calls. */
export const count: Switch = { takes: 'a whole number from 0', fits: isWhole };
/** A switch that takes a time of the moved clock in ms. */
export const milliseconds: Switch = { takes: 'whole milliseconds from 0', fits: isWhole };
/** A switch that takes a real delay in ms; a timer that is set for longer fires at once. */
export const delay: Switch = upTo(2 ** 31 - 1, 'whole milliseconds');
/** A switch that is on or off. */
export const flag: Switch = { takes: 'true or false', fits: (value) => typeof value === 'boolean' };
/** A switch that takes a text. */
export const text: Switch = { takes: 'a string', fits: (value) => typeof value === 'string' };

/** A whole number up to a maximum. */
export function upTo(most: number, what = 'a whole number'): Switch {
  return { takes: `${what} from 0 to ${most}`, fits: (value) => isWhole(value) && Number(value) <= most };
}

/** One of some words. */
export function oneOf(...words: readonly string[]): Switch {
  return { takes: `one of ${words.join(', ')}`, fits: (value) => words.some((word) => word === value) };
}

/** What any of some switches takes. */
export function either(...switches: readonly Switch[]): Switch {
  return {
    takes: switches.map(({ takes }) => takes).join(', or '),
    fits: (value) => switches.some((one) => one.fits(value)),
  };
}

/** A switch that can only be reset. */
export const nothing: Switch = { takes: 'null', fits: (value) => value === null };

/** A switch that takes an address on the web. */
export const webAddress: Switch = {
  takes: 'an http or https address',
  fits: (value) => typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value),
};

/** A switch that takes a list of texts. */
export const texts: Switch = {
  takes: 'a list of strings',
  fits: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
};

/** A switch that takes texts by name. */
export const textByName: Switch = {
  takes: 'an object of strings',
  fits: (value) => isObject(value) && Object.values(value).every((each) => typeof each === 'string'),
};

/** Throws `BadControl` for an unknown switch, or a value that it does not accept. */
export function checkSwitches(known: Switches, given: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(given)) {
    const found = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!found)
      throw new BadControl(`There is no "${name}" here; there is ${Object.keys(known).join(', ')}.`);
    if (!found.fits(value))
      throw new BadControl(`"${name}" takes ${found.takes}, not ${JSON.stringify(value)}.`);
  }
}

/** The JSON object in the body of a control call; an empty body is an empty object. Throws `BadControl`. */
export function controlBody(body: Buffer): Readonly<Record<string, unknown>> {
  if (body.toString().trim() === '') return {};
  try {
    const value: unknown = JSON.parse(body.toString());
    if (isObject(value)) return value;
  } catch {
    // refused below, like any other body that is not an object
  }
  throw new BadControl('The body must be a JSON object.');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
