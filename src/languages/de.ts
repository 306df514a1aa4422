// German.

import type { LanguageData } from './language.ts'

export const de: LanguageData = {
  code: 'de',
  names: 'Deutsch, German',
  stopWords:
    'der, die, das, den, dem, des, ein, eine, einen, einem, einer, eines, und, oder, nicht, ist, sind, war, waren, mit, von, zu, zum, zur, auf, im, in, für, auch, wird, werden, kann, können, sie, ihr, ihre, es, wenn, dass, wie, was, bei, nach, aus, an, als, durch, über, nur, noch, wir, uns, man, sich, er, ich, du, dann, aber, so, ab, bis, um, am, vom, beim, pro, je, muss, müssen, soll, sollen, darf, dürfen, hat, haben, dies, diese, dieser, dieses, kein, keine, keinen, hier, mehr, alle, vor, unter, seit, sowie, damit, da, jeder, jede, jedes',
  negations:
    'nicht, kein, keine, keinen, keiner, keinem, keines, nie, niemals, niemand, nichts, ohne, weder, nirgends, verboten, untersagt, unmöglich, nicht mehr, außer',
  conditions:
    'wenn, falls, sofern, nur, außer, bis, sobald, solange, nachdem, bevor, während, mindestens, höchstens, innerhalb, mit, ohne, bei, ab',
  causes: 'weil, denn, wegen, aufgrund',
  opposites:
    'mindestens/höchstens, mindestens/maximal, minimal/maximal, oberhalb/unterhalb, immer/nie, alle/einige, alle/keine, erlaubt/verboten, erste/letzte, innerhalb/außerhalb, links/rechts, steigt/sinkt, muss/darf, müssen/dürfen, pflicht/freiwillig',
  orders: 'vor/nach, bevor/nachdem, mehr als/weniger als, über/unter',
  questionWords:
    'wer, was, wann, wo, warum, wieso, welche, welcher, welches, wie, wohin, woher, ob, wem, wen, kann, darf, muss, ist, gibt',
  askingWords:
    'möchte, möchten, will, wollen, wollte, brauche, brauchen, weiß, wissen, finde, finden, lerne, lernen, verstehe, verstehen, erkläre, erklären, zeige, zeigen, sehen, hilfe, helfen, bitte, etwas, irgendwas, alles, jemand, ding, dinge, weg, möglich, möglichkeit, geht, gehen, nutze, nutzen, benutzen, verwende, verwenden, bekomme, bekommen, mache, machen, funktioniert, funktionieren, starte, bedeutet, heißt, am besten, ohne, zwischen, statt, mein, meine, meinem, meinen, meiner, mir, mich, unser, unsere',
  endings: 'e, en, er, es, em, n, s, ern, t, te, ten, ung, ungen',
  asks: {
    amount:
      'wie viel, wie viele, wieviel, wie lange, wie oft, wie groß, wie hoch, welche version, welcher port, maximal, mindestens, grenze, limit, standardwert',
    when: 'wann, seit wann, bis wann, welches datum',
    why: 'warum, wieso, weshalb, grund',
    where: 'wo, wohin, welche datei, welcher ordner, in welchem',
    how: 'wie, befehl',
    what: 'was ist, was sind, was bedeutet, bedeutung, unterschied, wer',
    yesno: 'ist, sind, kann, können, gibt, darf, muss, wird, hat, soll, unterstützt',
  },
  answers: {
    what: 'ist ein, ist eine, ist der, ist die, ist das, sind, bedeutet, heißt, bezeichnet',
    yesno: 'kann, nicht, nur, unterstützt, muss, soll, immer, nie, möglich, erlaubt',
    where: 'ordner, datei, verzeichnis, unter, in der, im',
    how: 'sie können, du kannst, verwenden, setzen, hinzufügen, ausführen, erstellen',
    why: 'weil, denn, wegen, aufgrund, damit, daher, deshalb, grund',
  },
  numbers:
    'null 0, ein 1, eine 1, einen 1, einem 1, einer 1, zwei 2, drei 3, vier 4, fünf 5, sechs 6, sieben 7, acht 8, neun 9, zehn 10, elf 11, zwölf 12, dreizehn 13, vierzehn 14, fünfzehn 15, sechzehn 16, siebzehn 17, achtzehn 18, neunzehn 19, zwanzig 20, dreißig 30, vierzig 40, fünfzig 50, sechzig 60, siebzig 70, achtzig 80, neunzig 90, hundert 100, tausend 1000, einmal 1, zweimal 2, dreimal 3, fünfundzwanzig 25, fünfunddreißig 35, fünfundvierzig 45, achtundvierzig 48, vierundzwanzig 24, zweiundsiebzig 72',
  references:
    'schritt, schritte, abschnitt, kapitel, seite, version, abbildung, tabelle, punkt, zeile, absatz, ziffer, nr',
  months:
    'januar/jan, februar/feb, märz/mär, april/apr, mai, juni/jun, juli/jul, august/aug, september/sep, oktober/okt, november/nov, dezember/dez',
  units:
    'ms/millisekunde/millisekunden, s/sek/sekunde/sekunden, min/minute/minuten, h/std/stunde/stunden, d/tag/tage/tagen, working day/werktag/werktage/werktagen/arbeitstag/arbeitstage/arbeitstagen, week/woche/wochen, month/monat/monate/monaten/monats, year/jahr/jahre/jahren, %/prozent, °c/grad/grad celsius, m/meter/metern, cm/zentimeter, mm/millimeter, km/kilometer, kg/kilo/kilogramm, g/gramm, l/liter/litern, €/euro/eur, kw/kilowatt, v/volt, mb/megabyte, gb/gigabyte, kb/kilobyte, bar',
  abbreviations:
    'z.b, d.h, u.a, bzw, ca, vgl, usw, nr, str, tel, inkl, max, min, evtl, ggf, abs, art, hr, fr, dr, prof, z.t, o.ä, s.o, s.u',
  classes: {
    documentNouns:
      'dokument, doku, dokumentation, seite, seiten, anleitung, artikel, text, texte, abschnitt, abschnitte, kapitel, absatz, absätze, überschrift, überschriften, titel, einleitung, zusammenfassung, überblick, tabelle, liste, faq, handbuch, leitfaden, entwurf, notizen, stichpunkte, formulierung, tonfall, ton, fachchinesisch, fachjargon, tippfehler, rechtschreibung, schritte nummerieren, beispiel, beispiele, teil, teile, merkblatt, vorlage, richtlinie, release notes, einstieg, schluss, hinweis, sicherheitshinweis, warnung, protokoll, chat, mails, anhang, stil, gliederung, aushang, rundschreiben, bild, bilder, screenshot, screenshots, sprache, seite lang, werbung, zielgruppe',
    writingVerbs:
      'schreib, schreibe, schreiben, schreibt, formulier*, umformulier*, erwähn*, erklär*, beschreib*, weglass*, lass weg, lass den, lass die, lass das, rauslass*, auslass*, streich*, kürz*, zusammenfass*, fass zusammen, übersetz*, nummerier*, hervorheb*, heb hervor, betont, betone, betonen, gliedern, gliedere, mach daraus, mach da, mach draus, mach eine, mach ein, machen sie daraus, bau ein, füg ein, einfüg*, ergänz*, halt das, halte das, halten, kurz halten, nenn, nenne, nennen, korrigier*, verlink*, zitier*, übernimm, übernehmen, nimm die, nimm das, fett, kursiv, duzen, siezen, per sie, per du, rein, reinschreiben, raus, nicht rein, drucken, ins dokument, klingen, klingt, verständlich',
    politeness:
      'bitte, danke, dankeschön, wäre schön, wäre gut, wäre super, wäre toll, gerne, gern, kannst du, könntest du, könntet ihr, können sie, könnten sie, ich hätte gern, ich möchte, ich will, ich brauche, wir wollen, mal, noch, vielleicht, am besten, möglichst, bitte noch, denk dran, vergiss nicht, ok, okay',
    style:
      'kurz, kürzer, knapp, knackig, freundlich, freundlicher, förmlich, formell, offiziell, einfach, einfacher, einfache, einfacher sprache, leichter sprache, verständlich, sachlich, locker, lang, ausführlich, ausführlicher, detailliert, schön, schöner, ordentlich, klar, höflich, neutral, eine seite, halbe seite, höchstens eine seite, maximal eine seite, wörter, sätze, auf deutsch, auf englisch, laien, anfänger, neue kollegen, in der du-form, in der sie-form, werblich, trocken, nett, netter',
    positions:
      'ganz oben, nach oben, oben, am anfang, gleich am anfang, zu beginn, zuerst, als erstes, am ende, ans ende, zum schluss, unten, nach unten, vorne, in die einleitung, in den titel, als tabelle, als liste, als faq, in einer tabelle, in einem kasten, fett, irgendwo, ins dokument, in den text, hier rein, extra abschnitt, eigener abschnitt, alles andere, den rest, sonst nichts',
    people:
      'leser, leserinnen, publikum, zielgruppe, neue kollegen, laien, chef, chefin, kundennamen, kunden, namen, nutzernamen, du, dich, dir, mich, mir, mein, meine, ich, niemand liest, liest keiner',
    openPoints:
      'todo, tbd, offen, noch offen, noch zu klären, klären, zu klären, unklar, nicht klar, weiß nicht, keine ahnung, muss ich noch, müssen wir noch, kommt noch, wird nachgereicht, nachreichen, folgt, prüfen, zu prüfen, noch prüfen, nachfragen, fragen, fehlt noch, fehlt, steht noch nicht fest, noch nicht, noch aktuell, noch gültig, stimmt das noch, wer weiß, jemand, frage:, ???, ansprechpartner: ?',
    smallTalk:
      'hallo, hi, hey, moin, servus, guten morgen, guten tag, danke, vielen dank, dank, sorry, entschuldigung, haha, hehe, ok, okay, passt, super, prima, genau, alles klar, klar, gut, tschüss, bis dann, bis morgen, wochenende, feierabend, mittag, kaffee, grüße, gruß, lg, vg, mfg, hier meine notizen, kurze notizen, schnell notiert, zwischen zwei terminen, chaos, weiter gehts, wie besprochen, viel erfolg, viel spaß, +1, ja, jo, nö, stimmt, einverstanden, hört ihr mich, aufnahme läuft, nächstes mal, sonst noch was, das wars',
    yes: 'ja, jo, jawohl, genau, stimmt, stimmt so, korrekt, richtig, passt, passt so, bestätigt, gilt noch, gilt weiterhin, bleibt, bleibt so, ok, okay, geprüft, einverstanden, in ordnung, unverändert, weiterhin',
    no: 'nein, nö, falsch, stimmt nicht, nicht richtig, nicht korrekt, weder noch, weder, sondern, sind jetzt, ist jetzt, jetzt, inzwischen, mittlerweile, seit, muss heißen, sollte sein, soll heißen, muss lauten, eigentlich, vielmehr, statt, korrektur, nicht',
    remove:
      'nicht mehr nötig, nicht mehr gebraucht, wird nicht mehr benötigt, löschen, lösche, löscht, entfernen, entferne, streichen, streich, raus, raus damit, rausnehmen, weg, kann weg, weglassen, veraltet, überholt, gibt es nicht mehr, gibts nicht mehr, nicht mehr aktuell, nicht mehr gültig, abgeschafft, entfallen, hinfällig, tilgen',
    unknown:
      'keine ahnung, weiß nicht, weiss nicht, weiß ich nicht, weiss ich nicht, unklar, unbekannt, ?, ???, tbd, todo, offen, noch offen, später, kommt noch, kläre ich, klären, frag, fragen, frage, nachfragen, prüfe ich, steht noch nicht fest, noch nicht, mal sehen, gute frage, vielleicht, jemand, siehe oben, wird nachgereicht, folgt, noch keine antwort',
    unneeded:
      'nicht nötig, nicht notwendig, nicht erforderlich, nicht relevant, irrelevant, nicht anwendbar, entfällt, trifft nicht zu, brauchen wir nicht, braucht es nicht, braucht man nicht, unnötig, überflüssig, egal, ignorieren, überspringen, auslassen, nicht hier, keine, keins, nichts, unwichtig, kein bedarf, erledigt sich',
  },
  updates:
    'jetzt, ab sofort, nun, inzwischen, mittlerweile, künftig, neuerdings, nicht mehr, stattdessen, statt, seit, geändert, verschoben, umgezogen, erhöht, gesenkt, verlängert, verkürzt, aktualisiert',
  renames: 'umbenenn*, benenn*, umbenannt, heißt, heissen, heißen, ersetz*, änder*, geändert, tausch*',
  mailFields: 'von, an, betreff, datum, gesendet, cc, kopie',
  keys: {
    title: 'titel',
    kind: 'art, typ',
    language: 'sprache',
    summary: 'zusammenfassung',
    sections: 'abschnitte, abschnitt, gliederung',
    leaveOut: 'weglassen, auslassen, nicht erwähnen',
    mention: 'erwähnen, nennen',
    use: 'verwende, verwenden, zitiere',
    length: 'länge',
    audience: 'zielgruppe, leser, ton, stil',
  },
  kinds: {
    tutorial: 'tutorial, erste schritte, einstieg, schnellstart, lernen',
    'how-to':
      'anleitung, einrichten, installieren, konfigurieren, erstellen, anlegen, migrieren, aktualisieren, wiederherstellen, wie man, so geht',
    reference: 'referenz, schnittstelle, parameter, einstellungen, optionen, befehle, fehlercodes, endpunkt',
    explanation: 'warum, konzept, architektur, hintergrund, grundlagen, verstehen, überblick, funktionsweise, was ist',
    policy:
      'richtlinie, leitlinie, verhaltenskodex, hausordnung, nutzungsbedingungen, geschäftsbedingungen, datenschutzerklärung, betriebsvereinbarung, regelung, regeln',
    'release-notes':
      'versionshinweise, neuerungen, was ist neu, was gibt es neues, änderungsprotokoll, änderungshistorie, neu in version',
    incident:
      'störungsbericht, vorfallsbericht, vorfallbericht, störung vom, störung am, ausfall vom, ausfall am, vorfall vom, vorfall am',
    faq: 'häufige fragen, häufig gestellte fragen, fragen und antworten',
  },
  phrases: {
    notes: 'Notizen',
    bare: 'Unter „{section}“ steht noch nichts. Was gehört dorthin?',
    missingTerm: {
      title: 'Der Entwurf erwähnt „{term}“ nicht',
      body: 'Die Anweisungen verlangen „{term}“, aber der Entwurf sagt nichts dazu. Sehen Sie nach, was nicht gedruckt wurde, fügen Sie Material hinzu oder antworten Sie mit dem Satz, der in den Entwurf gehört.',
    },
    held: {
      order: 'Nicht gedruckt, klingt wie eine Anweisung: „{text}“',
      doubtful: 'Nicht gedruckt, vielleicht nicht für die Leser bestimmt: „{text}“',
      unplaced: 'Nicht gedruckt, es fand keinen Platz: „{text}“',
      marked: 'Gedruckt, aber vielleicht nicht für die Leser bestimmt: „{text}“',
      body: 'Das steht in den Notizen: „{text}“ Antworten Sie „use“, dann steht es im nächsten Entwurf, „drop“, um es wegzulassen, oder mit dem Text, der stattdessen dort stehen soll.',
    },
    instruction: {
      title: 'Anweisungen, die nur ein Mensch befolgen kann ({count})',
      body: 'Der eingebaute Entwurf kann diesen Anweisungen nicht folgen. Ändern Sie den Entwurf entsprechend und markieren Sie dies als erledigt: {lines}',
    },
    edit: {
      title: '„{before}“ in „{after}“ ändern?',
      deleted: '„{before}“ entfernen?',
      body: 'Die Notizen sagen „{quote}“. Antworten Sie „accept“, „reject“ oder mit dem gewünschten Text.',
    },
    sort: {
      title: '{count} Aussagen aus „{source}“ warten auf eine Auswahl',
      body: '„{source}“ ist ein Gespräch: Daraus kann nur ein Mensch oder ein Modell eine Seite machen. Wählen Sie die Aussagen aus, oder antworten Sie „all“, „none“ oder mit Nummern (1-4, 7); der nächste Entwurf druckt sie.',
    },
    empty: {
      title: 'Es gibt noch nichts zu drucken',
      body: 'Weder Notizen noch Material noch ausgewählte Aussagen geben diesem Entwurf einen Text. Ergänzen Sie Notizen oder wählen Sie Aussagen eines Gesprächs aus, und lassen Sie neu entwerfen.',
    },
    conflict: {
      title: 'Quellen widersprechen sich: {first} oder {second}?',
      body: 'Im Entwurf steht „{kept}“ ({keptSource}). Eine andere Quelle sagt „{dropped}“ ({droppedSource}). Was stimmt?',
    },
    fixLink: {
      title: 'Ein Link führt ins Leere: {href}',
      body: '„{text}“ verweist auf {href}, ein solches Dokument gibt es nicht. Antworten Sie mit dem richtigen Link (/read/…) oder entfernen Sie ihn aus dem Entwurf.',
    },
    unsupported: {
      title: 'Weggelassen: von den Quellen nicht gedeckt ({count})',
      body: 'Das Modell schrieb das, aber seine Zitate decken es nicht; es steht nicht im Entwurf: {claims}',
    },
    partly: {
      title: 'Prüfen: von den Quellen nur teilweise gedeckt',
      body: 'Das steht im Entwurf, aber die Zitate decken es nur teilweise: {claims}',
    },
    style: {
      title: 'Der Styleguide verlangt andere Wörter',
      body: 'Im Entwurf zu ändern: {words}',
    },
    fallback: {
      title: 'Der Entwurf des Modells war unbrauchbar; dieser wurde aus den Quellen zusammengestellt',
      body: 'Das Modell lieferte keinen brauchbaren Entwurf ({reason}). Stattdessen wurde dieser aus den Quellen zusammengestellt. Ein neuer Entwurf fragt das Modell noch einmal.',
    },
    outcome: {
      applied: 'Die Antwort steht im Entwurf.',
      corrected: 'Im Entwurf steht jetzt „{text}“.',
      removed: 'Der Satz wurde entfernt.',
      confirmed: 'Bestätigt; der Entwurf bleibt, wie er war.',
      used: 'Der zurückgehaltene Text steht im Entwurf.',
      leftOut: 'Der Text bleibt weg.',
      dismissed: 'Verworfen; es wird nicht noch einmal gefragt.',
      noContent: 'Die Antwort enthält nichts, was gedruckt werden kann; es wurde noch einmal gefragt.',
      unclear: 'Es war nicht klar, was die Antwort ändern soll; der Entwurf bleibt, wie er war.',
    },
  },
}
