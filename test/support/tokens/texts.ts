/** One paragraph in each of twenty languages, written for these tests. */
const LANGUAGES: Readonly<Record<string, string>> = {
  English:
    'The tenant reported the damp wall in March, and the landlord sent nobody until the middle of June. Under clause 7 the rent may be reduced from the day of the report, provided that access was offered on at least two occasions.',
  German:
    'Die Mieterin zeigte den Schimmelbefall der Schlafzimmerwand im März ordnungsgemäß an; die Hausverwaltung beauftragte gleichwohl erst Mitte Juni einen Sachverständigen. Nach § 536 Abs. 1 BGB mindert sich die Mietzinsforderung für die Zeit der Gebrauchsbeeinträchtigung kraft Gesetzes.',
  French:
    'La locataire a signalé l’humidité du mur dès le mois de mars, mais le bailleur n’a dépêché personne avant la mi-juin. Conformément à l’article 7, le loyer peut être réduit à compter du signalement, à condition que l’accès ait été proposé au moins deux fois.',
  Spanish:
    'La arrendataria comunicó la humedad de la pared en marzo, pero el propietario no envió a nadie hasta mediados de junio. Según la cláusula séptima, la renta puede reducirse desde el día del aviso, siempre que se haya ofrecido el acceso en dos ocasiones.',
  Italian:
    'L’inquilina ha segnalato l’umidità della parete a marzo, ma il proprietario non ha mandato nessuno prima della metà di giugno. Secondo la clausola sette, il canone può essere ridotto dal giorno della segnalazione, purché l’accesso sia stato offerto almeno due volte.',
  Portuguese:
    'A inquilina comunicou a umidade da parede em março, mas o senhorio não enviou ninguém até meados de junho. Nos termos da cláusula sétima, a renda pode ser reduzida a partir da data da comunicação, desde que o acesso tenha sido oferecido pelo menos duas vezes.',
  Dutch:
    'De huurster meldde de vochtige muur in maart, maar de verhuurder stuurde pas halverwege juni iemand langs. Volgens artikel zeven kan de huurprijs worden verlaagd vanaf de dag van de melding, mits er minstens tweemaal toegang is aangeboden.',
  Polish:
    'Najemczyni zgłosiła zawilgocenie ściany w marcu, jednak wynajmujący nie przysłał nikogo aż do połowy czerwca. Zgodnie z paragrafem siódmym czynsz może zostać obniżony od dnia zgłoszenia, o ile dostęp do lokalu zaproponowano co najmniej dwukrotnie.',
  Czech:
    'Nájemnice nahlásila vlhkost stěny v březnu, pronajímatel však nikoho neposlal až do poloviny června. Podle článku sedm lze nájemné snížit ode dne nahlášení, pokud byl přístup do bytu nabídnut nejméně dvakrát.',
  Turkish:
    'Kiracı duvardaki rutubeti mart ayında bildirdi, ancak ev sahibi haziran ortasına kadar kimseyi göndermedi. Yedinci maddeye göre, eve giriş imkânı en az iki kez sunulmuşsa kira bildirim gününden itibaren indirilebilir.',
  Russian:
    'Арендаторша сообщила о сырости стены в марте, однако арендодатель никого не прислал до середины июня. Согласно пункту седьмому арендная плата может быть снижена со дня уведомления, если доступ в квартиру предлагался не менее двух раз.',
  Greek:
    'Η μισθώτρια ανέφερε την υγρασία του τοίχου τον Μάρτιο, όμως ο ιδιοκτήτης δεν έστειλε κανέναν μέχρι τα μέσα Ιουνίου. Σύμφωνα με τον όρο επτά, το μίσθωμα μπορεί να μειωθεί από την ημέρα της αναφοράς.',
  Hebrew:
    'השוכרת דיווחה על הרטיבות בקיר בחודש מרץ, אך בעל הבית לא שלח איש עד אמצע יוני. לפי סעיף שבע ניתן להפחית את דמי השכירות מיום הדיווח, ובלבד שהוצעה גישה לדירה לפחות פעמיים.',
  Arabic:
    'أبلغت المستأجرة عن رطوبة الجدار في شهر مارس، لكن المالك لم يرسل أحدًا حتى منتصف يونيو. ووفقًا للبند السابع يجوز تخفيض الإيجار اعتبارًا من يوم الإبلاغ، بشرط أن يكون الدخول قد عُرض مرتين على الأقل.',
  Hindi:
    'किरायेदार ने मार्च में दीवार की सीलन की सूचना दी, लेकिन मकान मालिक ने जून के मध्य तक किसी को नहीं भेजा। सातवीं धारा के अनुसार सूचना के दिन से किराया घटाया जा सकता है, बशर्ते प्रवेश का अवसर कम से कम दो बार दिया गया हो।',
  Thai: 'ผู้เช่าแจ้งเรื่องผนังชื้นตั้งแต่เดือนมีนาคม แต่เจ้าของบ้านไม่ได้ส่งใครมาจนถึงกลางเดือนมิถุนายน ตามข้อเจ็ดของสัญญา ค่าเช่าอาจลดลงได้นับจากวันที่แจ้ง หากมีการเปิดให้เข้าตรวจอย่างน้อยสองครั้ง',
  Chinese:
    '承租人三月份就报告了墙面潮湿的问题，可是房东直到六月中旬才派人来查看。根据合同第七条，租金可以从报告之日起相应减少，前提是承租人至少两次提供了进入房屋的机会。',
  Japanese:
    '借主は三月に壁の湿気を報告しましたが、家主は六月中旬まで誰も派遣しませんでした。契約第七条によれば、少なくとも二回の立ち入りの機会が与えられていた場合、報告の日から賃料を減額することができます。',
  Korean:
    '세입자는 3월에 벽의 습기를 알렸지만 집주인은 6월 중순까지 아무도 보내지 않았습니다. 계약서 제7조에 따르면 출입 기회가 두 번 이상 제공된 경우 통지한 날부터 임대료를 줄일 수 있습니다.',
  Amharic:
    'ተከራይዋ በመጋቢት ወር ስለ ግድግዳው እርጥበት አሳወቀች፤ ሆኖም አከራዩ እስከ ሰኔ አጋማሽ ድረስ ማንንም አልላከም። በአንቀጽ ሰባት መሠረት ኪራዩ ከማሳወቂያው ቀን ጀምሮ ሊቀነስ ይችላል።',
};

