/** An account at the sandbox payment provider. */
export interface Merchant {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly merchantId: string;
}

/** A demo tenant as `stack.json` tells of it. */
export interface DemoTenant {
  readonly tenantId: string;
  readonly name: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly webhookSecret: string | null;
  readonly webhookUrl: string | null;
  readonly chatUrl: string | null;
  readonly notificationUrl: string | null;
  readonly plans: readonly {
    readonly svcId: string;
    readonly referenceCode: string;
    readonly name: string;
    /** Whether it is sold; those that are come first. */
    readonly active: boolean;
  }[];
  readonly pay: Merchant;
}
