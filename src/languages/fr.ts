// French.

import type { LanguageData } from './language.ts'

export const fr: LanguageData = {
  code: 'fr',
  names: 'Français, French',
  stopWords:
    'le, la, les, un, une, des, du, de, et, ou, est, sont, dans, pour, avec, sur, par, pas, ne, que, qui, vous, nous, il, elle, ce, cette, ces, au, aux, en, se, si, comme, plus, son, sa, ses, être, comment, quand, on, ils, elles, je, tu, mon, ma, mes, notre, votre, leur, leurs, y, à, où, mais, donc, aussi, tout, tous, toute, toutes, peut, peuvent, doit, doivent, a, ont, c, d, l, n, s, qu, j, sans, sous, entre, après, avant, chaque',
  concord: true,
  negations:
    'pas, ne, n, jamais, aucun, aucune, rien, personne, ni, sans, interdit, interdite, impossible, non, nul, plus de, sauf',
  conditions:
    'si, sauf, seulement, uniquement, quand, lorsque, jusqu, dès que, tant que, après, avant, pendant, au moins, au plus, dans les, avec, sans, à condition',
  causes: 'parce que, car, puisque, à cause',
  opposites:
    'au moins/au plus, minimum/maximum, toujours/jamais, tous/certains, tous/aucun, autorisé/interdit, permis/interdit, premier/dernier, gauche/droite, augmente/diminue, doit/peut, doivent/peuvent, obligatoire/facultatif',
  orders: 'avant/après, plus de/moins de, au-dessus/en dessous',
  questionWords:
    'qui, que, quoi, quand, où, pourquoi, comment, combien, quel, quelle, quels, quelles, est-ce, peut-on, faut-il',
  askingWords:
    'veux, voudrais, souhaite, besoin, faut, savoir, sais, trouver, trouve, apprendre, comprendre, expliquer, explique, montrer, voir, aide, aider, svp, quelque, chose, choses, quelqu, tout, moyen, façon, possible, pouvoir, peux, utiliser, utilise, obtenir, faire, fais, fonctionne, fonctionner, commencer, signifie, mieux, sans, entre, mon, ma, mes, notre, nos',
  endings: 's, e, es, x, al, aux, er, ez, ent, ant, ee, ees, ion, ions, ation, ations, ement, ements, eur, eurs, ons',
  asks: {
    amount: 'combien, quelle taille, quelle version, quel port, limite, maximum, minimum, par défaut',
    when: 'quand, depuis quand, quelle date',
    why: 'pourquoi, raison',
    where: 'où, quel fichier, quel dossier',
    how: 'comment, commande',
    what: 'qu est ce, que signifie, définition, différence, qu',
    yesno: 'est-ce, est ce, peut, peut-on, puis-je, faut-il, doit, y a-t-il',
  },
  answers: {
    what: 'est un, est une, est le, est la, sont, signifie, désigne',
    yesno: 'peut, pas, seulement, prend en charge, doit, toujours, jamais, possible, permet',
    where: 'dossier, fichier, répertoire, dans, sous',
    how: 'vous pouvez, utilisez, définissez, ajoutez, exécutez, créez',
    why: 'parce que, car, puisque, afin, donc, raison',
  },
  numbers:
    'zéro 0, un 1, une 1, deux 2, trois 3, quatre 4, cinq 5, six 6, sept 7, huit 8, neuf 9, dix 10, onze 11, douze 12, treize 13, quatorze 14, quinze 15, seize 16, vingt 20, trente 30, quarante 40, cinquante 50, soixante 60, cent 100, mille 1000',
  references: 'étape, étapes, section, chapitre, page, version, figure, tableau, point, ligne, paragraphe, article',
  months:
    'janvier/janv, février/févr, mars, avril/avr, mai, juin, juillet/juil, août, septembre/sept, octobre/oct, novembre/nov, décembre/déc',
  units:
    'ms/milliseconde/millisecondes, s/seconde/secondes, min/minute/minutes, h/heure/heures, d/jour/jours/j, working day/jour ouvré/jours ouvrés/jour ouvrable/jours ouvrables, week/semaine/semaines, month/mois, year/an/ans/année/années, %/pour cent, °c/degré/degrés, m/mètre/mètres, cm/centimètre/centimètres, km/kilomètre/kilomètres, kg/kilo/kilos/kilogramme/kilogrammes, g/gramme/grammes, l/litre/litres, €/euro/euros/eur, kb/ko, mb/mo/mégaoctet/mégaoctets, gb/go/gigaoctet/gigaoctets, v/volt/volts, bar/bars',
  abbreviations: 'p.ex, c.-à-d, etc, env, cf, art, fig, no, tél, m, mme, dr, max, min, éd',
  classes: {
    documentNouns:
      'document, doc, page, pages, guide, article, texte, section, sections, chapitre, paragraphe, paragraphes, titre, titres, intro, introduction, résumé, sommaire, aperçu, tableau, liste, faq, manuel, notice, brouillon, notes, puces, formulation, ton, jargon, fautes, orthographe, exemple, exemples, partie, parties, mode d’emploi, consignes, style, capture, captures, schéma, annexe, encadré, phrase, phrases, mails, discussion, tutoriel, procédure, fiche',
    writingVerbs:
      'écris, écrire, écrivez, rédige, rédiger, rédigez, reformul*, mentionn*, expliqu*, décri*, inclu*, ajoute, ajouter, ajoutez, omet*, enlèv*, enlev*, supprim*, retir*, laisse de côté, laissez de côté, résum*, raccourci*, tradui*, corrig*, numérot*, mets, mettre, mettez, fais, faire, faites, garde, garder, gardez, reste, rester, restez, insist*, soulign*, cite, citer, évite, éviter, évitez, parle de, parler de, parlez de, commence par, commencer par, termine par, utilise, utiliser, sonne, tutoyer, vouvoyer, tutoie, vouvoie, regroup*, fusionn*, mettre en gras, en gras',
    politeness:
      's’il te plaît, s’il vous plaît, stp, svp, merci, peux-tu, pouvez-vous, pourrais-tu, pourriez-vous, tu peux, vous pouvez, je voudrais, j’aimerais, je veux, il faudrait, ce serait bien, si possible, pense à, n’oublie pas, n’oubliez pas, plutôt, juste, peut-être, ok',
    style:
      'court, courte, bref, brève, concis, concise, simple, simples, simplement, formel, officiel, amical, sympa, poli, clair, claire, clairement, neutre, long, détaillé, technique, une page, demi-page, mots, phrases courtes, en français, en anglais, débutants, novices, grand public, langage simple, pas trop long, joli, vendeur, publicitaire',
    positions:
      'en haut, tout en haut, au début, en premier, d’abord, à la fin, en bas, en dernier, dans l’intro, dans le titre, dans un tableau, en tableau, en liste, sous forme de liste, sous forme de faq, dans un encadré, en gras, quelque part, dans le texte, dans le document, à part, le reste, rien d’autre',
    people:
      'lecteur, lecteurs, public, nouveaux, nouveaux collègues, débutants, chef, clients, noms, noms des clients, toi, moi, mes, je, j’ai, personne ne lit',
    openPoints:
      'todo, tbd, à faire, à vérifier, à confirmer, à préciser, à définir, à voir, à compléter, à clarifier, pas clair, pas sûr, pas encore, je ne sais pas, on ne sait pas, reste à, manque, en attente, demander à, vérifier avec, qui sait, toujours valable, encore valable, question :, ???, quelqu’un',
    smallTalk:
      'bonjour, salut, coucou, hello, merci, merci bien, merci beaucoup, désolé, désolée, haha, ok, d’accord, super, parfait, génial, oui, ouais, non, bonne journée, bon week-end, week-end, à plus, à bientôt, cordialement, bises, voici mes notes, en vrac, vite fait, entre deux réunions, comme convenu, bon courage, +1, exactement, tout à fait, pas de souci, déjeuner, café, vous m’entendez, c’est tout, bonne soirée',
    yes: 'oui, ouais, exact, exactement, correct, c’est correct, juste, c’est juste, confirmé, toujours vrai, toujours valable, d’accord, ok, ça reste, inchangé, vérifié, tout à fait, c’est bon, bien',
    no: 'non, faux, incorrect, pas exact, ni l’un ni l’autre, plutôt, en fait, c’est maintenant, maintenant, désormais, depuis, au lieu, devrait être, doit être, il faut, correction, pas, mais',
    remove:
      'plus nécessaire, n’est plus nécessaire, n’est plus utile, plus besoin, supprimer, supprime, supprimez, enlever, enlève, enlevez, retirer, retire, retirez, effacer, efface, effacez, obsolète, périmé, dépassé, n’existe plus, plus utilisé, à enlever, à supprimer, à retirer, virer, vire',
    unknown:
      'je ne sais pas, sais pas, aucune idée, pas sûr, inconnu, ?, ???, tbd, todo, à voir, à confirmer, à définir, plus tard, demande, demander, demandez, vérifier, je vérifie, on verra, pas encore, en attente, peut-être, bonne question, quelqu’un, voir plus haut',
    unneeded:
      'pas nécessaire, inutile, pas besoin, sans objet, pas applicable, non applicable, ne s’applique pas, pas pertinent, ignorer, ignore, ignorez, laisse tomber, laissez tomber, pas ici, aucun, aucune, rien, hors sujet, sans importance',
  },
  updates:
    'maintenant, désormais, dorénavant, à partir de, au lieu, déplacé, déménagé, a déménagé, changé, porté à, augmenté, réduit, prolongé, depuis',
  renames: "renomm*, remplac*, chang*, s'appelle, appelé, appelée",
  mailFields: 'de, à, objet, date, envoyé, cc, copie',
  keys: {
    title: 'titre',
    kind: 'genre, type',
    language: 'langue',
    summary: 'résumé',
    sections: 'sections, rubriques, plan',
    leaveOut: 'omettre, exclure, ne pas mentionner',
    mention: 'mentionner',
    use: 'utiliser, utilise, citer',
    length: 'longueur',
    audience: 'public, lecteurs, ton, style',
  },
  kinds: {
    tutorial: 'tutoriel, premiers pas, démarrage rapide, débuter, apprendre',
    'how-to': 'comment, guide, installer, configurer, créer, migrer, mettre à jour, restaurer, procédure',
    reference: 'référence, paramètres, options, commandes, codes d’erreur, interface',
    explanation: 'pourquoi, concept, architecture, comprendre, présentation, principes, fonctionnement',
    policy:
      "politique, charte, règlement, code de conduite, conditions d’utilisation, conditions d'utilisation, conditions générales, règles",
    'release-notes': 'notes de version, nouveautés, journal des modifications, quoi de neuf, historique des versions',
    incident:
      "rapport d’incident, rapport d'incident, compte rendu d’incident, compte rendu d'incident, incident du, panne du",
    faq: 'foire aux questions, questions fréquentes, questions fréquemment posées, questions-réponses, questions et réponses',
  },
  phrases: {
    notes: 'Notes',
    bare: 'Il n’y a encore rien sous « {section} ». Que faut-il y mettre ?',
    missingTerm: {
      title: 'Le brouillon ne mentionne pas « {term} »',
      body: 'Les consignes demandent « {term} », mais le brouillon n’en parle pas. Voyez ce qui n’a pas été imprimé, ajoutez une source, ou répondez avec la phrase à imprimer.',
    },
    held: {
      order: 'Non imprimé, cela ressemble à une consigne : « {text} »',
      doubtful: 'Non imprimé, cela ne s’adresse peut-être pas aux lecteurs : « {text} »',
      unplaced: 'Non imprimé, aucune place trouvée : « {text} »',
      marked: 'Imprimé, mais cela ne s’adresse peut-être pas aux lecteurs : « {text} »',
      body: 'Ceci est dans les notes : « {text} » Répondez « use » pour l’imprimer dans le prochain brouillon, « drop » pour l’omettre, ou par le texte à imprimer à la place.',
    },
    instruction: {
      title: 'Consignes que seule une personne peut suivre ({count})',
      body: 'Le rédacteur intégré ne peut pas suivre ces consignes. Modifiez le brouillon, puis marquez ceci comme résolu : {lines}',
    },
    edit: {
      title: 'Changer « {before} » en « {after} » ?',
      deleted: 'Retirer « {before} » ?',
      body: 'Les notes disent « {quote} ». Répondez « accept », « reject » ou par le texte à utiliser.',
    },
    sort: {
      title: '{count} propos de « {source} » attendent un choix',
      body: '« {source} » est une conversation : seule une personne ou un modèle peut en faire une page. Choisissez les propos à imprimer, ou répondez « all », « none » ou des numéros (1-4, 7) ; le prochain brouillon les imprime.',
    },
    empty: {
      title: 'Il n’y a encore rien à imprimer',
      body: 'Ni les notes, ni les pièces jointes, ni des propos choisis ne donnent un texte à ce brouillon. Ajoutez des notes ou choisissez des propos, puis relancez.',
    },
    conflict: {
      title: 'Les sources se contredisent : {first} ou {second} ?',
      body: 'Le brouillon dit « {kept} » ({keptSource}). Une autre source dit « {dropped} » ({droppedSource}). Laquelle a raison ?',
    },
    fixLink: {
      title: 'Un lien ne mène nulle part : {href}',
      body: '« {text} » renvoie à {href}, et ce document n’existe pas. Répondez avec le bon lien (/read/…), ou retirez-le du brouillon.',
    },
    unsupported: {
      title: 'Omis : les sources ne le confirment pas ({count})',
      body: 'Le modèle l’a écrit, mais ses citations ne le confirment pas ; ce n’est pas dans le brouillon : {claims}',
    },
    partly: {
      title: 'À vérifier : les sources ne le confirment qu’en partie',
      body: 'Ceci est dans le brouillon, mais les citations ne le confirment qu’en partie : {claims}',
    },
    style: {
      title: 'Le guide de style demande d’autres mots',
      body: 'À changer dans le brouillon : {words}',
    },
    fallback: {
      title: 'Le brouillon du modèle était inutilisable ; celui-ci est assemblé à partir des sources',
      body: 'Le modèle n’a pas fourni de brouillon utilisable ({reason}). Celui-ci a été assemblé à partir des sources. Relancez pour réessayer le modèle.',
    },
    outcome: {
      applied: 'La réponse est dans le brouillon.',
      corrected: 'Le brouillon dit maintenant « {text} ».',
      removed: 'La phrase a été retirée.',
      confirmed: 'Confirmé ; le brouillon reste tel quel.',
      used: 'Le texte retenu est dans le brouillon.',
      leftOut: 'Le texte reste omis.',
      dismissed: 'Écarté ; la question ne sera plus posée.',
      noContent: 'La réponse ne contient rien à imprimer ; la question est reposée.',
      unclear: 'On ne voit pas ce que la réponse doit changer ; le brouillon reste tel quel.',
    },
  },
}
