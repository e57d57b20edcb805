import { measure } from './search.mjs'; import { markdown } from './markdown.mjs'; import {F} from '/tmp/md/frags.mjs';
const res=[];for(const a of F)for(const b of F){const u=a+b;const r=measure(markdown,{'%':'text',times:Math.ceil(30000/u.length),of:u});res.push([r.ms,r.task,u])}
res.sort((x,y)=>y[0]-x[0]);for(const r of res.slice(0,12))console.log(r[0].toFixed(1),r[1],JSON.stringify(r[2]));
