import { BACKGROUND } from '../lib/background-functions.ts';
import { ROUTES } from '../functions/routes.ts';
import { bundle } from './build/bundle.ts';
import { checked, type StageSettings } from './settings.ts';
import { LOCAL_STAGE, stageNamed } from './stages.ts';

const functions = [...ROUTES, ...BACKGROUND];
const { local, stage = 'dev' } = contextOfCli();
// The local stage skips these checks, which take longer than everything else; they run before deployments.
const checks = local !== 'true';
const settings = checks ? settingsOf(stage) : LOCAL_STAGE;
if (settings) await synthesise(settings);

async function synthesise(settings: StageSettings): Promise<void> {
  // Loading CDK takes a second, in which esbuild can begin.
  const [code, { billing }] = await Promise.all([bundle(functions, 'functions'), import('./billing.ts')]);
  if (!checks) console.log(`bundled ${functions.length} functions; writing the templates`);
  billing([settings], code, { builtinCloudFormationValidation: checks }).synth();
}

/** The settings of a stage. Where there are none, or they are wrong, says so in one line and ends with a failure. */
function settingsOf(name: string): StageSettings | undefined {
  try {
    return checked(stageNamed(name));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
    return undefined;
  }
}

/** The context of `cdk synth --context stage=prod`, which the CLI passes in the environment. */
function contextOfCli(): Readonly<Record<string, string | undefined>> {
  return JSON.parse(process.env.CDK_CONTEXT_JSON ?? '{}') as Record<string, string>;
}
