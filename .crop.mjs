import sharp from 'sharp';
for (const spec of process.argv.slice(2)) { const [n,w,h,top='0']=spec.split(':'); const m=await sharp(`/tmp/doors-shots/${n}.png`).metadata(); await sharp(`/tmp/doors-shots/${n}.png`).extract({left:0,top:+top,width:Math.min(+w,m.width),height:Math.min(+h,m.height-+top)}).toFile(`/tmp/doors-shots/crop-${n}.png`);} 
