import { TOKENS } from '../lib/pages/style/tokens.ts';

/** How every page of the documentation looks, in the family's colours: light and dark, from a phone's width on, and on paper. */
export const STYLE = `${TOKENS}
:root{--violet:light-dark(#6b2aa3,#d2aaf7);font:100%/1.6 var(--font);scroll-padding-top:1rem}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);display:grid;grid-template-columns:17rem minmax(0,1fr);min-height:100vh}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:.3rem}
a{color:var(--accent)}
.side{border-right:1px solid var(--line);padding:1.25rem 1rem 2rem;position:sticky;top:0;height:100vh;overflow:auto;font-size:.94rem}
.brand{display:block;font-weight:700;font-size:1rem;color:inherit;text-decoration:none;padding:0 .5rem;margin-bottom:.9rem}
.side h2{font-size:.75rem;text-transform:uppercase;letter-spacing:.06em;color:var(--quiet);margin:1.5rem 0 .3rem;padding:0 .5rem}
.side ul{list-style:none;margin:0;padding:0}
.side li a{display:block;padding:.25rem .5rem;border-radius:.35rem;text-decoration:none;color:inherit}
.side li a:hover{background:var(--panel)}
.side li a[aria-current]{background:var(--panel);color:var(--accent);font-weight:600}
.side label{font-size:.8rem;color:var(--quiet);padding:0 .5rem}
#found:not(:empty){border:1px solid var(--line);border-radius:.4rem;margin-top:.4rem;padding:.25rem}
#menu,.menu{display:none}
input[type=search]{width:100%;padding:.5rem .65rem;font:inherit;border:1px solid var(--edge);border-radius:.4rem;background:var(--paper);color:inherit}
main{padding:2rem clamp(1rem,4vw,3rem) 4rem;min-width:0;display:grid;grid-template-columns:minmax(0,48rem);align-content:start;justify-content:center;column-gap:3rem}
main.wide-page{grid-template-columns:minmax(0,60rem)}
.content{min-width:0}
h1{margin:0 0 1rem;font-size:clamp(1.6rem,1.3rem + 1.2vw,2.1rem);line-height:1.2;letter-spacing:-.01em}
h2{margin:2.75rem 0 .75rem;font-size:1.35rem;line-height:1.3}
.content section>h2{border-top:1px solid var(--line);padding-top:2rem}
h3{margin:1.75rem 0 .5rem;font-size:1.05rem}
p,li,h1,h2,h3{overflow-wrap:anywhere}
.local{background:var(--panel);border:1px solid var(--line);border-radius:.5rem;padding:.45rem .9rem;font-size:.92rem}
.language{margin:.9rem 0 0;padding:0 .5rem}
#found small{display:block;color:var(--quiet);overflow-wrap:anywhere}#found mark{background:none;color:inherit;font-weight:700}
code{overflow-wrap:anywhere}pre code{overflow-wrap:normal}
.here{margin-left:.4rem;color:var(--quiet);text-decoration:none;font-weight:400;opacity:0}
:is(h2,h3):hover .here,.here:focus-visible{opacity:1}
li+li{margin-top:.2rem}
pre,code{font:.86em/1.55 var(--mono)}
code{background:var(--panel);padding:.12em .32em;border-radius:.3rem}
pre{margin:0;padding:.9rem 1.1rem;overflow:auto;background:var(--panel);border:1px solid var(--line);border-radius:.5rem}
pre code{padding:0;background:none;font-size:1em}
.code{position:relative;margin:1rem 0}
.bar{display:flex;gap:.25rem;align-items:center;padding:.3rem .5rem;background:var(--panel);border:1px solid var(--line);border-bottom:0;border-radius:.5rem .5rem 0 0;font-size:.82rem}
.bar+.either pre{border-radius:0 0 .5rem .5rem}
.bar button,.copy{font:inherit;color:var(--quiet);background:none;border:0;border-radius:.3rem;padding:.2rem .5rem;cursor:pointer}
.bar button:hover,.copy:hover{color:var(--ink);background:var(--paper)}
.bar button[aria-pressed=true]{color:var(--ink);background:var(--paper);font-weight:600}
.bar .copy{margin-left:auto}
.code>.copy{position:absolute;top:.4rem;right:.4rem;font-size:.82rem;background:var(--panel);opacity:0}
.code:hover>.copy,.copy:focus-visible{opacity:1}
.either>div+div{margin-top:.5rem}
main:has(#examples-sh:checked) .in-ts,main:has(#examples-ts:checked) .in-sh{display:none}
main:has(#examples-ts:checked) .either>div+div{margin-top:0}
.languages{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center;margin:0 0 1.5rem;padding:.45rem .9rem;border:1px solid var(--line);border-radius:.5rem;font-size:.92rem}
.languages legend{float:left;padding:0;color:var(--quiet)}
.languages label{display:inline-flex;gap:.4rem;align-items:center;cursor:pointer}
.key,.method.GET{color:var(--accent)}.string,.method.POST{color:var(--good)}.keyword{color:var(--violet)}.comment{color:var(--quiet)}.method.PUT{color:var(--warm)}.method.DELETE{color:var(--bad)}
.method{font:700 .8em/1 var(--mono);margin-right:.5rem}
.wide{overflow:auto;margin:1rem 0}table{border-collapse:collapse;width:100%;font-size:.93em}
th,td{text-align:left;vertical-align:top;padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--line)}
th{font-size:.88em;color:var(--quiet);font-weight:600}
td:last-child,th:last-child{padding-right:0}
td pre{margin-top:.5rem}
td:first-child code{white-space:nowrap}
.type{display:block;color:var(--quiet);font-size:.88em}
.toc{display:none}
.turn{display:flex;flex-wrap:wrap;gap:.75rem;justify-content:space-between;margin-top:3.5rem;padding-top:1.25rem;border-top:1px solid var(--line)}
.turn a{text-decoration:none}.turn small{display:block;color:var(--quiet)}.turn .next{margin-left:auto;text-align:right}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--paper);padding:.5rem;z-index:1}
@media(min-width:84rem){main:has(.toc){grid-template-columns:minmax(0,48rem) 13rem}
.toc{display:block;position:sticky;top:2rem;align-self:start;max-height:calc(100vh - 4rem);overflow:auto;font-size:.87rem}
.toc p{margin:0 0 .4rem;font-weight:600}.toc ul{list-style:none;margin:0;padding:0;border-left:1px solid var(--line)}.toc a{display:block;padding:.2rem 0 .2rem .8rem;color:var(--quiet);text-decoration:none}.toc a:hover{color:var(--accent)}}
@media(max-width:50rem){body{display:block}
.side{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line);padding:.9rem 1rem;display:grid;grid-template-columns:1fr auto;align-items:center;gap:.25rem .75rem}
.side>*{grid-column:1/-1}
.side label{padding:0}.hint{display:none}
.brand{grid-column:1;margin:0;padding:0}
.menu{display:block;grid-column:2;grid-row:1;padding:.35rem .8rem!important;border:1px solid var(--line);border-radius:.4rem;font-size:.9rem!important;color:var(--ink)!important;cursor:pointer}
#menu{display:block;position:absolute;opacity:0;right:1rem}
#menu:focus-visible+.menu{outline:3px solid var(--accent);outline-offset:2px}
.side:not(:has(#menu:checked)) .groups{display:none}
.side li a{padding:.45rem .5rem}
main{padding-top:1.25rem}
.code>.copy{display:none}
td:first-child code{white-space:normal}}
@media print{.side,.toc,.bar,.copy,.turn,.languages{display:none}body{display:block}pre,pre code{white-space:pre-wrap;overflow-wrap:anywhere}}`;
