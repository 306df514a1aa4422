// Portuguese.

import type { LanguageData } from './language.ts'

export const pt: LanguageData = {
  code: 'pt',
  names: 'Português, Portuguese',
  stopWords:
    'o, a, os, as, um, uma, uns, umas, e, ou, de, do, da, dos, das, em, no, na, nos, nas, com, por, para, pelo, pela, é, são, não, que, se, seu, sua, seus, suas, ao, à, aos, como, mais, este, esta, estes, estas, isso, isto, quando, pode, podem, você, vocês, foi, ser, está, estão, tem, têm, há, mas, já, também, muito, todo, todos, toda, todas, deve, devem, ele, ela, eles, elas, eu, nós, meu, minha, sem, sobre, entre, até, desde, cada, antes, depois, num, numa',
  concord: true,
  negations:
    'não, nunca, jamais, nenhum, nenhuma, nada, ninguém, nem, sem, proibido, proibida, proibidos, impossível, tampouco, exceto, salvo',
  conditions:
    'se, salvo, exceto, só, somente, apenas, quando, até, enquanto, depois, antes, durante, pelo menos, no máximo, dentro de, com, sem, desde que, a menos que, caso',
  causes: 'porque, pois, já que, devido a',
  opposites:
    'pelo menos/no máximo, mínimo/máximo, sempre/nunca, todos/alguns, todos/nenhum, permitido/proibido, primeiro/último, esquerda/direita, sobe/desce, deve/pode, devem/podem, obrigatório/opcional',
  orders: 'antes/depois, mais de/menos de, acima/abaixo',
  questionWords: 'quem, que, quando, onde, por que, porque, como, quanto, quantos, qual, quais, pode, há',
  askingWords:
    'quero, queria, gostaria, preciso, saber, sei, encontrar, encontro, aprender, entender, explicar, explica, mostrar, ver, ajuda, ajudar, favor, algo, alguém, tudo, coisa, coisas, maneira, forma, jeito, possível, poder, posso, usar, uso, utilizar, obter, fazer, faço, funciona, funcionar, começar, significa, melhor, sem, entre, meu, minha, meus, nosso, nossa',
  endings:
    's, es, o, a, os, as, ar, er, ir, e, am, em, ando, endo, indo, ado, ada, ados, adas, ido, ida, cao, coes, acao, acoes, mente',
  asks: {
    amount: 'quanto, quantos, quanta, quantas, que tamanho, qual versão, qual porta, limite, máximo, mínimo, padrão',
    when: 'quando, desde quando, que data',
    why: 'por que, porque, razão, motivo',
    where: 'onde, aonde, qual arquivo, qual pasta',
    how: 'como, comando',
    what: 'o que é, o que são, o que significa, diferença',
    yesno: 'pode, posso, é, são, há, deve, tem, existe',
  },
  answers: {
    what: 'é um, é uma, é o, é a, são, significa, refere-se',
    yesno: 'pode, não, só, suporta, deve, sempre, nunca, possível, permite',
    where: 'pasta, arquivo, diretório, em, sob',
    how: 'pode, use, adicione, execute, crie, defina',
    why: 'porque, pois, já que, devido a, para que, portanto, razão',
  },
  numbers:
    'zero 0, um 1, uma 1, dois 2, duas 2, três 3, quatro 4, cinco 5, seis 6, sete 7, oito 8, nove 9, dez 10, onze 11, doze 12, treze 13, catorze 14, quinze 15, dezesseis 16, dezoito 18, vinte 20, trinta 30, quarenta 40, cinquenta 50, sessenta 60, setenta 70, oitenta 80, noventa 90, cem 100, mil 1000',
  references: 'passo, passos, etapa, seção, secção, capítulo, página, versão, figura, tabela, ponto, linha, parágrafo',
  months: 'janeiro, fevereiro, março, abril, maio, junho, julho, agosto, setembro, outubro, novembro, dezembro',
  units:
    'ms/milissegundo/milissegundos, s/segundo/segundos/seg, min/minuto/minutos, h/hora/horas, d/dia/dias, working day/dia útil/dias úteis, week/semana/semanas, month/mês/meses, year/ano/anos, %/por cento, °c/grau/graus, m/metro/metros, cm/centímetro/centímetros, km/quilômetro/quilômetros, kg/quilo/quilos/quilograma/quilogramas, g/grama/gramas, l/litro/litros, €/euro/euros/eur, r$/real/reais, mb/megabyte/megabytes, gb/gigabyte/gigabytes, v/volt/volts, bar/bares',
  abbreviations: 'p.ex, ex, etc, aprox, nº, pág, art, sr, sra, dr, dra, máx, mín, tel, av',
  classes: {
    documentNouns:
      'documento, doc, página, páginas, guia, artigo, texto, seção, seções, secção, capítulo, parágrafo, parágrafos, título, títulos, intro, introdução, resumo, tabela, lista, faq, manual, rascunho, notas, anotações, tópicos, redação, tom, jargão, erros de digitação, ortografia, exemplo, exemplos, parte, partes, instruções, estilo, captura, capturas, anexo, quadro, frase, frases, e-mails, chat, tutorial, procedimento, ficha, cabeçalho, passo a passo',
    writingVerbs:
      'escreva, escrever, escreve, redija, redigir, reescreva, reescrever, reformul*, mencione, mencionar, menciona, explique, explicar, descreva, descrever, inclua, incluir, adicione, adicionar, acrescente, acrescentar, omita, omitir, tire, tirar, retire, retirar, deixe de fora, deixar de fora, resuma, resumir, encurte, encurtar, traduza, traduzir, corrija, corrigir, numere, numerar, ponha, pôr, coloque, colocar, faça, fazer, mantenha, manter, destaque, destacar, cite, citar, evite, evitar, fale de, falar de, comece com, começar com, termine com, use, usar, soe, soar, junte, juntar, em negrito, transforme, transformar, não copie',
    politeness:
      'por favor, pfv, pf, obrigado, obrigada, valeu, pode, poderia, você pode, quero, queria, gostaria, preciso, seria bom, seria ótimo, se possível, se der, lembre, não esqueça, de preferência, só, talvez, ok, tá',
    style:
      'curto, curta, breve, conciso, concisa, simples, formal, oficial, amigável, simpático, claro, clara, neutro, longo, detalhado, técnico, uma página, meia página, palavras, frases curtas, em português, em inglês, iniciantes, leigos, público geral, linguagem simples, bonito, comercial, publicitário, sem enrolação',
    positions:
      'no topo, em cima, no começo, no início, primeiro, logo no início, no final, no fim, embaixo, por último, na introdução, no título, numa tabela, em tabela, em lista, em forma de lista, num quadro, em negrito, em algum lugar, no texto, no documento, à parte, o resto, mais nada',
    people:
      'leitor, leitores, público, novos colegas, iniciantes, leigos, chefe, clientes, nomes, nomes de clientes, você, eu, mim, minhas, meu, ninguém lê',
    openPoints:
      'todo, tbd, a definir, a confirmar, a verificar, a decidir, pendente, em aberto, falta, falta definir, falta confirmar, não está claro, não sei, não sabemos, não tenho certeza, confirmar com, verificar com, perguntar, perguntar a, checar, depois eu, quem sabe, ainda vale, ainda é válido, pergunta:, ???, alguém',
    smallTalk:
      'oi, olá, bom dia, boa tarde, boa noite, obrigado, obrigada, valeu, desculpa, desculpe, haha, kkk, ok, tá bom, beleza, legal, perfeito, ótimo, sim, claro, não, bom fim de semana, fim de semana, até logo, até amanhã, abraço, abraços, seguem minhas notas, notas rápidas, na correria, como combinado, boa sorte, +1, exato, de acordo, almoço, café, estão me ouvindo, é isso, tchau',
    yes: 'sim, exato, correto, está correto, certo, está certo, confirmado, continua igual, ainda vale, continua valendo, de acordo, ok, fica, mantém, verificado, isso, isso mesmo, tudo certo',
    no: 'não, errado, incorreto, está errado, nenhum dos dois, nem um nem outro, mas sim, na verdade, agora é, agora são, agora, desde, em vez de, deveria ser, deve ser, tem que ser, correção',
    remove:
      'não é mais necessário, já não é necessário, não precisa mais, remover, remova, remove, apagar, apague, apaga, excluir, exclua, retirar, retire, tirar, tire, tira, obsoleto, obsoleta, desatualizado, ultrapassado, não existe mais, não é mais usado, fora, pode tirar, cortar, corte',
    unknown:
      'não sei, sei lá, não faço ideia, sem ideia, não tenho certeza, desconhecido, ?, ???, tbd, a definir, a confirmar, mais tarde, depois, pergunte, perguntar, pergunta pro, vou ver, vou verificar, veremos, ainda não, talvez, boa pergunta, alguém, ver acima',
    unneeded:
      'não precisa, não é necessário, desnecessário, não se aplica, não aplicável, irrelevante, não é relevante, ignorar, ignore, deixa pra lá, tanto faz, aqui não, nenhum, nenhuma, nada, fora do escopo, sem importância',
  },
  updates: 'agora, a partir de, não mais, em vez de, mudou, mudado, alterado, aumentado, reduzido, passou a, desde',
  renames: 'renome*, substitu*, troque, trocar, troca, mude, mudar, alter*, chama-se, se chama',
  mailFields: 'de, para, assunto, data, enviado, cc',
  keys: {
    title: 'título',
    kind: 'tipo',
    language: 'idioma, língua',
    summary: 'resumo',
    sections: 'seções, secções, estrutura',
    leaveOut: 'omitir, excluir, não mencionar',
    mention: 'mencionar',
    use: 'usar, utilizar, citar',
    length: 'tamanho, extensão',
    audience: 'público, leitores, tom, estilo',
  },
  kinds: {
    tutorial: 'tutorial, primeiros passos, começando, seu primeiro',
    'how-to': 'como, guia, instal*, configur*, cri*, migr*, restaur*, passo a passo, trocar, substituir, procedimento',
    reference: 'referência, api, parâmetros, opções, configurações, comandos, códigos de erro, limites, glossário',
    explanation: 'por que, conceito*, arquitetura, visão geral, entendendo, como funciona, decisão',
    policy: 'política, políticas, regras, diretrizes, termos, código de conduta, regulamento',
    'release-notes': 'notas de versão, notas da versão, novidades, changelog, o que há de novo',
    incident: 'incidente, post-mortem, postmortem, indisponibilidade',
    faq: 'faq, perguntas frequentes, perguntas e respostas, dúvidas',
  },
  phrases: {
    notes: 'Notas',
    bare: 'Ainda não há nada em «{section}». O que deve constar ali?',
    missingTerm: {
      title: 'O rascunho não menciona “{term}”',
      body: 'As instruções pedem “{term}”, mas o rascunho não fala disso. Veja o que não foi impresso, adicione material ou responda com a frase que deve aparecer.',
    },
    held: {
      order: 'Não impresso, parece uma instrução: “{text}”',
      doubtful: 'Não impresso, talvez não seja para os leitores: “{text}”',
      unplaced: 'Não impresso, não se encontrou lugar: «{text}»',
      marked: 'Impresso, mas talvez não seja para os leitores: «{text}»',
      body: 'Isto está nas notas: «{text}» Responda «use» para imprimir no próximo rascunho, «drop» para deixar de fora, ou com o texto a imprimir no lugar.',
    },
    instruction: {
      title: 'Instruções que só uma pessoa pode seguir ({count})',
      body: 'O redator integrado não consegue seguir estas instruções. Mude o rascunho e marque isto como resolvido: {lines}',
    },
    edit: {
      title: 'Mudar «{before}» para «{after}»?',
      deleted: 'Remover «{before}»?',
      body: 'As notas dizem «{quote}». Responda «accept», «reject» ou com o texto a usar.',
    },
    sort: {
      title: '{count} declarações de «{source}» aguardam uma escolha',
      body: '«{source}» é uma conversa: só uma pessoa ou um modelo pode fazer dela uma página. Escolha as declarações ou responda «all», «none» ou números (1-4, 7); o próximo rascunho as imprime.',
    },
    empty: {
      title: 'Ainda não há nada a imprimir',
      body: 'Nem as notas, nem o material, nem declarações escolhidas dão texto a este rascunho. Adicione notas ou escolha declarações e peça um novo rascunho.',
    },
    conflict: {
      title: 'As fontes divergem: {first} ou {second}?',
      body: 'O rascunho diz “{kept}” ({keptSource}). Outra fonte diz “{dropped}” ({droppedSource}). Qual está certa?',
    },
    fixLink: {
      title: 'Um link não leva a lugar nenhum: {href}',
      body: '“{text}” aponta para {href}, e esse documento não existe. Responda com o link certo (/read/…) ou retire-o do rascunho.',
    },
    unsupported: {
      title: 'Deixado de fora: as fontes não confirmam ({count})',
      body: 'O modelo escreveu isto, mas as citações não confirmam; não está no rascunho: {claims}',
    },
    partly: {
      title: 'Verificar: as fontes confirmam só em parte',
      body: 'Isto está no rascunho, mas as citações confirmam só em parte: {claims}',
    },
    style: {
      title: 'O guia de estilo pede outras palavras',
      body: 'Altere isto no rascunho: {words}',
    },
    fallback: {
      title: 'O rascunho do modelo era inutilizável; este foi montado a partir das fontes',
      body: 'O modelo não deu um rascunho utilizável ({reason}). Este foi montado a partir das fontes. Peça outro rascunho para tentar o modelo de novo.',
    },
    outcome: {
      applied: 'A resposta está no rascunho.',
      corrected: 'O rascunho agora diz “{text}”.',
      removed: 'A frase foi removida.',
      confirmed: 'Confirmado; o rascunho fica como estava.',
      used: 'O texto retido está no rascunho.',
      leftOut: 'O texto fica de fora.',
      dismissed: 'Descartado; não será perguntado de novo.',
      noContent: 'A resposta não tem nada a imprimir; foi perguntado de novo.',
      unclear: 'Não ficou claro o que a resposta deve mudar; o rascunho fica como estava.',
    },
  },
}
