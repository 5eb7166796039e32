/** Motion only where it is welcome, forced colours, and paper. */
export const MEDIA = `.print{display:none}
@media(prefers-reduced-motion:no-preference){button,.button{transition:background-color .12s,border-color .12s}}
@media(forced-colors:active){.mark,.count{border:1px solid}.choice:has(:checked){outline:2px solid Highlight;outline-offset:-2px}}
@media print{
:root{color-scheme:light}
.side,.top,.masthead nav,.foot,.trail,.skip,form,button,.button,.by,.tabs,.pager,.no-print{display:none!important}
.console body{display:block}.band,.sheet{padding-inline:0;background:none}.portal body{border:0}
.print{display:revert}
a{color:inherit;text-decoration:none}
.rows{container-type:normal}
tr,.panel,li{break-inside:avoid}
.mark{background:none!important;padding:0;color:#000!important}
body{font-size:.875rem}
}`;
