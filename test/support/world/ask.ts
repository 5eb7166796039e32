export interface Ask {
  /** The address it comes from, where not everybody's. */
  readonly from?: string;
  /** The host that it is sent to, where the stage has several. */
  readonly host?: string;
  readonly headers?: Record<string, string>;
  readonly cookies?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  /** Sent as it is, instead of `body` as JSON. */
  readonly raw?: string;
  readonly method?: string;
  /** The path that is asked for, where it is not the route's own. */
  readonly address?: string;
  readonly path?: Record<string, string>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** What `Set-Cookie` says, each as it is. */
  readonly cookies?: readonly string[];
  readonly text: string;
  /** The parsed JSON body; an empty object where there is none. */
  readonly body: Record<string, unknown>;
}

/** Headers by their names in small letters, as the API's gateway and a receiver have them. */
export const lowerCased = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
