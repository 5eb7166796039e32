/** Names of the environment variables that the stack sets and `live.ts` reads: one spelling for both. */
export const ENVIRONMENT = {
  table: 'TABLE_NAME',
  key: 'KEY_ID',
  publicUrl: 'PUBLIC_URL',
  /** Only set when the stack runs on one machine: where the central bank's bulletins are. */
  rates: 'RATES_URL',
  /** The bucket of invoices' documents. */
  documents: 'DOCUMENTS_BUCKET',
  /** Only set when the stack runs on one machine: where S3 is. */
  documentsEndpoint: 'AWS_ENDPOINT_URL_S3',
  queues: {
    deliveries: 'DELIVERIES_QUEUE_URL',
    'slow-deliveries': 'SLOW_DELIVERIES_QUEUE_URL',
    reconciliation: 'RECONCILIATION_QUEUE_URL',
    invoicing: 'INVOICING_QUEUE_URL',
    sweeps: 'SWEEPS_QUEUE_URL',
  },
  logLevel: 'LOG_LEVEL',
  metricsNamespace: 'METRICS_NAMESPACE',
  /**
   * Only set when the stack is synthesised for one machine: `host:port` pairs, comma-separated, that webhooks and callbacks
   * may name although they are loopback.
   */
  loopbackAllowed: 'LOOPBACK_ALLOWED',
} as const;
