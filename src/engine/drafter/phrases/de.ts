// German phrases.

import type { Phrases } from '../phrases.ts'

export const de: Phrases = {
  roles: {
    overview: {
      headings: ['Überblick', 'Übersicht', 'Einleitung', 'Einführung', 'Über', 'Beschreibung', 'Hintergrund'],
      purpose: 'In wenigen Sätzen sagen, worum es geht und wem es hilft.',
      ask: 'Wozu dient es, und wer braucht es?',
      keywords: 'überblick einführung zweck ermöglicht hilft bedeutet beschreibt bietet',
    },
    prerequisites: {
      headings: ['Voraussetzungen', 'Anforderungen', 'Bevor Sie beginnen', 'Vorbereitung'],
      purpose: 'Auflisten, was man vorher haben oder wissen muss.',
      ask: 'Was muss man vorher haben, wissen oder installiert haben?',
      keywords:
        'voraussetzung benötigt benötigen brauchen muss müssen vorher konto berechtigung installiert version zugang rolle',
    },
    usage: {
      headings: ['Verwendung', 'Aufruf', 'Syntax', 'Nutzung', 'Benutzung', 'Endpunkte', 'Befehle'],
      purpose: 'Zeigen, wie es aufgerufen oder geschrieben wird.',
      ask: 'Wie wird es aufgerufen oder geschrieben? Am besten mit einem Befehl oder einer Anfrage.',
      keywords: 'verwendung aufruf aufrufen syntax anfrage endpunkt befehl ausführen methode liefert',
    },
    steps: {
      headings: [
        'Schritte',
        'Anleitung',
        'Vorgehen',
        'Schritt für Schritt',
        'Einrichtung',
        'Installation',
        'Konfiguration',
      ],
      purpose: 'Der Reihe nach durch die Aufgabe führen.',
      ask: 'Welche Schritte führen zum Ziel, in welcher Reihenfolge, mit welchen Befehlen oder Einstellungen?',
      keywords:
        'schritt zuerst dann danach klicken öffnen ausführen wählen eingeben anlegen erstellen setzen installieren starten befehl speichern',
    },
    how: {
      headings: ['So funktioniert es', 'Funktionsweise', 'Architektur', 'Konzepte', 'Aufbau'],
      purpose: 'Die Teile und ihr Zusammenspiel erklären.',
      ask: 'Aus welchen Teilen besteht es, und wie arbeiten sie zusammen?',
      keywords:
        'funktioniert besteht komponente teil ablauf speichert sendet empfängt zwischen schicht warteschlange modell intern',
    },
    why: {
      headings: ['Warum', 'Gründe', 'Motivation', 'Vorteile', 'Hintergründe'],
      purpose: 'Die Gründe dafür nennen.',
      ask: 'Warum ist es so gemacht, und was ginge sonst schief?',
      keywords: 'weil warum grund vorteil statt vermeiden deshalb problem ziel entscheidung gewählt',
    },
    parameters: {
      headings: ['Parameter', 'Optionen', 'Einstellungen', 'Felder', 'Argumente', 'Eigenschaften'],
      purpose: 'Jeden Parameter mit Typ, Vorgabe und Bedeutung auflisten.',
      ask: 'Welche Parameter oder Optionen gibt es, mit Typ, Vorgabewert und Bedeutung?',
      keywords:
        'parameter option einstellung feld argument vorgabe standard typ wert pflicht optional zeichenkette zahl',
    },
    examples: {
      headings: ['Beispiele', 'Beispiel', 'Muster'],
      purpose: 'Ein oder zwei vollständige Beispiele zeigen.',
      ask: 'Wie sieht ein vollständiges, funktionierendes Beispiel aus?',
      keywords: 'beispiel beispielsweise antwort ausgabe json curl',
    },
    result: {
      headings: ['Ergebnis prüfen', 'Ergebnis', 'Prüfen', 'Überprüfung', 'Test'],
      purpose: 'Sagen, woran man den Erfolg erkennt.',
      ask: 'Woran erkennt man, dass es geklappt hat?',
      keywords: 'ergebnis prüfen überprüfen testen bestätigen zeigt erscheint ausgabe erfolg erwartet fertig',
    },
    limits: {
      headings: ['Grenzen', 'Einschränkungen', 'Limits', 'Beschränkungen', 'Kontingente'],
      purpose: 'Die Grenzen und ihre Folgen nennen.',
      ask: 'Welche Grenzen, Kontingente oder Nachteile gibt es?',
      keywords: 'grenze einschränkung maximal mindestens höchstens kontingent limit nur größe zeitlimit',
    },
    errors: {
      headings: ['Fehler', 'Fehlercodes', 'Statuscodes', 'Antworten'],
      purpose: 'Die Fehler und ihre Bedeutung auflisten.',
      ask: 'Welche Fehler können auftreten, und was bedeuten sie?',
      keywords: 'fehler code status fehlgeschlagen ungültig verweigert 400 401 403 404 409 422 429 500',
    },
    troubleshooting: {
      headings: ['Fehlerbehebung', 'Problembehebung', 'Probleme', 'Häufige Probleme', 'Bekannte Probleme'],
      purpose: 'Sagen, was oft schiefgeht und wie man es behebt.',
      ask: 'Was geht häufig schief, und wie behebt man es?',
      keywords: 'fehler schlägt problem falsch beheben lösen falls wenn protokoll prüfen ursache',
    },
    next: {
      headings: ['Nächste Schritte', 'Wie es weitergeht', 'Weiteres'],
      purpose: 'Sagen, wie es weitergeht.',
      ask: 'Womit sollte man danach weitermachen?',
      keywords: 'nächste weiter mehr lernen danach vertiefen',
    },
  },
  kinds: {
    tutorial: ['tutorial', 'erste schritte', 'einstieg', 'schnellstart', 'lernen'],
    'how-to': [
      'anleitung',
      'einrichten',
      'installieren',
      'konfigurieren',
      'erstellen',
      'anlegen',
      'migrieren',
      'aktualisieren',
      'wiederherstellen',
      'wie man',
      'so geht',
    ],
    reference: [
      'referenz',
      'schnittstelle',
      'parameter',
      'einstellungen',
      'optionen',
      'befehle',
      'fehlercodes',
      'endpunkt',
    ],
    explanation: [
      'warum',
      'konzept',
      'architektur',
      'hintergrund',
      'grundlagen',
      'verstehen',
      'überblick',
      'funktionsweise',
      'was ist',
    ],
  },
  seeAlso: ['Siehe auch', 'Verwandte Dokumente', 'Weiterführendes', 'Weitere Informationen'],
  notes: 'Notizen',
  question: {
    missing: 'Keine Quelle sagt etwas zu „{section}“. {ask}',
    thin: 'Zu „{section}“ sagen die Quellen nur: „{quote}“ {ask}',
    generic: 'Was soll man in „{title}“ an dieser Stelle erfahren?',
    topic: 'Die Notizen verlangen „{topic}“, aber keine Quelle sagt etwas dazu. Was soll unter „{section}“ stehen?',
  },
  addSource: {
    title: 'Quelle für {count} leere(n) Abschnitt(e) ergänzen',
    body: 'Weder Notizen noch Material noch verwandte Dokumente sagen etwas zu: {sections}. Ergänzen Sie Material oder beantworten Sie die Fragen dazu.',
    thinTitle: 'Zweite Quelle für „{section}“ ergänzen',
    thinBody:
      '„{section}“ stützt sich auf eine einzige Stelle aus {source}: „{quote}“. Ergänzen Sie Material, das sie bestätigt oder vervollständigt.',
  },
  verify: {
    title: 'Angaben in „{section}“ prüfen',
    body: 'Diese Zahlen, Versionen oder Daten nennt nur eine Quelle. Bitte prüfen:',
    unsourcedTitle: 'Eine ausgelassene Aussage in „{section}“ prüfen',
    unsourcedBody:
      'Das Modell hat dies geschrieben, aber seine Zitate standen nicht in den genannten Quellen; es steht daher nicht im Entwurf:',
  },
  conflict: {
    title: 'Quellen widersprechen sich: {first} oder {second}?',
    body: 'Im Entwurf steht „{kept}“ ({keptSource}). Eine andere Quelle sagt „{dropped}“ ({droppedSource}). Was stimmt?',
  },
  fixLink: {
    title: 'Ein Link führt ins Leere: {href}',
    body: '„{text}“ verweist auf {href}, und ein solches Dokument gibt es nicht. Antworten Sie mit dem richtigen Link (/read/…), oder entfernen Sie ihn aus dem Entwurf.',
  },
}
