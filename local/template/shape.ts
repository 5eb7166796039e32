/** What the template says of one function. */
export interface FunctionShape {
  /** As in the route table, for example `checkout/initialize`. */
  readonly name: string;
  readonly physicalName: string;
  readonly arn: string;
  readonly trigger: string;
  readonly role: string;
  /** Where its bundle lies. */
  readonly folder: string;
  /** File and export, for example `index.handler`. */
  readonly handler: string;
  readonly timeoutMs: number;
  readonly memoryMb: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly bundleBytes: number;
  /** How many workers it may have. */
  readonly concurrency: number;
}
