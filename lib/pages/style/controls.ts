/** Buttons and fields. A link that leads and a button that acts look the same; a page has one `.primary`. */
export const CONTROLS = `button,.button{display:inline-flex;align-items:center;justify-content:center;gap:var(--s2);min-height:var(--control);padding:.35rem 1rem;border:1px solid var(--edge);border-radius:var(--r2);background:var(--paper);color:var(--ink);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:var(--panel);border-color:var(--ink)}
.primary{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
.danger{background:var(--bad);border-color:var(--bad);color:var(--on-bad)}
:is(.primary,.danger):hover{filter:brightness(1.12);background:var(--accent);border-color:var(--accent)}
.danger:hover{background:var(--bad);border-color:var(--bad)}
.plain{border-color:transparent;background:none;color:var(--accent);font-weight:500;padding-inline:.5rem}
.plain:hover{text-decoration:underline;background:none;border-color:transparent}
.plain.quiet{color:var(--quiet)}

.field{display:grid;gap:.3rem;max-width:28rem}
label,legend,.label{font-weight:600;font-size:var(--text-s)}
.hint{color:var(--quiet);font-size:var(--text-s);font-weight:400}
input:not([type=radio],[type=checkbox]),select,textarea{width:100%;min-height:var(--control);padding:.35rem .75rem;border:1px solid var(--edge);border-radius:var(--r2);background:var(--paper);color:inherit;font:inherit}
.auto{width:auto!important}
.field.long{max-width:46rem}
input[readonly]{background:var(--panel);font-family:var(--mono);font-size:.875em}
[type=radio],[type=checkbox]{accent-color:var(--accent);width:1.1rem;height:1.1rem;margin:0;flex:none}
[aria-invalid=true]{border-color:var(--bad)!important;border-width:2px!important}
.error{color:var(--bad);font-size:var(--text-s);font-weight:600}
.meanwhile,.choice .error{display:block}
.meanwhile{color:var(--warm);font-size:var(--text-s);font-weight:600}
.tick{display:flex;gap:var(--s2);align-items:baseline;font-weight:400;font-size:inherit}
.tick input{translate:0 .15rem}
details>summary{cursor:pointer;font-weight:600;padding-block:.3rem;color:var(--accent)}
details[open]>summary{margin-bottom:var(--s3)}
details>.field+.field{margin-top:var(--s4)}
.choices{display:grid;border:1px solid var(--line);border-radius:var(--r3);overflow:hidden}
.choice{display:grid;grid-template-columns:auto minmax(0,1fr) auto;gap:0 var(--s3);align-items:baseline;padding:var(--s3) var(--s4);cursor:pointer;font-size:inherit;font-weight:400}
.choice+.choice{border-top:1px solid var(--line)}
.choice input{translate:0 .15rem}
.choice>strong{display:block}
.choice .end{text-align:right}
.choice small{display:block;grid-column:2/-1;color:var(--quiet);font-size:var(--text-s)}
.choice:hover{background:var(--panel)}
.choice:has(:checked){background:var(--accent-tint);box-shadow:inset 3px 0 var(--accent)}
.choice:has(:focus-visible){outline:3px solid var(--accent);outline-offset:-3px}
.choice:has(:disabled){cursor:default;background:var(--panel);box-shadow:none}`;
