// French phrases.

import type { Phrases } from '../phrases.ts'

export const fr: Phrases = {
  roles: {
    overview: {
      headings: ['Présentation', 'Introduction', 'Aperçu', 'Vue d’ensemble', 'Description', 'Contexte'],
      purpose: 'Dire en quelques phrases de quoi il s’agit et à qui cela sert.',
      ask: 'À quoi cela sert-il, et à qui ?',
      keywords: 'présentation introduction but permet aide signifie décrit fournit',
    },
    prerequisites: {
      headings: ['Prérequis', 'Conditions préalables', 'Avant de commencer', 'Configuration requise'],
      purpose: 'Lister ce qu’il faut avoir ou savoir avant de commencer.',
      ask: 'Que faut-il avoir, savoir ou avoir installé avant de commencer ?',
      keywords:
        'prérequis nécessaire faut doit devez avant compte droit permission installer version accès rôle besoin',
    },
    usage: {
      headings: ['Utilisation', 'Syntaxe', 'Usage', 'Appels', 'Commandes'],
      purpose: 'Montrer comment on l’appelle ou l’écrit.',
      ask: 'Comment l’appelle-t-on ou l’écrit-on ? Une commande ou une requête, de préférence.',
      keywords: 'utilisation utiliser appel syntaxe requête commande exécuter méthode renvoie',
    },
    steps: {
      headings: ['Étapes', 'Marche à suivre', 'Procédure', 'Instructions', 'Installation', 'Configuration'],
      purpose: 'Guider le lecteur dans l’ordre.',
      ask: 'Quelles étapes suivre, dans quel ordre, avec quelles commandes ou quels réglages ?',
      keywords:
        'étape abord puis ensuite cliquez ouvrez lancez choisissez saisissez créez ajoutez installez configurez commande enregistrez',
    },
    how: {
      headings: ['Fonctionnement', 'Architecture', 'Concepts', 'Comment ça marche'],
      purpose: 'Expliquer les parties et leur jeu.',
      ask: 'De quelles parties est-ce fait, et comment fonctionnent-elles ensemble ?',
      keywords: 'fonctionne composé composant partie flux stocke envoie reçoit entre couche file modèle',
    },
    why: {
      headings: ['Pourquoi', 'Raisons', 'Motivation', 'Avantages'],
      purpose: 'Donner les raisons.',
      ask: 'Pourquoi est-ce fait ainsi, et que se passerait-il autrement ?',
      keywords: 'parce pourquoi raison avantage plutôt éviter donc problème objectif décision choisi',
    },
    parameters: {
      headings: ['Paramètres', 'Options', 'Réglages', 'Champs', 'Arguments', 'Propriétés'],
      purpose: 'Lister chaque paramètre avec type, valeur par défaut et sens.',
      ask: 'Quels paramètres ou options existent, avec type, valeur par défaut et sens ?',
      keywords: 'paramètre option réglage champ argument défaut type valeur obligatoire facultatif chaîne entier',
    },
    examples: {
      headings: ['Exemples', 'Exemple'],
      purpose: 'Montrer un ou deux exemples complets.',
      ask: 'À quoi ressemble un exemple complet qui fonctionne ?',
      keywords: 'exemple réponse sortie json curl',
    },
    result: {
      headings: ['Vérifier le résultat', 'Résultat', 'Vérification', 'Test'],
      purpose: 'Dire à quoi l’on voit que cela a marché.',
      ask: 'À quoi voit-on que cela a marché ?',
      keywords: 'résultat vérifier tester confirmer affiche apparaît sortie succès attendu',
    },
    limits: {
      headings: ['Limites', 'Restrictions', 'Quotas', 'Limitations'],
      purpose: 'Nommer les limites et ce qu’elles impliquent.',
      ask: 'Quelles limites, quotas ou contreparties y a-t-il ?',
      keywords: 'limite restriction maximum minimum quota seulement taille délai',
    },
    errors: {
      headings: ['Erreurs', 'Codes d’erreur', 'Codes d’état', 'Réponses'],
      purpose: 'Lister les erreurs et leur sens.',
      ask: 'Quelles erreurs peuvent survenir, et que signifie chacune ?',
      keywords: 'erreur code état échec invalide refusé 400 401 403 404 409 422 429 500',
    },
    troubleshooting: {
      headings: ['Dépannage', 'Problèmes', 'Problèmes courants', 'Résolution des problèmes'],
      purpose: 'Dire ce qui échoue souvent et comment y remédier.',
      ask: 'Qu’est-ce qui échoue souvent, et comment y remédier ?',
      keywords: 'erreur échoue problème corriger résoudre si journal vérifier cause',
    },
    next: {
      headings: ['Étapes suivantes', 'Pour aller plus loin', 'Et ensuite'],
      purpose: 'Indiquer la suite.',
      ask: 'Vers quoi le lecteur devrait-il aller ensuite ?',
      keywords: 'suite suivant plus apprendre continuer ensuite avancé',
    },
  },
  kinds: {
    tutorial: ['tutoriel', 'premiers pas', 'démarrage rapide', 'débuter', 'apprendre'],
    'how-to': [
      'comment',
      'guide',
      'installer',
      'configurer',
      'créer',
      'migrer',
      'mettre à jour',
      'restaurer',
      'procédure',
    ],
    reference: ['référence', 'paramètres', 'options', 'commandes', 'codes d’erreur', 'interface'],
    explanation: ['pourquoi', 'concept', 'architecture', 'comprendre', 'présentation', 'principes', 'fonctionnement'],
  },
  seeAlso: ['Voir aussi', 'Documents associés', 'En savoir plus'],
  notes: 'Notes',
  question: {
    missing: 'Aucune source ne traite de « {section} ». {ask}',
    thin: 'Pour « {section} », les sources disent seulement : « {quote} » {ask}',
    generic: 'Que doit-on apprendre ici dans « {title} » ?',
    topic: 'Les notes demandent « {topic} », mais aucune source n’en parle. Que doit dire « {section} » ?',
  },
  addSource: {
    title: 'Ajouter une source pour {count} section(s) vide(s)',
    body: 'Ni notes, ni documents fournis, ni documents associés ne disent rien sur : {sections}. Ajoutez des documents ou répondez aux questions.',
    thinTitle: 'Ajouter une seconde source pour « {section} »',
    thinBody:
      '« {section} » repose sur un seul passage de {source} : « {quote} ». Ajoutez de quoi le confirmer ou le compléter.',
  },
  verify: {
    title: 'Vérifier les chiffres de « {section} »',
    body: 'Une seule source donne ces chiffres, versions ou dates. Vérifiez-les :',
    unsourcedTitle: 'Vérifier une affirmation écartée de « {section} »',
    unsourcedBody:
      'Le modèle a écrit ceci, mais ses citations sont introuvables dans les sources nommées ; ce n’est donc pas dans le brouillon :',
  },
  conflict: {
    title: 'Les sources se contredisent : {first} ou {second} ?',
    body: 'Le brouillon dit « {kept} » ({keptSource}). Une autre source dit « {dropped} » ({droppedSource}). Laquelle est juste ?',
  },
  fixLink: {
    title: 'Un lien ne mène nulle part : {href}',
    body: '« {text} » renvoie à {href}, et ce document n’existe pas. Répondez avec le bon lien (/read/…), ou retirez-le du brouillon.',
  },
}
