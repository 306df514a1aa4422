// Turns of phrase, in several languages, that tell what a passage is for where single words cannot.

/** CUES say which role of a section a passage's opening speaks for. */
export const CUES: Partial<Record<string, RegExp>> = {
  prerequisites:
    /\b(?:you(?:'ll| will)? need|requires?|is required|must have|before you|make sure you have)\b|voraussetzung|benötig|vorausgesetzt|prérequis|il faut|vous devez avoir|se requiere|necesita|требуется|необходим|понадобится|必要です|前提|需要/iu,
  steps:
    /^(?:(?:first|then|next|now|finally),? )?(?:run|execute|open|click|press|select|choose|enter|type|create|add|set|install|import|download|copy|paste|save|start|stop|restart|log in|sign in|edit|remove|delete|apply|deploy)\s+(?!of\b)|^(?:führen|starten|öffnen|klicken|drücken|wählen|geben|tragen|erstellen|installieren|kopieren|speichern|importieren|melden) sie\b|^(?:exécute[rz]|lance[rz]|ouvre[rz]|clique[rz]|saisi(?:r|ssez)|choisi(?:r|ssez)|cré(?:er|ez)|ajoute[rz]|installe[rz]|copie[rz]|enregistre[rz])\s|^(?:ejecut[ae]|abr[ae]|haga clic|puls[ae]|escrib[ae]|elij[ae]|cree|añad[ae]|instal[ae]|copi[ae]|guard[ae])\s|^(?:запустите|откройте|нажмите|выберите|введите|создайте|добавьте|установите|скопируйте|сохраните|выполните|войдите)\s|^[^。]{0,60}を(?:実行|クリック|選択|入力|作成|追加|インストール|コピー)し(?:ます|てください)|^(?:请)?(?:运行|执行|点击|打开|选择|输入|创建|添加|安装|复制|保存)/iu,
  limits:
    /\b(?:at most|no more than|up to|maximum|minimum|per (?:minute|second|hour|day)|a (?:minute|second)|cannot|limited to|drawback|downside|trade-offs?)\b|höchstens|nachteil|inconvénient|недостат|欠点|缺点|maximal|pro (?:minute|sekunde|tag)|au plus|como máximo|не более|максимум|最大|上限|最多/iu,
  errors:
    /\b(?:answers?|returns?|status|responds?|code|refused|fails?)\b.{0,60}\b[45]\d\d\b|\b[45]\d\d\b.{0,40}\bwhen\b|fehlercode|код(?:ом)? ошибки|エラーコード|错误码/iu,
  troubleshooting:
    /^if\b.{0,80}\b(?:error|fails?|answers? \d{3}|does not|doesn't|cannot|not work|missing)\b|\b(?:fails? (?:with|when|if)|error message)\b|schlägt fehl|fehlermeldung|en cas d'erreur|si (?:falla|échoue)|появи\S* ошибк|если .{0,40}ошибк|エラーが|場合は.{0,30}確認|如果.{0,20}(?:错误|失败)/iu,
  usage: /^`?(?:GET|POST|PUT|PATCH|DELETE|HEAD) \//u,
  parameters:
    /\b(?:parameters?|arguments?|the body has|defaults? (?:is|to))\b|standardwert|valeur par défaut|por defecto|по умолчанию|既定値|默认值/iu,
  how: /\b(?:consists? of|is made of|takes over|claims?|renews?|works by|under the hood|is stored|are stored)\b|besteht aus|se compose|consta de|состоит из|構成され|由.{0,10}组成/iu,
  result:
    /^(?:check|verify|confirm|test|make sure)\b|\byou should (?:now )?see\b|\b(?:tell|know|see) (?:that |whether |if )?it (?:has )?worked\b|gelungen|überprüf|prüfen sie|vérifiez|compruebe|проверьте|убедитесь|を確認します|验证/iu,
  examples:
    /\b(?:for example|for instance|e\.g\.)|zum beispiel|beispielsweise|par exemple|por ejemplo|например|例えば|例如/iu,
  why: /\b(?:because|the reason|that is why|instead of|so that)\b|\bweil\b|deshalb|parce que|porque|потому что|поэтому|ためです|因为/iu,
  next: /\b(?:next,? (?:you can|read|see|try)|learn more|continue with)\b|als nächstes können|pour aller plus loin|más adelante|далее можно|次は/iu,
}

const CLERICAL =
  /^(?:table of contents|contents|toc|licen[cs]e|contribut\w*|changelog|authors?|credits|badges|inhalt\w*|lizenz|sommaire|licence|contenido|índice|licencia|содержание|лицензия|目录|目次|ライセンス|许可证)$/i

/** isClerical: headings under which a file speaks of itself, not of its subject. */
export function isClerical(heading: string): boolean {
  return CLERICAL.test(heading)
}

/** HANGING: a sentence that leans on the one before it and cannot stand elsewhere. */
export const HANGING =
  /^(?:this|it|its|they|these|those|that|he|she|however|then|also|but|and|so|therefore|with this|dies\w*|sie|es|er|dann|aber|danach|cela|il|elle|ils|ensuite|esto|este|ello|это|он|она|они|затем|поэтому|但|然后|因此|これ|それ|次に|その)(?!\p{L})/iu
