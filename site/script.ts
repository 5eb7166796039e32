/**
 * What a page of the documentation does in a browser, beyond what can be read without it: one search over all pages, a
 * choice of language that stays from page to page, and buttons that copy.
 */
export const SCRIPT = `const make=(tag,text,on)=>{const made=document.createElement(tag);made.textContent=text;if(on)made.addEventListener('click',on);return made};
const index=JSON.parse(document.getElementById('index').textContent),field=document.getElementById('search'),found=document.getElementById('found');
for(const one of document.querySelectorAll('[data-script]'))one.hidden=false;
field.addEventListener('input',()=>{const words=field.value.toLowerCase().split(/\\s+/).filter(Boolean);found.replaceChildren();if(!words.length)return;
const score=e=>words.every(w=>e.t.toLowerCase().includes(w))?0:1;
const hits=index.filter(e=>words.every(w=>(e.t+' '+e.w+' '+e.p).toLowerCase().includes(w))).sort((a,b)=>score(a)-score(b)).slice(0,20);
for(const e of hits){const item=make('li',''),link=make('a',e.t+' — '+e.p);link.href=e.h;item.append(link);found.append(item)}
if(!hits.length)found.append(make('li','Nothing found.'))});
addEventListener('keydown',event=>{if(event.key==='/'&&!/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)){event.preventDefault();field.focus()}});
const radios=[...document.querySelectorAll('input[name=examples]')];
const remembered={get(){try{return localStorage.examples}catch{return undefined}},set(id){try{localStorage.examples=id}catch{}}};
const mark=()=>{for(const one of document.querySelectorAll('.bar [data-for]'))one.setAttribute('aria-pressed',document.getElementById(one.dataset.for).checked)};
for(const radio of radios){if(radio.id===remembered.get())radio.checked=true;radio.addEventListener('change',()=>{remembered.set(radio.id);mark()})}
const copy=(code)=>{const button=make('button','Copy',async()=>{const shown=[...code.querySelectorAll('pre')].find(pre=>pre.checkVisibility());
await navigator.clipboard.writeText(shown.innerText.trimEnd());button.textContent='Copied';setTimeout(()=>button.textContent='Copy',1500)});button.className='copy';return button};
for(const pre of document.querySelectorAll('pre')){if(pre.closest('.code'))continue;const box=make('div','');box.className='code';pre.replaceWith(box);box.append(pre)}
for(const code of document.querySelectorAll('.code')){const either=code.querySelector('.either'),bar=make('div','');bar.className='bar';
if(either){for(const radio of radios){const button=make('button',radio.parentElement.textContent.trim(),()=>{const top=button.getBoundingClientRect().top;radio.click();scrollBy(0,button.getBoundingClientRect().top-top)});button.dataset.for=radio.id;bar.append(button)}code.prepend(bar)}
if(navigator.clipboard)(either?bar:code).append(copy(code))}
mark();`;
