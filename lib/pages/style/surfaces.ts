/** Panels, notices and marks. A mark is a shape and a word, so that no colour is needed to read it. */
export const SURFACES = `.panel{border:1px solid var(--line);border-radius:var(--r3);padding:clamp(1rem,3vw,1.5rem);background:var(--paper)}
.notice{display:grid;gap:var(--s2);padding:var(--s3) var(--s4);border-radius:var(--r3);background:var(--panel);border:1px solid var(--line)}
.notice.warm{background:var(--warm-tint);border-color:var(--warm);color:inherit}
.notice.bad{background:var(--bad-tint);border-color:var(--bad);color:inherit}
.notice.good{background:var(--good-tint);border-color:var(--good);color:inherit}
p.notice{display:block}
.notice a:not(.button){color:inherit}
.band .mark:not(.good,.bad,.warm){background:var(--paper)}
.band .notice:not(.warm,.bad,.good){background:var(--paper)}
.empty{display:grid;gap:var(--s2);padding:var(--s6) var(--s4);border:1px dashed var(--edge);border-radius:var(--r3);justify-items:center;text-align:center}

.mark{display:inline-flex;align-items:center;gap:.4rem;padding:.05rem .6rem;border-radius:1rem;background:var(--panel);color:var(--ink);font-size:var(--text-xs);font-weight:600;line-height:1.6;white-space:nowrap;border:1px solid transparent}
.mark::before{content:"";width:.5rem;height:.5rem;border-radius:50%;background:currentColor;flex:none}
.mark.good{background:var(--good-tint);color:var(--good)}
.mark.bad{background:var(--bad-tint);color:var(--bad)}
.mark.bad::before{border-radius:0;clip-path:polygon(50% 0,100% 100%,0 100%)}
.mark.warm{background:var(--warm-tint);color:var(--warm)}
.mark.warm::before{background:none;border:2px solid}
.mark.over{color:var(--quiet)}
.mark.over::before{height:2px;border-radius:0}
.mark.bare{padding-inline:0;background:none}
.brand{display:inline-flex;align-items:center;gap:var(--s3);color:inherit;text-decoration:none;font-weight:650;font-size:var(--text-l);line-height:1.25}
.logo{flex:none;width:2.5rem;height:2.5rem;border-radius:var(--r2);background:#fff;object-fit:contain;border:1px solid var(--line)}
.letter{display:grid;place-items:center;background:var(--accent);color:var(--on-accent);border-color:transparent;font-weight:700}
.answer{display:flex;flex-wrap:wrap;gap:var(--s2) var(--s3)}
.answer button,.answer .button{min-width:11rem}`;
