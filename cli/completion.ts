import { Argument, type Command, type Help } from 'commander';
import { linesOfText } from './columns.ts';
import { printableJson, type CliIo, type GlobalOptions } from './io.ts';

/** `completion`: a script with which a shell completes commands and options. */
export function addCompletion(billing: Command, io: CliIo): void {
  billing
    .command('completion')
    .description('a script for your shell: eval "$(billing completion bash)", or zsh')
    .addArgument(new Argument('<shell>', 'whose').choices(['bash', 'zsh']))
    .action(function (this: Command, shell: string) {
      const script = scriptFor(billing, shell);
      const { json = false } = this.optsWithGlobals<GlobalOptions>();
      io.out(json ? `${printableJson({ shell, script }, 2)}\n` : script);
    });
}

/** What may follow the words so far, for each command: the commands below it and its options. */
function candidates(command: Command, path: string, help: Help): (readonly [string, string])[] {
  const below = help.visibleCommands(command).filter((one) => one.name() !== 'help');
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  const words = [
    ...below.map((one) => one.name()),
    ...options.flatMap(({ long }) => (long === undefined ? [] : [long])),
  ];
  const own = [path, [...new Set(words)].join(' ')] as const;
  return [own, ...below.flatMap((one) => candidates(one, `${path} ${one.name()}`, help))];
}

function scriptFor(billing: Command, shell: string): string {
  const help = billing.createHelp();
  // The longest path first: the words of a command may go on with names and values.
  const all = candidates(billing, '', help).sort(([one], [other]) => other.length - one.length);
  const cases = all
    .map(([path, words]) => `    "${path}"*) words="\n${linesOfText(words, 76).join('\n')}" ;;`)
    .join('\n');
  const inZsh = shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : '';
  return `${inZsh}_billing() {
  local path="" words="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ \${COMP_WORDS[i]} == -* ]] || path="$path \${COMP_WORDS[i]}"
  done
  case "$path" in
${cases}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _billing billing
`;
}
