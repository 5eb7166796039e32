import type { Stack } from './local-cloud.ts';

/** The variables that `. .local/env` sets for the guides, for the first tenant. Empty if there is none. */
export function shellVariables({ baseUrl, controlUrl, payUrl, inboxUrl, tenants: [demo] }: Stack): string {
  if (!demo) return '';
  const plan = (name: string) => demo.plans.find((one) => one.name === name);
  const values = {
    BASE: baseUrl,
    KEY: demo.apiKey,
    SECRET: demo.apiSecret,
    WEBHOOK_SECRET: demo.webhookSecret,
    PLAN: plan('Basic')?.referenceCode,
    BASIC_ID: plan('Basic')?.svcId,
    PRO: plan('Pro')?.referenceCode,
    CONTROL: controlUrl,
    PAY: payUrl,
    INBOX: inboxUrl,
    HOOK: demo.webhookUrl,
  };
  return Object.entries(values)
    .map(([name, value]) => `export ${name}='${value ?? ''}'\n`)
    .join('');
}
