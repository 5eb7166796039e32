import { describe, expect, it } from 'vitest';
import { engineOn, type EngineProgram, type Machine } from '../../../local/aws/engine-programs.ts';
import { startEngine } from '../../../local/aws/engine.ts';

const EVERYTHING: Machine = {
  shipped: '/packages/dynoxide',
  dynoxideOnPath: true,
  endpoint: 'http://127.0.0.1:8000',
  java: 21,
  jar: '/packages/DynamoDBLocal.jar',
};

const commandOn = (machine: Partial<Machine>, dataFolder?: string) => {
  const found = engineOn({ ...EVERYTHING, ...machine });
  return 'endpoint' in found ? found.endpoint : (found satisfies EngineProgram).command(7, dataFolder);
};

describe('the engine of the table', () => {
  it('is the one installed with the packages', () => {
    expect(commandOn({})).toEqual(['/packages/dynoxide', 'serve', '--port', '7']);
    expect(commandOn({}, '/data')).toEqual([
      ...['/packages/dynoxide', 'serve', '--port', '7'],
      ...['--db-path', '/data/table.db'],
    ]);
  });

  it('is dynoxide on the PATH where none is installed with the packages', () => {
    expect(commandOn({ shipped: undefined })[0]).toBe('dynoxide');
  });

  it('is the running one that DYNAMODB_ENDPOINT names where there is no dynoxide', () => {
    expect(commandOn({ shipped: undefined, dynoxideOnPath: false })).toBe('http://127.0.0.1:8000');
  });

  it('is DynamoDB Local with Java where nothing else is available', () => {
    const bare = { shipped: undefined, dynoxideOnPath: false, endpoint: undefined };
    expect(commandOn(bare)).toEqual(
      expect.arrayContaining(['java', '/packages/DynamoDBLocal.jar', '-inMemory']),
    );
    expect(commandOn(bare, '/data')).toEqual(expect.arrayContaining(['-dbPath', '/data']));
  });

  it.each<Partial<Machine>>([{ java: 0 }, { java: 11 }, { jar: undefined }])(
    'is reported missing in one line that says what to install: %j',
    (lacking) => {
      const bare = { shipped: undefined, dynoxideOnPath: false, endpoint: '' };
      expect(() => commandOn({ ...bare, ...lacking })).toThrow(
        /^no DynamoDB engine for this machine: put dynoxide on the PATH, or set DYNAMODB_ENDPOINT .*, or install Java 17 or later$/,
      );
    },
  );

  it('is looked for no further once one is found', () => {
    const machine: Machine = {
      ...EVERYTHING,
      get java(): number {
        throw new Error('Java was started for its version');
      },
    };
    expect(engineOn(machine)).toMatchObject({ name: 'dynoxide' });
  });

  it('starts and stops on this machine', async () => {
    const engine = await startEngine(undefined);
    await engine.stop();
    await expect(fetch(engine.endpoint)).rejects.toThrow();
  });
});
