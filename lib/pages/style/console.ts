/** The console: one step denser than the portal, with a menu beside or above the page. */
export const CONSOLE = `.code{padding:var(--s3) var(--s4);border:1px solid var(--line);border-radius:var(--r2);background:var(--panel);overflow:auto;line-height:1.55;max-height:32rem;overflow-wrap:normal;tab-size:2}
.k{color:var(--accent)}.s{color:var(--good)}
.id{user-select:all}
.console body{display:grid;grid-template-columns:16rem minmax(0,1fr)}
.console .top{display:none}
.side{position:sticky;inset:0 auto auto 0;display:flex;flex-direction:column;gap:var(--s4);width:auto;height:100vh;margin:0;padding:var(--s4) var(--s3);border:0;border-right:1px solid var(--line);background:var(--panel);color:inherit;overflow:auto}
.side .brand{padding:0 var(--s2);font-size:var(--text-m)}
.side .logo{width:2rem;height:2rem;font-size:.9rem}
.side li a{display:flex;justify-content:space-between;gap:var(--s2);padding:.35rem var(--s2);border-radius:var(--r2);color:inherit;text-decoration:none}
.side li a:hover{background:var(--paper)}
.side [aria-current]{background:var(--paper);box-shadow:inset 0 0 0 1px var(--line);font-weight:600}
.group+.group{margin-top:var(--s1)}
.side h2{font-size:var(--text-xs);font-weight:600;color:var(--quiet);padding:0 var(--s2);margin-bottom:var(--s1)}
.count{min-width:1.6em;padding:0 .4em;border-radius:1em;background:var(--ink);color:var(--paper);font-size:var(--text-xs);font-weight:600;text-align:center;align-self:center}
.me{margin-top:auto;display:grid;gap:var(--s1);padding:var(--s3) var(--s2) 0;border-top:1px solid var(--line);font-size:var(--text-s)}
.me .row{gap:0 var(--s3)}.me button{min-height:2rem;padding:0;font-weight:400}.me a{padding-block:.25rem}
.console main{padding:var(--s5) clamp(1rem,3.5vw,2.5rem) var(--s7);min-width:0;display:grid;gap:var(--s5);align-content:start;grid-template-columns:minmax(0,70rem)}
.trail{font-size:var(--text-s)}
.head{display:flex;flex-wrap:wrap;gap:var(--s2) var(--s4);align-items:center;justify-content:space-between}
.test{background:var(--warm-tint);color:var(--warm);border-bottom:1px solid var(--warm);padding:.3rem clamp(1rem,3.5vw,2.5rem);font-size:var(--text-s);font-weight:600;margin:calc(-1*var(--s5)) calc(-1*clamp(1rem,3.5vw,2.5rem)) 0}
.console form.stack,.narrow{max-width:48rem}
.block{display:grid;gap:var(--s3);padding-top:var(--s5);border-top:1px solid var(--line);grid-template-columns:minmax(0,1fr)}
.needs{border:1px solid var(--line);border-radius:var(--r3)}
.needs>li{display:grid;grid-template-columns:auto minmax(0,1fr) auto;gap:var(--s1) var(--s4);align-items:center;padding:var(--s4)}
.needs>li+li{border-top:1px solid var(--line)}
.needs .n{font-size:var(--text-sum);font-weight:650;line-height:1;min-width:2ch}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:var(--s4) var(--s5)}
.figures dt{font-size:var(--text-s)}.figures dd{font-size:var(--text-xs);color:var(--quiet)}
.figures>div{display:flex;flex-direction:column}
.figures .sum-line{font-size:var(--text-sum);color:var(--ink)}
.figures a{color:inherit;text-decoration-color:var(--edge);text-decoration-thickness:1px}
.halves{display:grid;gap:var(--s5);grid-template-columns:minmax(0,1fr)}
.halves>*{min-width:0}
@media(min-width:72rem){.halves{grid-template-columns:minmax(0,1fr) 19rem;gap:var(--s6)}.halves>.by{grid-column:2;grid-row:1;position:sticky;top:var(--s5);align-self:start}.halves>:not(.by){grid-row:1}}
.filters{display:flex;flex-wrap:wrap;gap:var(--s2) var(--s3);align-items:end}
.filters .field{flex:1 1 9rem;max-width:16rem}.filters .field>:is(input,select){order:1}.filters .field:first-child{flex:2 1 16rem;max-width:26rem}.filters .field:first-child:nth-last-child(n+7){flex-basis:100%;max-width:none}.filters .field:first-child:nth-last-child(n+7)>input{max-width:26rem}
fieldset>legend:not(.hide){margin-bottom:var(--s2)}
.act a+a{margin-left:var(--s3)}
.tabs{display:flex;flex-wrap:wrap;gap:var(--s1);border-bottom:1px solid var(--line)}
.tabs a{padding:.45rem .75rem;border-bottom:3px solid transparent;margin-bottom:-1px;color:var(--quiet);text-decoration:none}
.tabs a[aria-current]{border-color:var(--accent);color:var(--ink);font-weight:600}
.actions{border:1px solid var(--line);border-radius:var(--r3);overflow:hidden}
.actions li+li{border-top:1px solid var(--line)}
.actions a{display:block;padding:.55rem var(--s4);color:inherit;text-decoration:none}
.actions a:hover{background:var(--panel)}
.actions a:focus-visible{outline-offset:-3px}
.actions strong{display:block;color:var(--accent)}
.actions small,.actions p{color:var(--quiet);font-size:var(--text-s)}
.actions p{padding:.55rem var(--s4);background:var(--panel)}
.log{display:grid}
.log>li{display:grid;grid-template-columns:9.5rem minmax(0,1fr);gap:0 var(--s4);padding:.55rem 0;border-bottom:1px solid var(--line)}
.log time{color:var(--quiet);white-space:nowrap}
.log .why{color:var(--quiet);font-size:var(--text-s)}
.versus{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.1rem var(--s3)}
.steps{display:grid;gap:var(--s4);counter-reset:step}
.steps>li{display:grid;grid-template-columns:2rem minmax(0,1fr);gap:0 var(--s3);counter-increment:step}
.steps>li::before{content:counter(step);display:grid;place-items:center;width:1.9rem;height:1.9rem;border-radius:50%;border:1px solid var(--edge);font-weight:600}
.steps>li.done::before{content:"✓";background:var(--good);border-color:var(--good);color:var(--paper)}
.steps>li>*{grid-column:2}
.steps>li>:first-child{grid-row:1;align-self:center}
.door{display:grid;place-content:center;min-height:100vh;padding:var(--s5) var(--s4);grid-template-columns:minmax(0,25rem)!important}
.door{background:var(--panel)}
.door main{padding:clamp(1.25rem,5vw,2rem);gap:var(--s4);border:1px solid var(--line);border-radius:var(--r3);background:var(--paper);grid-template-columns:minmax(0,1fr)}
.door .facts>div{grid-template-columns:5.5rem minmax(0,1fr)}
.door details p{margin-top:var(--s2);color:var(--quiet)}
@media(max-width:50rem){
.console body{display:block}
.console .top{display:flex;align-items:center;justify-content:space-between;padding:var(--s2) 1rem;border-bottom:1px solid var(--line);background:var(--panel);position:sticky;top:0;z-index:1}
.top .logo{width:2rem;height:2rem;font-size:.9rem}.top .brand{font-size:var(--text-m)}
.side[popover]{position:fixed;inset:0 0 0 auto;width:min(19rem,85vw);height:100dvh;border:0;border-left:1px solid var(--line)}
.side[popover]:not(:popover-open){display:none}
.side::backdrop{background:rgb(0 0 0/.45)}
.side li a{padding-block:.6rem}
.needs>li{grid-template-columns:auto minmax(0,1fr);align-items:start}
.needs>li>:last-child{grid-column:2;justify-self:start;margin-top:var(--s1)}
.effects>div{grid-template-columns:minmax(0,1fr)}
.facts>div{grid-template-columns:minmax(0,1fr)}
.log>li{grid-template-columns:minmax(0,1fr)}
.head:has(h1)>.row{width:100%}
}`;
