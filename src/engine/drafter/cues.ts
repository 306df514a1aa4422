// Turns of phrase, in several languages, that tell what a passage is for where single words cannot.

import type { DocumentKind } from './drafter.ts'

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
    /^(?:if|when)\b.{0,80}\b(?:error|fails?|says|complains|answers? \d{3}|does not|doesn't|cannot|not work|missing)\b|^(?:wenn|falls)(?!\p{L}).{0,80}(?:meldet|fehler|fehlt|scheitert|fehlschlägt|nicht)(?!\p{L})|^si .{0,80}(?:affiche|erreur|échoue|ne [^.]{1,20} pas|muestra|falla|error|no (?:funciona|aparece|arranca))(?!\p{L})|\b(?:fails? (?:with|when|if)|error message)\b|schlägt fehl|fehlermeldung|en cas d'erreur|si (?:falla|échoue)|появи\S* ошибк|если .{0,40}ошибк|エラーが|場合は.{0,30}確認|(?:できない|しない|失敗した)場合|如果.{0,20}(?:错误|失败|无法|不能)/iu,
  usage: /^`?(?:GET|POST|PUT|PATCH|DELETE|HEAD) \//u,
  parameters:
    /\b(?:parameters?|arguments?|the body has|defaults? (?:is|to))\b|standardwert|valeur par défaut|por defecto|по умолчанию|既定値|默认值/iu,
  how: /\b(?:consists? of|is made of|takes over|claims?|renews?|works by|under the hood|is stored|are stored)\b|besteht aus|se compose|consta de|состоит из|構成され|由.{0,10}组成/iu,
  result:
    /^(?:check|verify|confirm|test|make sure)\b|\byou should (?:now )?see\b|\b(?:tell|know|see) (?:that |whether |if )?it (?:has )?worked\b|gelungen|überprüf|prüfen sie|vérifiez|compruebe|проверьте|убедитесь|を確認します|验证/iu,
  examples:
    /\b(?:for example|for instance|e\.g\.)|zum beispiel|beispielsweise|par exemple|por ejemplo|например|例えば|例如/iu,
  why: /\b(?:because|the reason|that is why|instead of|so that)\b|\bweil\b|deshalb|parce que|porque|потому что|поэтому|ためです|因为/iu,
  scope:
    /(?<!not )\bappl(?:y|ies) to\b|\b(?:is|are) (?:valid|binding) for\b|\bin scope\b|\b(?:gilt|gelten) (?:für|ab)\b|(?<!ne )s['’]applique(?:nt)? (?:à|aux?)(?!\p{L})|\bconcerne(?:nt)? tou|(?<!no )se aplican? a|(?<!не )(?:распространя[ею]тся на|применя[ею]тся к)|(?<!不)适用于|に適用され(?!ません)|を対象と/iu,
  rules:
    /\b(?:must|may|shall|(?:is|are) (?:not )?(?:allowed|permitted)|prohibited|forbidden)\b|\b(?:muss|müssen|darf|dürfen)\b|verboten|untersagt|erlaubt|gestattet|\bdoi(?:t|vent)\b|interdit|autorisé|\bdeben?\b|\bprohibid|\bpermitid|обязан|запрещ|разреш|должн|допускается|必须|不得|禁止|允许|应当|しなければ|認められ|許可/iu,
  exceptions:
    /\b(?:except(?:ions?|ed)?|exempt(?:ed|ions?)?|unless|(?:does|do) not apply|not covered)\b|ausgenommen|ausnahme|\baußer\b|(?:gilt|gelten) nicht|\bsauf\b|exception|excepté|dispensé|s['’]applique(?:nt)? pas|\bexcepto\b|\bsalvo\b|no se aplica|\bexent|исключени|кроме|не (?:распространя|применя)|不适用|除外|例外|適用されません|対象外|を除[きく]/iu,
  news: /^(?:new|added|introduc\w+|improved)\b|\bnow\b|\bwe(?:['’]ve| have)? (?:added|introduced|improved)\b|^neue?\b|hinzugefügt|\bjetzt\b|ab sofort|^nouve|\bajouté|désormais|^nuev|\bañadid|\bahora\b|^(?:новое|новый|новая|новые)|добавлен|теперь|появил|新增|现在可以|新しく|追加(?:され|しま)|ようになりました/iu,
  fixes:
    /^fix(?:ed|es)?\b|\b(?:fixed|bugs?|has been resolved)\b|behoben|korrigiert|\bcorrigé|\bcorregid|\bsolucionad|исправ(?:лен|ил)|修复|修正(?:され|しま)|不具合/iu,
  upgrading:
    /^(?:breaking|removed|deprecated|upgrad\w+|migrat\w+)\b|\b(?:is|are|was|were|been|be) (?:now )?(?:removed|deprecated|dropped|renamed)\b|\bstops? working\b|\bno longer (?:supported|available|works?)\b|\b(?:before|when|after) (?:you )?upgrad|entfernt|entfällt|entfallen|veraltet|nicht mehr (?:unterstützt|verfügbar)|umsteigen|supprimé|obsolète|n['’]est plus|ne sont plus|mise à (?:jour|niveau)|eliminad|obsolet|dejan? de funcionar|deja de estar|al actualizar|удал[её]н|устарел|больше не (?:поддерж|работа|доступ)|при обновлении|移除|弃用|不再(?:支持|可用)|升级|廃止|削除され|使えなくなり|アップグレード/iu,
  impact:
    /\b(?:affected|impacted|unavailable|(?:users?|customers?) (?:saw|could|lost|were)|(?:was|were) unable)\b|betroffen|nicht (?:erreichbar|verfügbar)|touché|affecté|indisponible|afectad|afectó|no disponible|затрону|недоступ|пострада|受(?:到)?影响|不可用|影響を受け|利用できな/iu,
  timeline:
    /^\[?(?:at |um |gegen |ab |à |vers |a las? |в |около |\d{4}-\d{2}-\d{2}[ T])?(?:\d{1,2}(?::| ?h ?)\d{2}\b|\d{1,2}(?:\.\d{2})? uhr\b)|^(?:上午|下午|午前|午後)?\d{1,2}(?:点|时|時|：)/iu,
  cause:
    /\b(?:root cause|caused by|because|due to|(?:was|were) triggered by)\b|ursache|verursacht|\bweil\b|ausgelöst|\bcaus[eé]|provoqué|\bdû à|parce que|\bcausa|debido a|provocad|причин|из-за|вызван|原因|由于|导致|起因/iu,
  followUps:
    /\b(?:follow-?ups?|action items?|we will|we are going to|(?:to prevent|so that) (?:this|it)|in (?:the )?future|lessons? learned)\b|maßnahme|künftig|wir werden|damit (?:das|es|dies) nicht|à l['’]avenir|nous allons|\bmesures?\b|en (?:el futuro|adelante)|vamos a\b|\bmedidas\b|в будущем|впредь|чтобы (?:это|такое)|(?<!\p{L})меры(?!\p{L})|今后|为避免|今後|再発/iu,
  contact:
    /^(?:any |for |with )?questions?\b|\b(?:contact|ask (?:the|your|in)|reach out|(?:is|are) responsible|answers for)\b|\bfragen (?:an|zu|bitte|beantwortet|gehen|richten)|ansprechpartner|zuständig|wenden sie sich|(?:pour toute|des|vos) questions?|contacte[rz]|adresse[rz]|responsable|\b(?:consultas|preguntas|dudas)\b|diríja|вопрос\S* (?:к|по|можно|задавайте|направляйте|присылайте)|обращайтесь|отвечает|ответственн|联系|咨询|负责人|疑问|問い合わせ|連絡先|担当|ご質問/iu,
  next: /\b(?:next,? (?:you can|read|see|try)|learn more|continue with)\b|als nächstes können|pour aller plus loin|más adelante|далее можно|次は/iu,
}

const CLERICAL =
  /^(?:table of contents|contents|toc|licen[cs]e|contribut\w*|changelog|authors?|credits|badges|inhalt\w*|lizenz|sommaire|licence|contenido|índice|licencia|содержание|лицензия|目录|目次|ライセンス|许可证)$/i

/** isClerical: headings under which a file speaks of itself, not of its subject; release notes are made of a change log. */
export function isClerical(heading: string, kind?: DocumentKind): boolean {
  return CLERICAL.test(heading) && !(kind === 'release-notes' && /^changelog$/i.test(heading))
}

/** HANGING: a sentence that leans on the one before it and cannot stand elsewhere. */
export const HANGING =
  /^(?:this|it|its|they|these|those|that|he|she|however|then|also|but|and|so|therefore|with this|dies\w*|sie|es|er|dann|aber|danach|cela|il|elle|ils|ensuite|esto|este|ello|это|он|она|они|затем|поэтому|但|然后|因此|これ|それ|次に|その)(?!\p{L})/iu
