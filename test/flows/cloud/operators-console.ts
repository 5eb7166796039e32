/** The console of a tenant behind an operator's link: sends its forms, and answers the page that each leads to. */
export async function operatorsConsole(url: string) {
  const { origin, searchParams } = new URL(url);
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' };
  const post = (step: string, fields: Record<string, string>, cookie = '') =>
    fetch(`${origin}/console/${step}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...headers, cookie },
      body: new URLSearchParams(fields).toString(),
    });
  const opened = await post('enter/visit', { token: searchParams.get('token') ?? '' });
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const screen = async (name: string) =>
    (await fetch(`${origin}/console/${name}`, { headers: { cookie } })).text();
  return async (act: string, from: string, fields: Record<string, string> = {}): Promise<string> => {
    const form = (await screen(from)).split(`action="/console/${act}"`)[1] ?? '';
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(form) ?? [];
    const answer = await post(act, { csrf, ...fields }, cookie);
    const location = answer.headers.get('location');
    return location === null ? answer.text() : screen(location.replace(/^.*\/console\//, ''));
  };
}
