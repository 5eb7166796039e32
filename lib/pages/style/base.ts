/** Elements, focus and the few helpers that place things; all text wraps, and nothing needs a mouse. */
export const BASE = `:root{font:100%/1.5 var(--font)}
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:4rem}
body{margin:0;min-height:100vh;background:var(--paper);color:var(--ink);overflow-wrap:break-word;font-variant-numeric:tabular-nums}
h1,h2,h3,p,dl,dd,ol,ul,figure,fieldset,table,pre{margin:0;padding:0}
h1{font-size:var(--text-xl);line-height:1.25;letter-spacing:-.01em;text-wrap:balance}
h2{font-size:var(--text-l);line-height:1.35}
h3{font-size:var(--text-m);line-height:1.4}
p,li,dd{text-wrap:pretty}
a{color:var(--accent);text-underline-offset:.2em}
ul,ol{list-style:none}
b,strong{font-weight:600}
code,pre,.id{font-family:var(--mono);font-size:.875em}
fieldset{border:0;min-width:0}
svg{display:block}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:var(--r1)}
[hidden]{display:none!important}
.quiet{color:var(--quiet)}
.small{font-size:var(--text-s)}
.good{color:var(--good)}.bad{color:var(--bad)}.warm{color:var(--warm)}
.hide{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;z-index:2;padding:var(--s2) var(--s3);background:var(--paper)}
.stack{display:grid;gap:var(--s3);align-content:start;grid-template-columns:minmax(0,1fr)}
.roomy{gap:var(--s5)}
.row{display:flex;flex-wrap:wrap;gap:var(--s2) var(--s3);align-items:center}
.apart{justify-content:space-between}
.prose{max-width:var(--measure)}
.nowrap,td time,th time{white-space:nowrap}
.id,dd,tbody th,td a{overflow-wrap:anywhere}`;
