/**
 * Words that say nothing about a picture, in English, French and German, folded: articles, pronouns, prepositions,
 * the commonest verbs, and what every picture is. Words of one or two letters need no entry.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `
  about above after again all also and another any are around because been before behind being below beneath beside
  between both but can could did does doing down during each few for from had has have having her here him his how
  into its itself just like made make more most near not now off once one only other our out over own per same she
  should some such than that the their them then there these they this those through too toward towards under until
  upon very was were what when where which while who whose why will with within without would you your
  image images picture pictures photo photos photograph please show showing

  afin ainsi alors apres aussi autour autre autres aux avant avec avoir car ceci cela celle celles celui ces cet cette
  ceux chez comme contre dans depuis derriere des dessous dessus devant donc dont elle elles entre est etait etre eux
  fait faire font hors ici ils jusque les leur leurs lors lui mais meme memes mes moi moins mon nos notre nous ont par
  parmi pas pendant peu plus pour pourquoi puis quand que quel quelle quelles quels qui quoi sans ses seulement sien
  soit son sont sous sur ta tandis tes toi ton tous tout toute toutes tres trop une vers voici voila vos votre vous

  aber alle allem allen aller alles als also auch auf aus bei beim bin bis bist dadurch daher damit dann darum das dass
  dein deine dem den denen denn der deren des dessen dich die dies diese diesem diesen dieser dieses dir doch dort durch
  ein eine einem einen einer eines einige euch euer fur gegen hab habe haben hat hatte hier hinter ich ihm ihn ihnen ihr
  ihre ihrem ihren ihrer immer ins ist jede jedem jeden jeder jedes jene kann kein keine konnen mehr mein meine mit muss
  nach neben nicht nichts noch nun nur oben oder ohne sehr sein seine seinem seinen seiner sich sie sind sowie uber und
  uns unser unter viel vom von vor wahrend warum was weil wenn wer werden wie wieder wir wird wurde zum zur zwischen
  bild bilder foto fotos
  `
    .trim()
    .split(/\s+/),
);
