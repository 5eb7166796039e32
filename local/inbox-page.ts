/** The inbox as people see it: what arrived, newest first, with event, attempt and whether the signature verifies. */
export function inboxPage(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Webhook inbox</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); vertical-align: top; }
td { font-variant-numeric: tabular-nums; }
.good { color: #17803d; } .bad { color: #c0262d; }
@media (prefers-color-scheme: dark) { .good { color: #5cd68a; } .bad { color: #ff8a8a; } }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .4rem 0 0; font-size: .85rem; }
#empty { opacity: .7; }
</style>
</head>
<body>
<h1>Webhook inbox</h1>
<p id="empty">Nothing has arrived yet. Deliveries appear here by themselves.</p>
<table hidden aria-live="polite">
<thead><tr><th>Received</th><th>Address</th><th>Event</th><th>Attempt</th><th>Signature</th><th>Answered</th></tr></thead>
<tbody></tbody>
</table>
<script>
const rows = document.querySelector('tbody');
let last = 0;
function cell(row, text, className) {
  const td = row.insertCell();
  td.textContent = text;
  if (className) td.className = className;
  return td;
}
function show(arrival) {
  let told = {};
  try { told = JSON.parse(arrival.body); } catch {}
  const row = rows.insertRow(0);
  row.dataset.event = told.notificationType ?? 'chat';
  cell(row, arrival.receivedAt.replace('T', ' ').replace('Z', ''));
  cell(row, arrival.path);
  const event = cell(row, told.notificationType ? [told.notificationType, told.subtype].filter(Boolean).join(' / ') : (told.text ?? 'request'));
  const details = document.createElement('details');
  details.innerHTML = '<summary>body</summary><pre></pre>';
  details.querySelector('pre').textContent = arrival.body;
  event.append(details);
  cell(row, told.attempt ?? '');
  if (arrival.verified === null) cell(row, 'not signed');
  else cell(row, arrival.verified ? 'verified' : 'does not verify', arrival.verified ? 'good' : 'bad');
  cell(row, arrival.status || 'nothing');
}
async function look() {
  try {
    const { requests } = await (await fetch('/requests?after=' + last)).json();
    for (const arrival of requests) { last = arrival.id; show(arrival); }
    document.querySelector('table').hidden = last === 0;
    document.querySelector('#empty').hidden = last > 0;
  } finally { setTimeout(look, 500); }
}
look();
</script>
</body>
</html>
`;
}
