/** The environment variables that the stack sets and `live.ts` reads. */
export const ENVIRONMENT = {
  table: 'TABLE_NAME',
  key: 'KEY_ID',
  publicUrl: 'PUBLIC_URL',
  /** Local runs only: the address of the central bank's bulletins. */
  rates: 'RATES_URL',
  /** The bucket of invoices' documents. */
  documents: 'DOCUMENTS_BUCKET',
  /** Local runs only: the address of S3. */
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
  /** Local runs only: comma-separated loopback `host:port` pairs that webhooks and callbacks may name. */
  loopbackAllowed: 'LOOPBACK_ALLOWED',
} as const;
