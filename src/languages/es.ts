// Spanish.

import type { LanguageData } from './language.ts'

export const es: LanguageData = {
  code: 'es',
  names: 'Español, Spanish',
  stopWords:
    'el, la, los, las, un, una, unos, unas, y, o, de, del, en, con, por, para, es, son, no, que, se, su, sus, al, como, más, lo, este, esta, estos, estas, cuando, puede, pueden, si, cómo, qué, sin, sobre, hay, ser, está, están, a, e, u, nos, le, les, me, mi, tu, yo, él, ella, ellos, pero, ya, también, muy, todo, todos, toda, todas, debe, deben, tiene, tienen, entre, hasta, desde, cada, antes, después',
  concord: true,
  negations:
    'no, nunca, jamás, ningún, ninguno, ninguna, nada, nadie, ni, sin, prohibido, prohibida, imposible, tampoco, salvo, excepto',
  conditions:
    'si, salvo, excepto, solo, sólo, solamente, cuando, hasta, mientras, después, antes, durante, al menos, como máximo, dentro de, con, sin, siempre que, a menos que',
  causes: 'porque, ya que, debido a, puesto que',
  opposites:
    'al menos/como máximo, mínimo/máximo, siempre/nunca, todos/algunos, todos/ninguno, permitido/prohibido, primero/último, izquierda/derecha, sube/baja, debe/puede, deben/pueden, obligatorio/opcional',
  orders: 'antes/después, más de/menos de, encima/debajo',
  questionWords: 'quién, quiénes, qué, cuándo, dónde, por qué, cómo, cuánto, cuántos, cuál, cuáles, puede, hay',
  askingWords:
    'quiero, quisiera, necesito, saber, sé, encontrar, encuentro, aprender, entender, explicar, explica, mostrar, ver, ayuda, ayudar, favor, algo, alguien, todo, cosa, cosas, manera, forma, posible, poder, puedo, usar, uso, utilizar, obtener, hacer, hago, funciona, funcionar, empezar, significa, mejor, sin, entre, mi, mis, nuestro, nuestra',
  endings:
    's, es, o, a, os, as, ar, er, ir, e, an, en, ando, iendo, ado, ada, ados, adas, ido, ida, cion, ciones, acion, aciones, mente',
  asks: {
    amount:
      'cuánto, cuántos, cuánta, cuántas, qué tamaño, qué versión, qué puerto, límite, máximo, mínimo, por defecto, predeterminado',
    when: 'cuándo, desde cuándo, qué fecha',
    why: 'por qué, razón, motivo',
    where: 'dónde, adónde, qué archivo, qué carpeta',
    how: 'cómo, comando',
    what: 'qué es, qué son, qué significa, diferencia',
    yesno: 'puede, puedo, es, son, hay, se puede, debo, tiene, existe',
  },
  answers: {
    what: 'es un, es una, es el, es la, son, significa, se refiere',
    yesno: 'puede, no, solo, admite, debe, siempre, nunca, posible, permite',
    where: 'carpeta, archivo, directorio, en, bajo',
    how: 'puede, puedes, use, usa, agregue, añada, ejecute, cree',
    why: 'porque, ya que, debido a, para que, por lo tanto, razón',
  },
  numbers:
    'cero 0, un 1, una 1, uno 1, dos 2, tres 3, cuatro 4, cinco 5, seis 6, siete 7, ocho 8, nueve 9, diez 10, once 11, doce 12, trece 13, catorce 14, quince 15, veinte 20, treinta 30, cuarenta 40, cincuenta 50, sesenta 60, setenta 70, ochenta 80, noventa 90, cien 100, mil 1000',
  references: 'paso, pasos, sección, capítulo, página, versión, figura, tabla, punto, línea, párrafo, apartado',
  months:
    'enero/ene, febrero/feb, marzo/mar, abril/abr, mayo, junio/jun, julio/jul, agosto/ago, septiembre/sep/setiembre, octubre/oct, noviembre/nov, diciembre/dic',
  units:
    'ms/milisegundo/milisegundos, s/segundo/segundos/seg, min/minuto/minutos, h/hora/horas, d/día/días, working day/día hábil/días hábiles/día laborable/días laborables, week/semana/semanas, month/mes/meses, year/año/años, %/por ciento, °c/grado/grados, m/metro/metros, cm/centímetro/centímetros, km/kilómetro/kilómetros, kg/kilo/kilos/kilogramo/kilogramos, g/gramo/gramos, l/litro/litros, €/euro/euros/eur, mb/megabyte/megabytes, gb/gigabyte/gigabytes, v/voltio/voltios, bar/bares',
  abbreviations: 'p.ej, ej, etc, aprox, núm, pág, art, sr, sra, dr, dra, máx, mín, tel, ud, uds',
  classes: {
    documentNouns:
      'documento, doc, página, páginas, guía, artículo, texto, sección, secciones, capítulo, párrafo, párrafos, título, títulos, intro, introducción, resumen, tabla, lista, faq, manual, borrador, notas, viñetas, redacción, tono, jerga, erratas, ortografía, ejemplo, ejemplos, parte, partes, instrucciones, estilo, captura, capturas, esquema, anexo, recuadro, frase, frases, correos, chat, tutorial, procedimiento, ficha, encabezado, encabezados',
    writingVerbs:
      'escribe, escribir, escriba, escriban, redacta, redactar, redacte, reformul*, menciona, mencionar, mencione, menciones, explica, explicar, explique, describe, describir, describa, incluye, incluir, incluya, incluyas, añade, añadir, añada, agrega, agregar, omite, omitir, omita, quita, quitar, quite, elimina, eliminar, elimine, resume, resumir, resuma, acorta, acortar, traduce, traducir, traduzca, corrige, corregir, corrija, numera, numerar, pon, poner, ponga, haz, hacer, haga, deja fuera, dejar fuera, mantén, mantener, mantenga, destaca, destacar, resalta, resaltar, cita, citar, evita, evitar, evite, habla de, hablar de, empieza por, empezar por, termina con, usa, usar, suena, suene, tutear, tutea, junta, fusiona, fusionar, en negrita',
    politeness:
      'por favor, porfa, porfi, gracias, puedes, podrías, pueden, podrían, puede, podría, quiero, quisiera, me gustaría, necesito, estaría bien, sería bueno, si es posible, si puedes, recuerda, no olvides, mejor, solo, quizá, quizás, ok, vale',
    style:
      'corto, corta, breve, breves, conciso, concisa, sencillo, sencilla, simple, formal, oficial, amable, cercano, claro, clara, neutro, neutral, largo, larga, detallado, técnico, una página, media página, palabras, frases cortas, en español, en inglés, principiantes, novatos, público general, lenguaje sencillo, bonito, comercial, publicitario',
    positions:
      'arriba, arriba del todo, al principio, al inicio, primero, lo primero, al final, abajo, por último, en la introducción, en el título, en una tabla, como tabla, como lista, en forma de lista, en un recuadro, en negrita, en algún sitio, en el texto, en el documento, aparte, el resto, nada más, todo lo demás',
    people:
      'lector, lectores, público, nuevos, nuevos compañeros, principiantes, jefe, clientes, nombres, nombres de clientes, tú, ti, yo, mis, mi, nadie lee',
    openPoints:
      'todo, tbd, pendiente, por confirmar, por definir, por decidir, por ver, falta, falta por, por aclarar, aclarar, no está claro, no queda claro, no sé, no sabemos, no estoy seguro, sin confirmar, confirmar, comprobar, preguntar, preguntar a, revisar con, quién sabe, sigue siendo, sigue vigente, pregunta:, ???, alguien',
    smallTalk:
      'hola, buenos días, buenas, buenas tardes, gracias, muchas gracias, perdón, perdona, lo siento, jaja, ok, vale, genial, perfecto, estupendo, sí, claro, no, buen fin de semana, fin de semana, hasta luego, hasta mañana, saludos, un saludo, abrazos, aquí van mis notas, notas rápidas, a toda prisa, como quedamos, suerte, +1, exacto, de acuerdo, comida, café, me oís, eso es todo, buen día',
    yes: 'sí, si, exacto, correcto, es correcto, cierto, confirmado, sigue igual, sigue siendo válido, sigue vigente, de acuerdo, ok, vale, se queda, así está bien, comprobado, verificado, bien, eso es',
    no: 'no, falso, incorrecto, está mal, ninguno de los dos, ni uno ni otro, sino, en realidad, ahora es, ahora son, ahora, desde, en vez de, debería ser, debe ser, tiene que ser, corrección, mejor',
    remove:
      'ya no es necesario, ya no hace falta, ya no se necesita, eliminar, elimina, elimine, elimínalo, borrar, borra, borre, bórralo, quitar, quita, quite, quítalo, obsoleto, obsoleta, anticuado, caducado, ya no existe, ya no se usa, fuera, sácalo',
    unknown:
      'no sé, no lo sé, ni idea, no estoy seguro, desconocido, ?, ???, tbd, pendiente, por confirmar, por definir, más tarde, luego, pregunta, preguntar, pregúntale, lo miro, lo compruebo, ya veremos, aún no, todavía no, quizá, buena pregunta, alguien, ver arriba',
    unneeded:
      'no hace falta, no es necesario, innecesario, no aplica, no procede, no se aplica, irrelevante, no es relevante, ignorar, ignora, ignóralo, déjalo, da igual, aquí no, ninguno, ninguna, nada, fuera de alcance, sin importancia',
  },
  updates:
    'ahora, a partir de, ya no, en vez de, en lugar de, cambiado, trasladado, ampliado, reducido, se mudó, desde',
  renames: 'renombr*, reemplaz*, sustitu*, cambi*, se llama, llamado, llamada',
  mailFields: 'de, para, asunto, fecha, enviado, cc',
  keys: {
    title: 'título',
    kind: 'tipo, clase',
    language: 'idioma, lengua',
    summary: 'resumen',
    sections: 'secciones, apartados, estructura',
    leaveOut: 'omitir, excluir, no mencionar',
    mention: 'mencionar',
    use: 'usar, utilizar, citar',
    length: 'longitud, extensión',
    audience: 'público, lectores, tono, estilo',
  },
  kinds: {
    tutorial: 'tutorial, primeros pasos, inicio rápido, aprende',
    'how-to': 'cómo, guía, instalar, configurar, crear, migrar, actualizar, restaurar, procedimiento',
    reference: 'referencia, parámetros, opciones, comandos, códigos de error, interfaz',
    explanation: 'por qué, concepto, arquitectura, entender, principios, cómo funciona, qué es',
    policy:
      'política, código de conducta, normas, normativa, reglamento, términos, condiciones de uso, condiciones generales',
    'release-notes':
      'notas de la versión, notas de versión, novedades, registro de cambios, qué hay de nuevo, historial de versiones',
    incident: 'informe de incidente, informe del incidente, incidente del, incidencia del',
    faq: 'preguntas frecuentes, preguntas y respuestas',
  },
  phrases: {
    notes: 'Notas',
    bare: 'Todavía no hay nada bajo «{section}». ¿Qué debe ir ahí?',
    missingTerm: {
      title: 'El borrador no menciona «{term}»',
      body: 'Las instrucciones piden «{term}», pero el borrador no dice nada de ello. Mire lo que no se ha impreso, añada material o responda con la frase que debe aparecer.',
    },
    held: {
      order: 'No impreso, parece una instrucción: «{text}»',
      doubtful: 'No impreso, quizá no sea para los lectores: «{text}»',
      unplaced: 'No impreso, no se encontró lugar: «{text}»',
      marked: 'Impreso, pero quizá no sea para los lectores: «{text}»',
      body: 'Esto está en las notas: «{text}» Responda «use» para imprimirlo en el próximo borrador, «drop» para dejarlo fuera, o con el texto que debe aparecer en su lugar.',
    },
    instruction: {
      title: 'Instrucciones que solo una persona puede seguir ({count})',
      body: 'El redactor integrado no puede seguir estas instrucciones. Cambie el borrador y marque esto como resuelto: {lines}',
    },
    edit: {
      title: '¿Cambiar «{before}» por «{after}»?',
      deleted: '¿Quitar «{before}»?',
      body: 'Las notas dicen «{quote}». Responda «accept», «reject» o con el texto que debe aparecer.',
    },
    sort: {
      title: '{count} declaraciones de «{source}» esperan una decisión',
      body: '«{source}» es una conversación: solo una persona o un modelo puede hacer de ella una página. Elija las declaraciones o responda «all», «none» o números (1-4, 7); el próximo borrador las imprime.',
    },
    empty: {
      title: 'Todavía no hay nada que imprimir',
      body: 'Ni las notas ni el material ni declaraciones elegidas dan texto a este borrador. Añada notas o elija declaraciones y vuelva a redactar.',
    },
    conflict: {
      title: 'Las fuentes se contradicen: ¿{first} o {second}?',
      body: 'El borrador dice «{kept}» ({keptSource}). Otra fuente dice «{dropped}» ({droppedSource}). ¿Cuál es correcta?',
    },
    fixLink: {
      title: 'Un enlace no lleva a ninguna parte: {href}',
      body: '«{text}» enlaza con {href}, y ese documento no existe. Responda con el enlace correcto (/read/…) o quítelo del borrador.',
    },
    unsupported: {
      title: 'Omitido: las fuentes no lo respaldan ({count})',
      body: 'El modelo escribió esto, pero sus citas no lo respaldan; no está en el borrador: {claims}',
    },
    partly: {
      title: 'Comprobar: las fuentes lo respaldan solo en parte',
      body: 'Esto está en el borrador, pero las citas lo respaldan solo en parte: {claims}',
    },
    style: {
      title: 'La guía de estilo pide otras palabras',
      body: 'Cambia esto en el borrador: {words}',
    },
    fallback: {
      title: 'El borrador del modelo era inservible; este se compuso a partir de las fuentes',
      body: 'El modelo no dio un borrador utilizable ({reason}). Este se compuso a partir de las fuentes. Vuelva a redactar para probar de nuevo el modelo.',
    },
    outcome: {
      applied: 'La respuesta está en el borrador.',
      corrected: 'El borrador dice ahora «{text}».',
      removed: 'La frase se eliminó.',
      confirmed: 'Confirmado; el borrador queda como estaba.',
      used: 'El texto retenido está en el borrador.',
      leftOut: 'El texto queda fuera.',
      dismissed: 'Descartado; no se volverá a preguntar.',
      noContent: 'La respuesta no tiene nada que imprimir; se pregunta de nuevo.',
      unclear: 'No está claro qué debe cambiar la respuesta; el borrador queda como estaba.',
    },
  },
}
