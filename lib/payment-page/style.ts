/** Works from 320 px width, in light and dark. The provider's form is always light, so it gets a light background. */
export const STYLE = `:root{color-scheme:light dark;--ink:light-dark(#16191d,#eceef1);--quiet:light-dark(#545c66,#a9b1bb);--paper:light-dark(#fff,#14161a);--panel:light-dark(#f4f5f7,#1c1f24);--line:light-dark(#dfe2e7,#343a43);--link:light-dark(#1450b4,#8db8ff);--solid:light-dark(#1450b4,#8db8ff);--on-solid:light-dark(#fff,#10131a);--good:light-dark(#126b38,#6fdc9a);--bad:light-dark(#b01f2b,#ff9a9a);--warm:light-dark(#fff6e2,#33290f);--warm-line:light-dark(#d9a53a,#8a6a1d);font:100%/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0;min-height:100vh;background:var(--paper);color:var(--ink);display:flex;flex-direction:column;overflow-wrap:anywhere}
h1,h2,h3,p,dl,dd{margin:0}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:.3rem}
header{display:flex;flex-wrap:wrap;gap:0 .25rem;justify-content:space-between;align-items:center;padding:.75rem clamp(1rem,4vw,3rem)}
header nav{margin:0 -.5rem 0 auto}
header a{display:inline-block;padding:.35rem .5rem;text-decoration:none;font-size:.9rem;border-radius:.3rem}
header a:hover{text-decoration:underline}
.back{margin-left:-.5rem}
.brand{display:inline-flex;align-items:center;gap:.6rem;font-weight:650;margin-right:auto}
.brand+.back{margin-left:0}
.logo{width:2.25rem;height:2.25rem;border-radius:.5rem;background:#fff;object-fit:contain;border:1px solid var(--line)}
footer{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding:.75rem clamp(1rem,4vw,3rem);font-size:.9rem;color:var(--quiet)}
footer a{color:inherit;padding-block:.35rem}
.shop{color:var(--quiet);font-weight:600}
.quiet{color:var(--quiet);font-size:.9rem}
h1{font-size:clamp(1.35rem,1.1rem + 1.2vw,1.75rem);line-height:1.25;text-wrap:balance}
h2{font-size:1.1rem}
h3{font-size:1rem}
main{flex:1;display:grid;align-content:start}
.summary,.form{padding:1.25rem clamp(1rem,4vw,3rem) 1.75rem;display:grid;gap:.85rem;align-content:start}
.summary{background:var(--panel)}
.summary>*,.form>*{width:100%;max-width:28rem;justify-self:center}
.price{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .5rem;color:var(--quiet)}
.price strong{font-size:clamp(1.9rem,1.5rem + 2vw,2.5rem);line-height:1.2;color:var(--ink);font-variant-numeric:tabular-nums}
dl{display:grid;gap:.5rem;border-top:1px solid var(--line);padding-top:.85rem}
dl div{display:flex;flex-wrap:wrap;gap:0 1rem;justify-content:space-between}
dt{color:var(--quiet)}
dd{font-variant-numeric:tabular-nums;margin-left:auto;text-align:right}
dl div:last-child{border-top:1px solid var(--line);padding-top:.6rem;font-weight:600;font-size:1.05rem}
dl div:last-child dt{color:var(--ink)}
#place>div:not(:empty){color-scheme:light;background:#fff;color:#16191d;border-radius:.75rem}
#loading{display:flex;align-items:center;justify-content:center;gap:.75rem;min-height:16rem;border:1px solid var(--line);border-radius:.75rem;color:var(--quiet);background:var(--panel)}
.spinner{width:1.4rem;height:1.4rem;border:3px solid var(--line);border-top-color:var(--solid);border-radius:50%;animation:turn 1s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
@media(prefers-reduced-motion:reduce){.spinner{animation-duration:4s}}
.notice{display:grid;gap:.5rem;padding:1rem;border:1px solid var(--warm-line);border-radius:.75rem;background:var(--warm)}
button,.button{justify-self:start;display:inline-block;min-height:2.75rem;padding:.6rem 1.1rem;border:1px solid transparent;border-radius:.5rem;background:var(--solid);color:var(--on-solid);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
button:hover,.button:hover{filter:brightness(1.1)}
.card main{display:grid;place-content:center;padding:1rem}
.message{width:min(30rem,100vw - 2rem);display:grid;gap:.85rem;justify-items:center;text-align:center;padding:2rem clamp(1rem,4vw,2rem);border:1px solid var(--line);border-radius:1rem;background:var(--panel)}
.message .button{justify-self:center;margin-top:.5rem}
.mark{width:3.25rem;height:3.25rem;border-radius:50%;display:grid;place-items:center;color:var(--on-solid);font-weight:700;font-size:1.6rem;line-height:1}
.mark.good{background:var(--good)}.mark.good::before{content:"✓"}
.mark.bad{background:var(--bad)}.mark.bad::before{content:"!"}
.mark.open{background:var(--quiet)}.mark.open::before{content:"i"}
@media(min-width:56rem){
.split{background:linear-gradient(90deg,var(--panel) 50%,var(--paper) 50%)}
.split main{grid-template-columns:1fr 1fr}
.split header{padding-inline:max(3rem,25vw - 14rem)}
.summary,.form{padding-top:3rem;padding-bottom:3rem;background:none}
}`;
