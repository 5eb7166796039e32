import { idleDollars, type Figures } from './stage.ts';

/** The places in the documentation that say figures, by the page and the block's name. */
export const BLOCKS: Readonly<Record<string, (figures: Figures) => string>> = {
  'README.md': inReadme,
  'docs/quotas.md': inQuotas,
};

/** The account's default quota of concurrent executions, and how many of it AWS wants unreserved. */
const ACCOUNT = { executions: 1_000, unreserved: 100 } as const;

function inReadme(figures: Figures): string {
  const { alarms, alarmMetrics, compositeAlarms } = figures;
  return `A stage such as \`prod\` that nobody uses costs ${dollars(idleDollars(figures))} US dollars a month: ${alarms + compositeAlarms} alarms over ${alarmMetrics} metrics, a key, and the round of each minute. Everything else is paid by use.`;
}

function inQuotas(figures: Figures): string {
  const { alarms, alarmMetrics, compositeAlarms, dashboardMetrics, functions, roles } = figures;
  const { reservedExecutions, largestStack } = figures;
  const left = ACCOUNT.executions - reservedExecutions;
  const rows = [
    ['alarms', `${alarms + compositeAlarms}, of which ${compositeAlarms} over others`],
    ['metrics that alarms evaluate', String(alarmMetrics)],
    ['metrics on the dashboard', String(dashboardMetrics)],
    ['functions', String(functions)],
    ['IAM roles', String(roles)],
    [
      'reserved executions',
      `${reservedExecutions} of the ${ACCOUNT.executions.toLocaleString('en')} of an account, which leaves ${left} to all other functions`,
    ],
    ['resources of the largest stack', `${largestStack.resources} (\`${largestStack.name}\`), of 500`],
    ...Object.entries(figures.idle).map(([what, each]) => [
      `US dollars a month while nobody uses it: ${what}`,
      dollars(each),
    ]),
    ['together', dollars(idleDollars(figures))],
  ];
  return ['| of the stage `prod` | |', '| --- | --- |', ...rows.map((row) => `| ${row.join(' | ')} |`)].join(
    '\n',
  );
}

const dollars = (amount: number) => amount.toFixed(2);

const EDGES = ['<!-- figures, by npm run figures -->', '<!-- end of figures -->'] as const;

/** A page with its block replaced. Throws if the page has none. */
export function withBlock(page: string, text: string): string {
  const [before, rest] = page.split(EDGES[0]);
  const after = rest?.split(EDGES[1])[1];
  if (before === undefined || after === undefined) throw new Error(`the page has no ${EDGES[0]}`);
  return `${before}${EDGES[0]}\n\n${text}\n\n${EDGES[1]}${after}`;
}
