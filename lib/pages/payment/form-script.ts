/**
 * The page's own script. It shows the loading notice until the form has been drawn, reports a form's script that is slow or
 * fails to load, and reports when the page has expired. It asks for the page again where somebody may have paid since it was
 * loaded: where the browser shows it from its memory, whose form it hides when it is left, and where it comes to the front
 * again before anything was entered, as another tab may have been faster. It runs before the provider's script and reads from its own element how long (ms) to wait,
 * how long the page is open, and the locale for times.
 */
export const FORM_SCRIPT = `(() => {
  const { slowAfter, openFor, locale } = document.currentScript.dataset;
  const part = (id) => document.getElementById(id);
  const show = (id, shown = true) => (part(id).hidden = !shown);
  const place = part('place').firstElementChild;
  show('loading');

  let isDrawn = false;
  const arrived = new MutationObserver(() => {
    if (place.childElementCount === 0) return;
    isDrawn = true;
    arrived.disconnect();
    clearTimeout(slow);
    for (const id of ['loading', 'slow', 'blocked']) show(id, false);
  });
  arrived.observe(place, { childList: true });
  const slow = setTimeout(() => show('slow'), Number(slowAfter));

  addEventListener('error', ({ target }) => {
    const isForm = target instanceof HTMLScriptElement && 'form' in target.dataset;
    if (!isForm || isDrawn) return;
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

  addEventListener('pagehide', () => show('place', false));
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

  let isTouched = false;
  let wasAway = false;
  for (const touch of ['input', 'pointerdown'])
    part('place').addEventListener(touch, () => (isTouched = true));
  const leave = () => {
    isTouched ||= document.activeElement?.tagName === 'IFRAME';
    wasAway = true;
  };
  const comeBack = () => wasAway && !isTouched && location.reload();
  addEventListener('blur', leave);
  addEventListener('focus', comeBack);
  addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? leave() : comeBack()));
})();`;
