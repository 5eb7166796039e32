/** Facts, receipts, what an action does, and dates on a line: what was, what is, what comes. */
export const FACTS = `.facts{display:grid;gap:.45rem}
.facts>div{display:grid;grid-template-columns:minmax(7rem,11rem) minmax(0,1fr);gap:0 var(--s4)}
dt{color:var(--quiet)}
.receipt{display:grid}
.receipt>div{display:flex;gap:var(--s4);justify-content:space-between;align-items:baseline;padding-block:.6rem;border-top:1px solid var(--line)}
.receipt dt{flex:none;max-width:46%}
.receipt dd{flex:0 1 auto;text-align:right}
.receipt .sum{border-top:0;padding-top:0}
.receipt .sum dt{color:var(--ink);font-weight:600}
.receipt .sum dd,.sum-line{font-size:var(--text-sum);font-weight:650;line-height:1.2;letter-spacing:-.015em}
.price{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .5rem;color:var(--quiet)}
.price .sum-line{color:var(--ink)}

.effects{border:1px solid var(--line);border-radius:var(--r3);overflow:hidden}
.effects>div{display:grid;grid-template-columns:9.5rem minmax(0,1fr);gap:0 var(--s4);padding:.6rem var(--s4)}
.effects>div+div{border-top:1px solid var(--line)}
.effects dt{font-weight:600;color:var(--ink)}
.effects .none{color:var(--quiet)}

.dates{display:grid;--at:11rem}
.dates>li{position:relative;display:grid;grid-template-columns:var(--at) 1.5rem minmax(0,1fr);padding-bottom:var(--s4)}
.dates>li:last-child{padding-bottom:0}
.dates>li>:first-child{color:var(--quiet);padding-right:var(--s2)}
.dates>li::before{content:"";grid-column:2;grid-row:1;justify-self:center;margin-top:.42em;width:.7rem;height:.7rem;border-radius:50%;border:2px solid var(--quiet);background:var(--paper);z-index:1}
.dates>li:not(:last-child)::after{content:"";position:absolute;left:calc(var(--at) + .75rem - 1px);top:1em;bottom:-.4em;border-left:2px solid var(--edge)}
.dates>li>:first-child{grid-column:1;grid-row:1}
.dates>li>:last-child{grid-column:3;padding-left:var(--s1)}
.dates .now::before{background:var(--ink);border-color:var(--ink)}
.dates .fail::before{background:var(--bad);border-color:var(--bad);border-radius:2px;rotate:45deg}
.dates .end::before{border-radius:2px;background:var(--quiet)}
.dates .now>:first-child{color:var(--ink);font-weight:600}
@media(max-width:30rem){.dates{--at:0rem}.dates>li>:first-child{grid-column:3;padding-left:var(--s1);font-size:var(--text-s)}.dates>li>:last-child{grid-row:2}.dates>li::before{margin-top:.3em}}`;
