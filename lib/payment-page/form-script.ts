/**
 * The page's own script. It shows the loading notice until the form has been drawn, reports a provider script that is
 * slow or fails to load, and reports when the page has expired. It runs before the provider's script and reads from its
 * own element how long (ms) to wait, how long the page is open, and the locale for times.
 */
export const FORM_SCRIPT = `(() => {
  const { slowAfter, openFor, locale } = document.currentScript.dataset;
  const part = (id) => document.getElementById(id);
  const show = (id, shown = true) => (part(id).hidden = !shown);
  const place = part('place').firstElementChild;
  show('loading');

  const arrived = new MutationObserver(() => {
    if (place.childElementCount === 0) return;
    arrived.disconnect();
    clearTimeout(slow);
    for (const id of ['loading', 'slow', 'blocked']) show(id, false);
  });
  arrived.observe(place, { childList: true });
  const slow = setTimeout(() => show('slow'), Number(slowAfter));

  addEventListener('error', ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return;
    clearTimeout(slow);
    show('loading', false);
    show('slow', false);
    show('blocked');
  }, true);

  const until = new Date(performance.timeOrigin + performance.now() + Number(openFor));
  part('until').querySelector('time').textContent =
    until.toLocaleTimeString(locale, { timeStyle: 'short' });
  show('until');
  setTimeout(() => { show('over'); show('until', false); }, Number(openFor));

  for (const again of document.querySelectorAll('[data-reload]'))
    again.addEventListener('click', () => location.reload());
})();`;
