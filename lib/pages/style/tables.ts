/** Tables that become cards where their container is narrow, and their pager. */
export const TABLES = `.rows{container-type:inline-size}
table{width:100%;border-collapse:collapse}
caption{text-align:left;font-weight:600;font-size:var(--text-l);padding-bottom:var(--s2)}
th,td{text-align:left;vertical-align:baseline;padding:.55rem 1rem .55rem 0;border-bottom:1px solid var(--line)}
thead th{font-size:var(--text-xs);font-weight:600;color:var(--quiet);white-space:nowrap}
tbody th{font-weight:600;min-width:8rem}
.line{min-width:11rem;overflow-wrap:anywhere}
:is(th,td):last-child{padding-right:0}
.num{text-align:right;white-space:nowrap}
td small,th small{display:block;color:var(--quiet);font-size:var(--text-xs);font-weight:400}
tbody tr:hover{background:linear-gradient(var(--panel),var(--panel)) no-repeat -1rem 0/calc(100% + 2rem)}
.act{text-align:right;white-space:nowrap}
.act a{display:inline-block;min-height:1.6rem}
@container (max-width:41.5rem){
.rows thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.rows :is(table,tbody){display:block}
.rows tr{display:flex;flex-wrap:wrap;align-items:baseline;gap:.1rem var(--s3);padding:.7rem 0;border-bottom:1px solid var(--line)}
.rows tbody tr:first-child{border-top:1px solid var(--line)}
.rows tbody tr::after{content:"";order:1;flex:1 0 100%}
.rows tbody tr:hover{background:none}
.rows :is(th,td){display:block;padding:0;border:0;text-align:left;order:2;font-size:var(--text-s)}
.rows tbody th{order:0;flex:1 1 50%;min-width:0;font-size:inherit}
.rows .top-end{order:1;text-align:right;font-size:inherit}
.rows .line{flex:1 0 100%;min-width:0}
.rows .line[data-h]::before{content:attr(data-h) " ";color:var(--quiet)}
.rows .act{margin-left:auto}
.rows :is(td):empty{display:none}
.rows td small{display:inline;font-size:inherit}
.rows td small::before{content:" · "}
.rows .top-end small{display:block}
.rows .top-end small::before{content:none}
.rows .lab[data-h]::before{content:attr(data-h) " ";color:var(--quiet)}
}
a.small{padding-block:.2rem}
.pager{display:flex;gap:var(--s3);align-items:center;justify-content:space-between;flex-wrap:wrap}`;
