import { engineOn, thisMachine } from '../../../local/aws/engine-programs.ts';
import { startProgram } from '../../../local/aws/engine.ts';
import { openTable, type OpenTable } from './open.ts';

/** An empty table on AWS's own DynamoDB Local. Throws one plain line where Java is missing. */
export async function startDynamoDbLocal(): Promise<OpenTable> {
  const { java, jar } = thisMachine();
  const program = engineOn({ shipped: undefined, dynoxideOnPath: false, endpoint: undefined, java, jar });
  if ('endpoint' in program) throw new Error('DynamoDB Local is to be started, not found');
  const engine = await startProgram(program, undefined);
  const opened = await openTable(engine.endpoint);
  return {
    ...opened,
    async stop() {
      await opened.stop();
      await engine.stop();
    },
  };
}
