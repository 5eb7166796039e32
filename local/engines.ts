import type { Addresses } from './addresses.ts';
import { openAwsEndpoint } from './aws/aws-endpoint.ts';
import { closed } from './closed.ts';
import type { Ends } from './ends.ts';
import { startEngine, tableOf, type Engine } from './aws/engine.ts';
import { nameResources } from './template/names.ts';
import { startQueues, type Queues } from './queues/queues.ts';
import type { Template } from './template/template.ts';

/** The stand-ins for AWS: the table's engine, the queues, and the endpoint for functions' calls. */
export interface Engines {
  readonly tableId: string;
  readonly tableName: string;
  readonly engine: Engine;
  readonly queues: Queues;
  readonly awsEndpoint: Awaited<ReturnType<typeof openAwsEndpoint>>;
}

/** Names the template's resources and starts what holds the data; no function runs yet. */
export async function startEngines(
  template: Template,
  { api }: Addresses,
  options: { readonly dataFolder: string | undefined; readonly progress: (line: string) => void },
  ends: Ends,
): Promise<Engines> {
  const { dataFolder, progress } = options;
  const { id: tableId, name: tableName } = tableOf(template);
  nameResources(template, { tableId, tableName, apiUrl: api });
  const awsEndpoint = await openAwsEndpoint();
  ends.add(() => closed(awsEndpoint.server));
  const queues = ends.stopping(await startQueues(template, dataFolder, awsEndpoint.url));
  const engine = ends.stopping(await startEngine(dataFolder, progress));
  await engine.createTable(tableName, template.properties(tableId));
  return { tableId, tableName, engine, queues, awsEndpoint };
}
