/** Where the parts of a cloud are: five consecutive ports of this machine. */
export interface Addresses {
  readonly port: number;
  readonly api: string;
  readonly controlPort: number;
  readonly control: string;
  readonly payPort: number;
  readonly acctPort: number;
  /** Where the central bank's bulletins are. */
  readonly rates: string;
  readonly inboxPort: number;
  readonly inbox: string;
}

/** The addresses of a cloud whose first port is this one. */
export function addressesFrom(port: number): Addresses {
  const url = (number: number) => `http://127.0.0.1:${number}`;
  return {
    port,
    api: url(port),
    controlPort: port + 1,
    control: url(port + 1),
    payPort: port + 2,
    acctPort: port + 3,
    rates: `${url(port + 3)}/kurlar`,
    inboxPort: port + 4,
    inbox: url(port + 4),
  };
}