const rows = Array.from({ length: 30 }, (_, index) => index + 1);

/** What is no prose but has breaks. */
const FORMS: Readonly<Record<string, string>> = {
  TypeScript: rows
    .map(
      (row) =>
        `export function settle${row}(items: readonly Item[]): number {\n  const total = items.reduce((sum, { price }) => sum + price * ${row}, 0);\n  return total > ${row * 100} ? Math.floor(total * 0.97) : total;\n}\n`,
    )
    .join('\n'),
  Python: rows
    .map(
      (row) =>
        `def clause_${row}(case):\n    if case["rent"] > ${row * 37}.5:\n        return [x ** 2 for x in case["items"] if x % ${row} == 0]\n`,
    )
    .join('\n'),
  JSON: JSON.stringify(
    rows.map((id) => ({
      id,
      sku: `A-${id * 7919}`,
      price: id * 12.75,
      isOpen: id % 2 === 0,
      tags: ['rent', 'damp'],
      note: null,
    })),
  ),
  'indented JSON': JSON.stringify(
    rows.map((id) => ({
      id,
      address: { street: `Lindenweg ${id}`, zip: String(10_000 + id * 13) },
      paid: [id, id * 2],
    })),
    null,
    2,
  ),
  'a Markdown table': `| no. | tenant | rent | due |\n|---:|:---|---:|---|\n${rows.map((row) => `| ${row} | Tenant ${row} | ${(row * 113.4).toFixed(2)} € | 2026-0${(row % 9) + 1}-15 |`).join('\n')}`,
  CSV: `id;name;amount;iban\n${rows.map((row) => `${row};"Müller, ${row}";${(row * 99.9).toFixed(2)};DE${String(row * 998_877).padStart(20, '0')}`).join('\n')}`,
  HTML: `<table class="list">${rows.map((row) => `<tr data-id="${row}"><td>${row}</td><td><a href="/case/${row}">Case&nbsp;${row}</a></td></tr>`).join('\n')}</table>`,
  emoji: rows.map((row) => `Done ✅ ${'🏠🔑🧾'.slice(0, ((row % 3) + 1) * 2)} 👩‍👩‍👧‍👦 🇩🇪 👍🏽 ok 🤷‍♀️`).join(' '),
  digests: rows
    .map((row) => (BigInt(row) * 0x9e3779b97f4a7c15f39cc0605cedc835n).toString(16).padStart(64, 'a'))
    .join('\n'),
  numbers: rows.map((row) => `${row * 1_234_567.891} ${row * 7} 0x${(row * 48_879).toString(16)}`).join('\t'),
  'indented text': rows.map((row) => `${' '.repeat((row % 8) * 4)}- point ${row}\n\n`).join(''),
};

/** Texts with breaks: prose in twenty languages, and code, data and signs. */
export const TEXTS: readonly (readonly [name: string, text: string])[] = Object.entries({ ...LANGUAGES, ...FORMS });

/** Without a blank, as a picture in a data URL has it; the same on every run. */
export function base64(bytes: number): string {
  const data = Buffer.alloc(bytes);
  let state = 0x2545f491;
  for (let at = 0; at < bytes; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[at] = state >>> 24;
  }
  return data.toString('base64');
}
