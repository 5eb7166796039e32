/** What every page of a customer has: what they have on grey, what they do on white. */
export const PORTAL = `.portal body{display:flex;flex-direction:column;border-top:4px solid var(--accent);--width:42rem}
.band,.sheet,.foot{padding-inline:max(clamp(1rem,4vw,1.5rem),50% - var(--width)/2)}
.band{background:var(--panel)}
.masthead{display:flex;align-items:center;justify-content:space-between;gap:var(--s3);padding-block:var(--s4)}
.portal main{flex:1}
.lead{padding-block:var(--s3) var(--s5)}
.lead.full{padding-bottom:var(--s6)}
.sheet{padding-block:var(--s5) var(--s7)}
.close{padding-bottom:var(--s4)}
.masthead nav a{display:inline-block;padding:.6rem 0;text-decoration:none;font-size:var(--text-s)}
.masthead nav a:hover{text-decoration:underline}
.foot{display:flex;flex-wrap:wrap;gap:var(--s1) var(--s4);align-items:center;padding-block:0 var(--s5);font-size:var(--text-s);color:var(--quiet)}
.foot::before{content:"";flex:1 0 100%;border-top:1px solid var(--line);margin-bottom:var(--s2)}
.foot a{color:inherit;padding-block:.35rem}.foot form{margin-left:auto}
.foot button{min-height:2.25rem;padding-inline:0}
.deeds{display:grid;grid-template-columns:repeat(auto-fill,minmax(12.5rem,1fr));gap:var(--s2)}
.deeds:has(:nth-child(4)){grid-template-columns:repeat(auto-fill,minmax(max(12.5rem,34%),1fr))}
.deeds form{display:grid}
.message{justify-items:start}.message .sign{margin-top:var(--s4)}.message .prose{margin-bottom:var(--s2)}
.sign{width:3rem;height:3rem;border-radius:50%;display:grid;place-items:center;font-weight:700;font-size:1.4rem;line-height:1;color:var(--paper);background:var(--quiet)}
.sign.good{background:var(--good);color:var(--paper)}.sign.good::before{content:"✓"}
.sign.bad{background:var(--bad);color:var(--paper)}.sign.bad::before{content:"!"}
.sign.open::before{content:"…";translate:0 -.25em}
.sign.info::before{content:"i"}
@media(max-width:30rem){.choice .end{white-space:normal;max-width:6.75rem}.foot form{margin-left:0;flex-basis:100%}.answer>*,.answer form,.answer button,.answer .button{width:100%}}`;
