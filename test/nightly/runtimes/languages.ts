/** How the code of a guide is run in a language: its file, what is put around it, and the command. */
export interface Language {
  /** As the fence of the block names it. */
  readonly name: string;
  readonly file: string;
  /**
   * Reads a line for each case (body in base64, then signature, next signature and secret, after tabs; `-` for a header
   * that is not there) and prints `true`, `false` or, where the function throws, `throws` for each.
   */
  readonly around: (code: string) => string;
  readonly command: (file: string) => readonly [program: string, ...args: string[]];
}

const TYPESCRIPT: Language = {
  name: 'ts',
  file: 'verify.ts',
  around: (code) => `${code}
import { readFileSync } from 'node:fs';
const header = (given: string | undefined) => (given === '-' ? undefined : given);
for (const line of readFileSync(0, 'utf8').trimEnd().split('\\n')) {
  const [body = '', current, next, secret = ''] = line.split('\\t');
  const headers = { 'x-svc-signature': header(current), 'x-svc-signature-next': header(next) };
  try {
    console.log(isGenuine(Buffer.from(body, 'base64'), headers, secret));
  } catch {
    console.log('throws');
  }
}
`,
  command: (file) => [process.execPath, file],
};

const PYTHON: Language = {
  name: 'python',
  file: 'verify.py',
  around: (code) => `${code}
import base64, sys

for line in sys.stdin.buffer.read().decode().rstrip("\\n").split("\\n"):
    body, current, following, secret = line.split("\\t")
    given = {"X-Svc-Signature": current, "X-Svc-Signature-Next": following}
    headers = {name: value for name, value in given.items() if value != "-"}
    try:
        print("true" if is_genuine(base64.b64decode(body), headers, secret) else "false")
    except ValueError:
        print("throws")
`,
  command: (file) => ['python3', file],
};

const PHP: Language = {
  name: 'php',
  file: 'verify.php',
  around: (code) => `<?php
${code}
foreach (explode("\\n", rtrim(stream_get_contents(STDIN), "\\n")) as $line) {
    [$body, $current, $next, $secret] = explode("\\t", $line);
    $server = ['HTTP_X_SVC_SIGNATURE' => $current, 'HTTP_X_SVC_SIGNATURE_NEXT' => $next];
    $present = array_filter($server, fn ($value) => $value !== '-');
    try {
        echo is_genuine(base64_decode($body), $present, $secret) ? "true\\n" : "false\\n";
    } catch (InvalidArgumentException) {
        echo "throws\\n";
    }
}
`,
  command: (file) => ['php', file],
};

const GO: Language = {
  name: 'go',
  file: 'verify.go',
  around: (code) => `${code
    .replace('package webhook', 'package main')
    .replace('import (', 'import (\n"bufio"\n"encoding/base64"\n"fmt"\n"os"\n"strings"')}
func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\\t")
		body, _ := base64.StdEncoding.DecodeString(fields[0])
		headers := http.Header{}
		for at, name := range []string{"X-Svc-Signature", "X-Svc-Signature-Next"} {
			if fields[at+1] != "-" {
				headers.Set(name, fields[at+1])
			}
		}
		fmt.Println(verdict(body, headers, fields[3]))
	}
}

func verdict(body []byte, headers http.Header, secret string) (said string) {
	defer func() {
		if recover() != nil {
			said = "throws"
		}
	}()
	return fmt.Sprint(IsGenuine(body, headers, secret))
}
`,
  command: (file) => ['go', 'run', file],
};

const JAVA: Language = {
  name: 'java',
  file: 'Verify.java',
  around: (code) => {
    const [imports = '', webhook = ''] = code.split(/(?=^final class)/m);
    return `${imports}
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Base64;

public class Verify {
    public static void main(String[] args) throws Exception {
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = lines.readLine()) != null; ) {
            String[] fields = line.split("\\t", -1);
            Function<String, String> header = name -> {
                String value = name.endsWith("-Next") ? fields[2] : fields[1];
                return value.equals("-") ? null : value;
            };
            try {
                System.out.println(Webhook.isGenuine(Base64.getDecoder().decode(fields[0]), header, fields[3]));
            } catch (IllegalArgumentException none) {
                System.out.println("throws");
            }
        }
    }
}

${webhook}`;
  },
  command: (file) => ['java', file],
};

const CSHARP: Language = {
  name: 'csharp',
  file: 'Verify.cs',
  around: (code) => {
    const [usings = '', webhook = ''] = code.split(/(?=^public static class)/m);
    return `${usings}
public static class Verify
{
    public static void Main()
    {
        string line;
        while ((line = Console.In.ReadLine()) != null)
        {
            string[] fields = line.Split('\\t');
            Func<string, string> header = name => Header(name.EndsWith("-Next") ? fields[2] : fields[1]);
            try
            {
                bool genuine = Webhook.IsGenuine(Convert.FromBase64String(fields[0]), header, fields[3]);
                Console.WriteLine(genuine ? "true" : "false");
            }
            catch (ArgumentException)
            {
                Console.WriteLine("throws");
            }
        }
    }

    static string Header(string value) => value == "-" ? null : value;
}

${webhook}`;
  },
  command: (file) => ['sh', '-c', `mcs -out:verify.exe ${file} && mono verify.exe`],
};

/** Every language of the guide to webhooks. C# is run by Mono, which Debian has. */
export const LANGUAGES: readonly Language[] = [TYPESCRIPT, PYTHON, PHP, GO, JAVA, CSHARP];
