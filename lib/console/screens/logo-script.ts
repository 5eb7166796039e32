import { html, trusted, type Html } from '../../pages/html.ts';
import { idOf } from './forms.ts';

/** Shows a logo and a name in the preview as soon as they are chosen; without it they are there once they are saved. */
export const logoScript = (nonce: string): Html => html`<script nonce="${nonce}">${trusted(SCRIPT)}</script>`;

const SCRIPT = `const file=document.getElementById('${idOf('set-logo', 'logo')}'),sample=document.querySelector('.sample .brand');
file?.addEventListener('change',()=>{
const one=file.files[0];if(!one)return;
const reader=new FileReader();
reader.onload=()=>{const image=new Image(40,40);image.className='logo';image.alt='';image.src=reader.result;sample.querySelector('.logo').replaceWith(image)};
reader.readAsDataURL(one);
});
document.getElementById('${idOf('set-brand', 'displayName')}')?.addEventListener('input',({target})=>{if(target.value.trim()!=='')sample.querySelector('strong').textContent=target.value});`;
