import { ENDINGS, SYNONYMS } from './synonyms.ts';

/**
 * What a page of the documentation does in a browser, beyond what can be read without it: one search through the text of all
 * pages, a choice of language that stays from page to page, and buttons that copy.
 */
export const SCRIPT = `const make=(tag,text,on)=>{const made=document.createElement(tag);made.textContent=text;if(on)made.addEventListener('click',on);return made};
const said=document.body.dataset,field=document.getElementById('search'),found=document.getElementById('found'),synonyms=${JSON.stringify(SYNONYMS)};
for(const one of document.querySelectorAll('[data-script]'))one.hidden=false;
const small=text=>text.replaceAll('İ','i').toLowerCase();
let loading;const index=()=>loading??=fetch(said.index).then(answer=>answer.json());
const stem=word=>{const end=${JSON.stringify(ENDINGS)}.find(one=>word.endsWith(one)&&word.length>one.length+3);
return end===undefined?word.replace(/ğ[ıiuü]$/,'k'):word.slice(0,-end.length).replace(/([^aeıiouöüs])\\1$/,'$1')};
const means=(line,word)=>line.some(one=>one===word||word.length>3&&one.startsWith(word));
const meanings=word=>[...new Set([stem(word),word,...synonyms.filter(line=>means(line,word)||means(line,stem(word))).flat()])];
const snippet=(text,words)=>{const at=Math.min(...words.map(w=>small(text).indexOf(w)).filter(i=>i>=0));const out=make('small','');
if(at===Infinity){out.textContent=text.slice(0,120);return out}
const from=Math.max(0,at-50),word=words.find(w=>small(text).startsWith(w,at));
out.append((from?'…':'')+text.slice(from,at),make('mark',text.slice(at,at+word.length)),text.slice(at+word.length,at+90)+'…');return out};
const search=async()=>{const asked=small(field.value).trim();if(!asked)return found.replaceChildren();const entries=await index();if(small(field.value).trim()!==asked)return;
const words=synonyms.some(line=>line.includes(asked))?[meanings(asked)]:asked.split(/\\s+/).map(meanings);
const score=e=>words.reduce((sum,any)=>{const t=small(e.t),x=small(e.x+' '+e.p);const[own]=any;
return sum<0?sum:t.includes(own)?sum+8:x.includes(own)?sum+3:any.some(w=>t.includes(w)||x.startsWith(w))?sum+2:any.some(w=>x.includes(w))?sum+1:-1},0);
const late=e=>/errors#/.test(e.h)&&small(e.t)!==asked?4:0;
const hits=entries.map(e=>[score(e),e]).filter(([s])=>s>0).map(([s,e])=>[s-late(e),e]).sort(([a],[b])=>b-a).slice(0,20);
found.replaceChildren(...hits.map(([,e])=>{const item=make('li',''),link=make('a',e.t+' — '+e.p);link.href=e.h;link.append(snippet(e.x,words.flat()));item.append(link);return item}));
if(!hits.length)found.append(make('li',said.nothing))};
field.addEventListener('input',search);field.addEventListener('focus',index);
addEventListener('keydown',event=>{if(event.key==='/'&&!/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)){event.preventDefault();field.focus()}});
const radios=[...document.querySelectorAll('input[name=examples]')];
const remembered={get(){try{return localStorage.examples}catch{return undefined}},set(id){try{localStorage.examples=id}catch{}}};
const mark=()=>{for(const one of document.querySelectorAll('.bar [data-for]'))one.setAttribute('aria-pressed',document.getElementById(one.dataset.for).checked)};
for(const radio of radios){if(radio.id===remembered.get())radio.checked=true;radio.addEventListener('change',()=>{remembered.set(radio.id);mark()})}
const copy=(code)=>{const button=make('button',said.copy,async()=>{const shown=[...code.querySelectorAll('pre')].find(pre=>pre.checkVisibility());
await navigator.clipboard.writeText(shown.innerText.trimEnd());button.textContent=said.copied;setTimeout(()=>button.textContent=said.copy,1500)});button.className='copy';return button};
for(const pre of document.querySelectorAll('pre')){if(pre.closest('.code'))continue;const box=make('div','');box.className='code';pre.replaceWith(box);box.append(pre)}
for(const code of document.querySelectorAll('.code')){const either=code.querySelector('.either'),bar=make('div','');bar.className='bar';
if(either){for(const radio of radios){const button=make('button',radio.parentElement.textContent.trim(),()=>{const top=button.getBoundingClientRect().top;radio.click();scrollBy(0,button.getBoundingClientRect().top-top)});button.dataset.for=radio.id;bar.append(button)}code.prepend(bar)}
if(navigator.clipboard)(either?bar:code).append(copy(code))}
mark();`;
