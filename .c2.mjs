import sharp from 'sharp';
for (const [n,h] of [['sanct-1440-light',900],['sanct-390-light',900],['signout-1440-light',700]]) { const f=`/tmp/doors-shots/${n}.png`; const m=await sharp(f).metadata(); await sharp(f).extract({left:0,top:Math.max(0,m.height-h),width:m.width,height:Math.min(h,m.height)}).toFile(`/tmp/doors-shots/crop-${n}.png`);} 
