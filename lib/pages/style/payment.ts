/**
 * The payment page beside what all pages of a customer have. The provider's form is always light, so it gets a light
 * background.
 */
export const PAYMENT = `
body.split{--width:58rem}
.back{display:inline-block;padding-block:.35rem;text-decoration:none}
.back:hover{text-decoration:underline}
.button.back{padding-block:.35rem}
.due>div:last-child{font-weight:600;font-size:1.05rem}
.due>div:last-child dt{color:var(--ink)}
#place>div:not(:empty){color-scheme:light;background:#fff;color:#16191d;border-radius:var(--r3)}
#loading{display:flex;align-items:center;justify-content:center;gap:var(--s3);min-height:16rem;border:1px solid var(--line);border-radius:var(--r3);color:var(--quiet);background:var(--panel)}
.spinner{width:1.4rem;height:1.4rem;border:3px solid var(--line);border-top-color:var(--accent);border-radius:50%;animation:turn 1s linear infinite}
.sign.spinner{width:3rem;height:3rem;border-width:4px;background:none}
@keyframes turn{to{transform:rotate(1turn)}}
@media(prefers-reduced-motion:reduce){.spinner{animation-duration:4s}}
@media(min-width:50rem){.split{background:linear-gradient(90deg,var(--panel) 50%,var(--paper) 50%)}.split main{display:grid;grid-template-columns:1fr 1fr;padding-inline:max(1.5rem,50% - var(--width)/2)}.split main>section{padding-inline:0;background:none}.split main>.lead{padding-right:3rem}.split main>.sheet{padding:var(--s3) 0 var(--s6) 3rem}.split .masthead{background:none}}`;
