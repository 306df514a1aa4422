// French.

import type { LanguageData } from './language.ts'

export const fr: LanguageData = {
  code: 'fr',
  names: 'Français, French',
  stopWords:
    'le, la, les, un, une, des, du, de, et, ou, est, sont, dans, pour, avec, sur, par, pas, ne, que, qui, vous, nous, il, elle, ce, cette, ces, au, aux, en, se, si, comme, plus, son, sa, ses, être, comment, quand, on, ils, elles, je, tu, mon, ma, mes, notre, votre, leur, leurs, y, à, où, mais, donc, aussi, tout, tous, toute, toutes, peut, peuvent, doit, doivent, a, ont, c, d, l, n, s, qu, j, sans, sous, entre, après, avant, chaque',
  concord: true,
  negations:
    'pas, ne, jamais, aucun, aucune, rien, personne, ni, sans, interdit, interdite, impossible, non, nul, plus de, sauf',
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
  runVerbs: 'exécuter, exécutez, lancer, lancez, taper, tapez, avec, puis, et, via, utiliser, utilisez, par',
  numbers:
    'zéro 0, un 1, une 1, deux 2, trois 3, quatre 4, cinq 5, six 6, sept 7, huit 8, neuf 9, dix 10, onze 11, douze 12, treize 13, quatorze 14, quinze 15, seize 16, vingt 20, trente 30, quarante 40, cinquante 50, soixante 60, cent 100, mille 1000',
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
      'supprimer, supprime, supprimez, enlever, enlève, enlevez, retirer, retire, retirez, effacer, efface, effacez, obsolète, périmé, dépassé, n’existe plus, plus utilisé, à enlever, à supprimer, à retirer, virer, vire',
    unknown:
      'je ne sais pas, sais pas, aucune idée, pas sûr, inconnu, ?, ???, tbd, todo, à voir, à confirmer, à définir, plus tard, demande, demander, demandez, vérifier, je vérifie, on verra, pas encore, en attente, peut-être, bonne question, quelqu’un, voir plus haut',
    unneeded:
      'pas nécessaire, inutile, pas besoin, sans objet, pas applicable, non applicable, ne s’applique pas, pas pertinent, ignorer, ignore, ignorez, laisse tomber, laissez tomber, pas ici, aucun, aucune, rien, hors sujet, sans importance',
  },
  greetings: 'bonjour, bonsoir, salut, coucou, cher, chère, chers, madame, monsieur, hello, bonjour à tous',
  closings:
    'cordialement, bien cordialement, bien à vous, merci, merci d’avance, merci beaucoup, bonne journée, bises, à bientôt, salutations, meilleures salutations, amicalement, cdt, a+, a plus',
  updates:
    'maintenant, désormais, dorénavant, à partir de, au lieu, déplacé, déménagé, a déménagé, changé, porté à, augmenté, réduit, prolongé, depuis',
  hesitations: 'euh, heu, hum, hmm',
  mailFields: 'de, à, objet, date, envoyé, cc, copie',
  keys: {
    title: 'titre',
    kind: 'genre, type',
    language: 'langue',
    summary: 'résumé',
    sections: 'sections, rubriques, plan',
    leaveOut: 'omettre, exclure, ne pas mentionner',
    mention: 'mentionner',
    length: 'longueur',
    audience: 'public, lecteurs, ton, style',
  },
  lengths: {
    short: 'court, bref',
    normal: 'normal, moyen',
    long: 'long, détaillé',
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
  roles: {
    overview: {
      headings: 'Présentation, Introduction, Aperçu, Vue d’ensemble, Description, Contexte',
      cues: 'présentation*, introduction*, but, permet*, aide, signifie*, décrit*, fournit*',
      ask: 'À quoi cela sert-il, et à qui ?',
    },
    scope: {
      headings: "Champ d’application, Champ d'application, Périmètre, Portée, Personnes concernées, Qui est concerné",
      cues: 'application*, applique*, appliquent*, concerne*, périmètre*, portée*',
      ask: 'À qui et à quoi cela s’applique-t-il, et depuis quand ?',
    },
    prerequisites: {
      headings: 'Prérequis, Conditions préalables, Avant de commencer, Configuration requise',
      cues: 'prérequis*, nécessaire*, faut, doit, devez*, avant*, compte*, droit*, permission*, installer*, version*, accès*, rôle, besoin*',
      ask: 'Que faut-il avoir, savoir ou avoir installé avant de commencer ?',
    },
    rules: {
      headings: 'Règles, Règlement, Principes, Ce qui est attendu',
      cues: 'règle*, autorisé*, permis*, interdit*, obligatoire*, obligation*, accord*, approuve*',
      ask: 'Qu’est-ce qui est obligatoire, permis, interdit ?',
    },
    exceptions: {
      headings: 'Exceptions, Dérogations, Exemptions',
      cues: 'exception*, sauf, excepté*, exempté*, dispensé*, dérogation*, hormis*',
      ask: 'Qui ou quoi fait exception, et qui peut accorder une dérogation ?',
    },
    news: {
      headings:
        'Nouveautés, Nouveau, Nouvelles fonctionnalités, Quoi de neuf, Ajouts, Ajouté, Améliorations, Amélioré, Changements, Modifications',
      cues: 'nouveau*, nouvelle*, désormais*, maintenant*, ajouté*, ajout*, fonctionnalité*, amélioré*, amélioration*, rapide*, feat',
      ask: 'Qu’est-ce qui est possible désormais et ne l’était pas ?',
    },
    fixes: {
      headings: 'Corrections, Corrigé, Bugs corrigés, Corrections de bugs, Problèmes résolus',
      cues: 'corrigé*, correction*, bug, anomalie*, résolu*, plantage*, fix',
      ask: 'Quels défauts sont corrigés ?',
    },
    upgrading: {
      headings:
        'Notes de mise à jour, Mise à jour, Mise à niveau, Migration, Supprimé, Suppressions, Obsolète, Ruptures de compatibilité, Changements incompatibles',
      cues: 'supprimé*, suppression*, retiré*, obsolète*, incompatible*, migration*, migrer*, remplacé*, renommé*, niveau*',
      ask: 'Qu’est-ce qui disparaît ou devient incompatible, et que faut-il faire pour mettre à jour ?',
    },
    impact: {
      headings: 'Impact, Conséquences, Utilisateurs touchés, Clients touchés, Effets',
      cues: 'impact*, touché*, affecté*, clients*, indisponible*, perdu*, gravité*',
      ask: 'Qui a été touché, à quel point et combien de temps ?',
    },
    timeline: {
      headings: 'Chronologie, Déroulement, Déroulé, Ce qui s’est passé, Résolution',
      cues: 'chronologie*, alerte*, alerté*, détecté*, constaté*, rétabli*, résolu*',
      ask: 'Que s’est-il passé, à quelle heure, et qu’a-t-on fait ?',
    },
    cause: {
      headings: 'Cause première, Cause, Causes, Cause racine, Cause profonde, Origine',
      cues: 'cause*, causé*, origine*, provoqué*, parce*, déclenché*',
      ask: 'Pourquoi est-ce arrivé ?',
    },
    followUps: {
      headings: 'Suites, Actions, Actions correctives, Mesures, Plan d’action, Prévention, Leçons',
      cues: 'action*, mesure*, prévenir*, éviter*, avenir*, leçon*',
      ask: 'Que fait-on pour que cela ne se reproduise pas, qui s’en charge et pour quand ?',
    },
    usage: {
      headings: 'Utilisation, Syntaxe, Usage, Appels, Commandes',
      cues: 'utilisation*, utiliser*, appel*, syntaxe*, requête*, commande*, exécuter*, méthode*, renvoie*',
      ask: 'Comment l’appelle-t-on ou l’écrit-on ? Une commande ou une requête, de préférence.',
    },
    steps: {
      headings: 'Étapes, Marche à suivre, Procédure, Instructions, Installation, Configuration',
      cues: 'étape*, abord*, puis, ensuite*, cliquez*, ouvrez*, lancez*, choisissez*, saisissez*, créez*, ajoutez*, installez*, configurez*, commande*, enregistrez*',
      ask: 'Quelles étapes suivre, dans quel ordre, avec quelles commandes ou quels réglages ?',
    },
    how: {
      headings: 'Fonctionnement, Architecture, Concepts, Comment ça marche',
      cues: 'fonctionne*, composé*, composant*, partie*, flux, stocke*, envoie*, reçoit*, entre*, couche*, file, modèle*',
      ask: 'De quelles parties est-ce fait, et comment fonctionnent-elles ensemble ?',
    },
    why: {
      headings: 'Pourquoi, Raisons, Motivation, Avantages',
      cues: 'parce*, pourquoi*, raison*, avantage*, plutôt*, éviter*, donc, problème*, objectif*, décision*, choisi*',
      ask: 'Pourquoi est-ce fait ainsi, et que se passerait-il autrement ?',
    },
    parameters: {
      headings: 'Paramètres, Options, Réglages, Champs, Arguments, Propriétés',
      cues: 'paramètre*, option*, réglage*, champ*, argument*, défaut*, type, valeur*, obligatoire*, facultatif*, chaîne*, entier*',
      ask: 'Quels paramètres ou options existent, avec type, valeur par défaut et sens ?',
    },
    examples: {
      headings: 'Exemples, Exemple',
      cues: 'exemple*, réponse*, sortie*, json, curl',
      ask: 'À quoi ressemble un exemple complet qui fonctionne ?',
    },
    result: {
      headings: 'Vérifier le résultat, Résultat, Vérification, Test',
      cues: 'résultat*, vérifier*, tester*, confirmer*, affiche*, apparaît*, sortie*, succès*, attendu*',
      ask: 'À quoi voit-on que cela a marché ?',
    },
    limits: {
      headings: 'Limites, Restrictions, Quotas, Limitations',
      cues: 'limite*, restriction*, maximum*, minimum*, quota*, seulement*, taille*, délai*',
      ask: 'Quelles limites, quotas ou contreparties y a-t-il ?',
    },
    errors: {
      headings: 'Erreurs, Codes d’erreur, Codes d’état, Réponses',
      cues: 'erreur*, code, état, échec*, invalide*, refusé*, 400, 401, 403, 404, 409, 422, 429, 500',
      ask: 'Quelles erreurs peuvent survenir, et que signifie chacune ?',
    },
    troubleshooting: {
      headings: 'Dépannage, Problèmes, Problèmes courants, Résolution des problèmes',
      cues: 'erreur*, échoue*, problème*, corriger*, résoudre*, si, journal*, vérifier*, cause*',
      ask: 'Qu’est-ce qui échoue souvent, et comment y remédier ?',
    },
    contact: {
      headings: 'Contact, Contacts, À qui s’adresser, Responsable, Responsabilités',
      cues: 'contact*, questions*, responsable*, adresser*, contacter*',
      ask: 'Qui en est responsable et répond aux questions ?',
    },
  },
  phrases: {
    notes: 'Notes',
    openPoint: 'Les notes laissent ce point ouvert : « {point} » Que doit dire le brouillon ?',
    emptySection: 'Aucune source ne parle de « {section} ». {ask}',
    nothing: 'Que doit apprendre ici un lecteur de « {title} » ?',
    missingTerm: {
      title: 'Aucune source ne mentionne « {term} »',
      body: 'Les consignes demandent « {term} », mais ni les notes, ni les pièces jointes, ni un document lié n’en parlent. Ajoutez une source, ou répondez avec la phrase à imprimer.',
    },
    held: {
      order: 'Non imprimé, cela ressemble à une consigne : « {text} »',
      open_point: 'Non imprimé, cela ressemble à un point ouvert : « {text} »',
      excluded: 'Non imprimé, cela mentionne ce qui doit être omis : « {text} »',
      doubtful: 'Non imprimé, cela ne s’adresse peut-être pas aux lecteurs : « {text} »',
      body: 'Ceci est dans les notes mais pas dans le brouillon : « {text} » Répondez « use » pour l’imprimer dans le prochain brouillon ; toute autre réponse l’omet.',
    },
    doubted: {
      title: 'Imprimé, mais cela ne s’adresse peut-être pas aux lecteurs : « {text} »',
      body: 'Les notes ne disent rien d’autre, c’est donc dans le brouillon. Confirmez, ou répondez par le bon texte ou « supprimer ».',
    },
    instruction: {
      title: 'Consignes que seule une personne peut suivre ({count})',
      body: 'Le rédacteur intégré ne peut pas suivre ces consignes. Modifiez le brouillon, puis marquez ceci comme résolu : {lines}',
    },
    replaced: {
      title: 'Remplacé : {old} par {new}',
      body: 'Le texte disait « {old} » ({oldSource}). Il dit maintenant « {new} » ({newSource}). Est-ce exact ?',
    },
    conflict: {
      title: 'Les sources se contredisent : {first} ou {second} ?',
      body: 'Le brouillon dit « {kept} » ({keptSource}). Une autre source dit « {dropped} » ({droppedSource}). Laquelle a raison ?',
    },
    edited: {
      title: 'Un bloc modifié dit autre chose que {source}',
      body: 'Quelqu’un a écrit « {kept} », qui reste. {source} dit « {dropped} ». Lequel est exact ?',
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
